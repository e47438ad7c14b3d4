package io.streamwright.task.output;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.log.KeyPartitioner;
import io.streamwright.log.LogRecord;
import io.streamwright.transaction.LogCallFailedException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidPartitionsException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.junit.jupiter.api.Test;

class TransactionOutputTest {
    private static final int RECORDS_IN_ONE_PARTITION = 256;

    private final Map<String, Integer> topics = new HashMap<>(Map.of("one", 1, "four", 4));
    private final List<String> lookups = new ArrayList<>();
    private final List<TopicPartition> written = new ArrayList<>();
    private KafkaException failure;
    private final TransactionOutput output = new TransactionOutput(
            (partition, timestamp, key, value, headers) -> {
                if (failure != null) {
                    throw LogCallFailedException.beforeWriting(failure);
                }
                written.add(partition);
            },
            this::partitionCount);

    private int partitionCount(String topic) {
        lookups.add(topic);
        if (topic.equals("secret")) {
            throw new TopicAuthorizationException(topic);
        }
        Integer count = topics.get(topic);
        if (count == null) {
            throw new UnknownTopicOrPartitionException("no topic " + topic);
        }
        return count;
    }

    @Test
    void topic_isLookedUpOnce() {
        assertThat(send("one", null, "a")).isNull();
        assertThat(send("four", null, "a")).isNull();
        assertThat(send("one", null, "a")).isNull();
        assertThat(output.lookUp("four")).isNull();

        assertThat(lookups).containsExactly("one", "four");
        assertThat(output.partitionCount("four")).isEqualTo(4);
    }

    @Test
    void recordWithKey_goesWhereItsKeySays() {
        send("four", null, "a");

        assertThat(written)
                .containsExactly(new TopicPartition("four", KeyPartitioner.partition("a".getBytes(UTF_8), 4)));
    }

    @Test
    void recordsWithoutKey_changeThePartitionNowAndThen() {
        for (int record = 0; record <= RECORDS_IN_ONE_PARTITION; record++) {
            send("four", null, null);
        }

        assertThat(written.subList(0, RECORDS_IN_ONE_PARTITION)).containsOnly(new TopicPartition("four", 0));
        assertThat(written.get(RECORDS_IN_ONE_PARTITION)).isEqualTo(new TopicPartition("four", 1));
    }

    @Test
    void partitionThatIsNotThere_isRefused() {
        assertThat(send("four", 4, "a"))
                .isInstanceOf(InvalidPartitionsException.class)
                .hasMessageContaining("partition 4")
                .hasMessageContaining("topic four")
                .hasMessageContaining("0 to 3");
        assertThat(send("four", -1, "a")).isInstanceOf(InvalidPartitionsException.class);
        assertThat(send("four", 3, "a")).isNull();

        assertThat(written).containsExactly(new TopicPartition("four", 3));
    }

    @Test
    void topicThatIsNotThere_isRefusedUntilItIs() {
        assertThat(send("new", null, "a")).isInstanceOf(UnknownTopicOrPartitionException.class);

        topics.put("new", 1);

        assertThat(send("new", null, "a")).isNull();
    }

    @Test
    void topicThatIsGone_isLookedUpAgain() {
        send("one", null, "a");
        failure = new UnknownTopicOrPartitionException("deleted");
        assertThat(send("one", null, "a")).isSameAs(failure);
        failure = null;

        assertThat(send("one", null, "a")).isNull();

        assertThat(lookups).containsExactly("one", "one");
    }

    @Test
    void recordThatIsTooLarge_isRefused() {
        failure = new RecordTooLargeException("2 MB");

        assertThat(send("one", null, "a")).isSameAs(failure);
    }

    @Test
    void anythingElse_isAFailureOfTheLog() {
        assertThatThrownBy(() -> output.lookUp("secret"))
                .isInstanceOf(LogCallFailedException.class)
                .hasCauseInstanceOf(TopicAuthorizationException.class);

        failure = new TimeoutException("slow");
        assertThatThrownBy(() -> send("one", null, "a"))
                .isInstanceOf(LogCallFailedException.class)
                .hasCause(failure);
    }

    private KafkaException send(String topic, Integer partition, String key) {
        return output.send(topic, partition, 0, key == null ? null : key.getBytes(UTF_8), null, LogRecord.NO_HEADERS);
    }
}
