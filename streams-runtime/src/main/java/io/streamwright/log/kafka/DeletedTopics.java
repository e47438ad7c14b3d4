package io.streamwright.log.kafka;

import io.streamwright.loop.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/**
 * Notices that a topic which is read was deleted: a consumer would wait for it to come back, without end and without a word.
 *
 * <p>Owner: the reader. The broker is asked now and then while there is nothing to read, and nobody waits for the answer.
 */
final class DeletedTopics {
    private static final long INTERVAL_NANOS = Duration.ofSeconds(5).toNanos();

    private final Admin admin;
    private final Clock clock;
    private long lastAskedNanos;
    private @Nullable KafkaFuture<?> answer;

    DeletedTopics(Admin admin, Clock clock) {
        this.admin = admin;
        this.clock = clock;
        this.lastAskedNanos = clock.nanoTime();
    }

    /**
     * Looks at the last answer and asks again when it is time.
     *
     * @throws UnknownTopicOrPartitionException if one of the topics does not exist any more
     */
    void check(Set<TopicPartition> partitions) {
        KafkaFuture<?> asked = answer;
        if (asked != null && asked.isDone()) {
            answer = null;
            throwIfDeleted(asked);
        }
        if (answer == null && !partitions.isEmpty() && clock.nanoTime() - lastAskedNanos > INTERVAL_NANOS) {
            lastAskedNanos = clock.nanoTime();
            Set<String> topics = new HashSet<>();
            partitions.forEach(partition -> topics.add(partition.topic()));
            answer = admin.describeTopics(topics).allTopicNames();
        }
    }

    private static void throwIfDeleted(KafkaFuture<?> asked) {
        try {
            KafkaFailures.await(asked);
        } catch (UnknownTopicOrPartitionException deleted) {
            throw new UnknownTopicOrPartitionException(
                    "a topic that is read was deleted: " + deleted.getMessage(), deleted);
        } catch (RuntimeException unknown) {
            // The broker could not answer: whether the topic is there shows with the next answer.
            return;
        }
    }
}
