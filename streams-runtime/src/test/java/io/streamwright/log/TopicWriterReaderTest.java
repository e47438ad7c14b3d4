package io.streamwright.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.IntegerDeserializer;
import org.apache.kafka.common.serialization.IntegerSerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Typed writers and readers of topics, for programs and tests. */
final class TopicWriterReaderTest {
    private static final String ADDRESS = "memory:typed";
    private static final Duration LONG = Duration.ofSeconds(20);

    private LogClient log;

    @BeforeEach
    void open() {
        log = Logs.open(ADDRESS, Map.of());
        log.topics().create(new TopicSpec("t", 3, Map.of()));
    }

    @AfterEach
    void close() {
        log.close();
    }

    private static TopicWriter<String, Integer> writer() {
        return TopicWriter.open(ADDRESS, "t", new StringSerializer(), new IntegerSerializer());
    }

    private TopicWriter<String, Integer> writer(String id) {
        return TopicWriter.open(log, "t", new StringSerializer(), new IntegerSerializer(), id);
    }

    private static TopicReader<String, Integer> reader() {
        return TopicReader.open(ADDRESS, "t", new StringDeserializer(), new IntegerDeserializer());
    }

    private static List<Integer> allValues() {
        List<Integer> values = new ArrayList<>();
        try (TopicReader<String, Integer> reader = reader()) {
            reader.readAll().forEach(record -> values.add(record.value()));
        }
        return values;
    }

    @Test
    void records_comeBackTyped_withTimestampAndHeaders() {
        // given
        Headers headers = new RecordHeaders().add("h", "x".getBytes(StandardCharsets.UTF_8));
        try (TopicWriter<String, Integer> writer = writer()) {
            writer.write("a", 1, 1000, headers);
        }
        // then
        try (TopicReader<String, Integer> reader = reader()) {
            ConsumerRecord<String, Integer> record = reader.poll(LONG).get(0);
            assertThat(record.topic()).isEqualTo("t");
            assertThat(record.key()).isEqualTo("a");
            assertThat(record.value()).isEqualTo(1);
            assertThat(record.timestamp()).isEqualTo(1000);
            assertThat(record.headers()).isEqualTo(headers);
            assertThat(record.serializedValueSize()).isEqualTo(4);
            assertThat(record.partition()).isEqualTo(KeyPartitioner.partition("a".getBytes(StandardCharsets.UTF_8), 3));
            assertThat(reader.poll(Duration.ZERO)).isEmpty();
        }
    }

    @Test
    void nullKeyAndNullValue_comeBackAsNull() {
        try (TopicWriter<String, Integer> writer = writer()) {
            writer.write(null, null);
        }
        try (TopicReader<String, Integer> reader = reader()) {
            ConsumerRecord<String, Integer> record = reader.poll(LONG).get(0);
            assertThat(record.key()).isNull();
            assertThat(record.value()).isNull();
            assertThat(record.serializedKeySize()).isEqualTo(ConsumerRecord.NULL_SIZE);
        }
    }

    @Test
    void recordsWithoutKey_areSpreadOverThePartitions() {
        try (TopicWriter<String, Integer> writer = writer()) {
            for (int i = 0; i < 60_000; i++) {
                writer.write(null, i);
            }
        }
        try (TopicReader<String, Integer> reader = reader()) {
            List<Integer> partitions = new ArrayList<>();
            reader.readAll().forEach(record -> partitions.add(record.partition()));
            assertThat(partitions).hasSize(60_000).contains(0, 1, 2);
        }
    }

    @Test
    void recordsAreSeen_onlyAfterCommit() {
        try (TopicWriter<String, Integer> writer = writer()) {
            writer.write("a", 1);
            assertThat(allValues()).isEmpty();
            writer.commit();
            assertThat(allValues()).containsExactly(1);
            writer.write("b", 2);
        }
        assertThat(allValues()).containsExactlyInAnyOrder(1, 2);
    }

    @Test
    void readAll_endsAtWhatIsStable_andPollGoesOnBehindIt() {
        try (TopicWriter<String, Integer> writer = writer();
                TopicReader<String, Integer> reader = reader()) {
            for (int i = 0; i < 100; i++) {
                writer.write("k" + i, i);
            }
            writer.commit();
            Iterable<ConsumerRecord<String, Integer>> before = reader.readAll();
            writer.write("later", 100);
            writer.commit();
            assertThat(before).hasSize(100);
            assertThat(reader.poll(LONG)).extracting(ConsumerRecord::value).containsExactly(100);
            assertThat(reader.readAll()).isEmpty();
        }
    }

    @Test
    void position_isCommittedWithTheRecords_andFoundByTheNextWriterOfTheName() {
        // given
        TopicWriter<String, Integer> first = writer("file-1");
        assertThat(first.committedPosition()).isEmpty();
        first.write("a", 1);
        first.commit("line 1");
        first.write("b", 2);
        // when the program dies before the second commit: its client is gone, its membership ended with the process
        first.close();
        TopicWriter<String, Integer> second = writer("file-1");
        // then
        assertThat(second.committedPosition()).hasValue("line 1");
        second.write("b", 2);
        second.commit("line 2");
        assertThat(second.committedPosition()).hasValue("line 2");
        second.close();
    }

    @Test
    void positionWithoutRecords_isCommitted() {
        try (TopicWriter<String, Integer> writer = writer("file-2")) {
            writer.commit("end");
            assertThat(writer.committedPosition()).hasValue("end");
        }
        assertThat(allValues()).isEmpty();
    }

    @Test
    void secondWriterOfTheName_fencesTheFirst() {
        TopicWriter<String, Integer> first = writer("name");
        first.write("a", 1);
        writer("name").close();
        assertThatThrownBy(first::commit).isInstanceOf(KafkaException.class);
        assertThat(allValues()).isEmpty();
    }

    @Test
    void recordThatIsTooLarge_dropsTheTransaction_andTheWriterGoesOn() {
        log.topics().create(new TopicSpec("small", 1, Map.of("max.message.bytes", "200")));
        try (TopicWriter<String, String> writer =
                TopicWriter.open(log, "small", new StringSerializer(), new StringSerializer(), "small")) {
            writer.write("a", "dropped with the one behind it");
            assertThatThrownBy(() -> writer.write("a", "x".repeat(500))).isInstanceOf(RecordTooLargeException.class);
            writer.write("a", "kept");
        }
        try (TopicReader<String, String> reader =
                TopicReader.open(log, "small", new StringDeserializer(), new StringDeserializer())) {
            assertThat(reader.readAll()).extracting(ConsumerRecord::value).containsExactly("kept");
        }
    }

    @Test
    void largeTransaction_isCommittedByItself() {
        byte[] large = new byte[900_000];
        try (TopicWriter<String, byte[]> writer =
                TopicWriter.open(log, "t", new StringSerializer(), new ByteArraySerializer(), "large")) {
            for (int i = 0; i < 30; i++) {
                writer.write("same", large);
            }
            int partition = KeyPartitioner.partition("same".getBytes(StandardCharsets.UTF_8), 3);
            TopicPartition written = new TopicPartition("t", partition);
            assertThat(log.topics().stableOffsets(Set.of(written)).get(written)).isPositive();
        }
    }

    @Test
    void recordThatCannotBeRead_isNamed_andTheReaderGoesOnBehindIt() {
        // given
        try (TopicWriter<String, String> writer =
                TopicWriter.open(log, "t", new StringSerializer(), new StringSerializer(), "strings")) {
            writer.write("a", "1234");
            writer.write("a", "not four bytes");
            writer.write("a", "5678");
        }
        // then
        try (TopicReader<String, Integer> reader = reader()) {
            assertThat(reader.poll(LONG)).hasSize(1);
            assertThatThrownBy(() -> reader.poll(LONG))
                    .isInstanceOf(SerializationException.class)
                    .hasMessageContainingAll("value", "offset 1", "t-", "IntegerDeserializer");
            assertThat(reader.poll(LONG)).extracting(ConsumerRecord::offset).containsExactly(2L);
        }
    }

    @Test
    void recordThatCannotBeRead_endsReadAll_andNothingElseIsLost() {
        // given a bad record before good ones, in its partition and in the others
        List<String> keys = List.of("a", "b", "c", "d", "e", "f");
        try (TopicWriter<String, String> writer =
                TopicWriter.open(log, "t", new StringSerializer(), new StringSerializer(), "strings")) {
            keys.forEach(key -> writer.write(key, "1234"));
            keys.forEach(key -> writer.write(key, key.equals("a") ? "not four bytes" : "1234"));
            keys.forEach(key -> writer.write(key, "5678"));
        }
        try (TopicReader<String, Integer> reader = reader()) {
            // when
            List<String> seen = new ArrayList<>();
            Iterator<ConsumerRecord<String, Integer>> first = reader.readAll().iterator();
            assertThatThrownBy(() -> first.forEachRemaining(record -> seen.add(record.key())))
                    .isInstanceOf(SerializationException.class)
                    .hasMessageContaining("value of the record at offset");
            // then
            assertThat(first.hasNext()).isFalse();
            reader.readAll().forEach(record -> seen.add(record.key()));
            assertThat(seen).hasSize(17);
            keys.forEach(
                    key -> assertThat(Collections.frequency(seen, key)).as(key).isEqualTo(key.equals("a") ? 2 : 3));
            assertThat(reader.readAll()).isEmpty();
        }
    }

    @Test
    void readAll_ends_whenAPollHasReadItsRest() {
        try (TopicWriter<String, Integer> writer = writer()) {
            writer.write("a", 1);
        }
        try (TopicReader<String, Integer> reader = reader()) {
            Iterator<ConsumerRecord<String, Integer>> all = reader.readAll().iterator();
            assertThat(reader.poll(LONG)).hasSize(1);
            assertThat(all.hasNext()).isFalse();
        }
    }

    @Test
    void missingTopic_isNamed() {
        assertThatThrownBy(() -> TopicWriter.open(ADDRESS, "nowhere", new StringSerializer(), new StringSerializer()))
                .isInstanceOf(UnknownTopicOrPartitionException.class)
                .hasMessageContaining("nowhere");
        assertThatThrownBy(
                        () -> TopicReader.open(ADDRESS, "nowhere", new StringDeserializer(), new StringDeserializer()))
                .isInstanceOf(UnknownTopicOrPartitionException.class)
                .hasMessageContaining("nowhere");
    }

    @Test
    void negativeTimestamp_isRefused() {
        try (TopicWriter<String, Integer> writer = writer()) {
            assertThatThrownBy(() -> writer.write("a", 1, -1)).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
