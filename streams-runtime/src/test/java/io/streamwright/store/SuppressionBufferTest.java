package io.streamwright.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.log.LogRecord;
import io.streamwright.processor.api.RecordMetadata;
import io.streamwright.state.BufferStoreSpec;
import io.streamwright.store.committed.StoreInvariantException;
import io.streamwright.topology.TimeOrderedBuffer;
import io.streamwright.topology.TimeOrderedBuffer.Update;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Properties;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.kstream.Suppressed;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Updates that wait belong to the transaction, and come back from a changelog as Kafka Streams writes it. */
final class SuppressionBufferTest {
    private static final String STORE = "store";

    @TempDir
    private Path directory;

    private TaskStores open() {
        return new TaskSetup(directory)
                .logged(new BufferStoreSpec<>(STORE, Serdes.String(), Serdes.String(), true, Map.of()).builder())
                .open();
    }

    private static TimeOrderedBuffer<String, String> buffer(TaskStores stores) {
        return TaskSetup.store(stores, STORE);
    }

    /** Where an update came from. */
    private record Origin(String topic, int partition, long offset) implements RecordMetadata {}

    private static Update<String, String> update(String key, String oldValue, String newValue, long timestamp) {
        RecordHeaders headers = new RecordHeaders();
        headers.add("h", key.getBytes(StandardCharsets.UTF_8));
        return new Update<>(key, newValue, oldValue, timestamp, headers, Optional.of(new Origin("in", 3, timestamp)));
    }

    private static void put(TimeOrderedBuffer<String, String> buffer, String key, String value, long timeMs) {
        buffer.advance(timeMs);
        buffer.put(timeMs, update(key, null, value, timeMs));
    }

    private static List<String> drain(TimeOrderedBuffer<String, String> buffer) {
        List<String> drained = new ArrayList<>();
        while (buffer.records() > 0) {
            long timeMs = buffer.firstTimeMs();
            Update<String, String> update = buffer.takeFirst();
            drained.add(timeMs + " " + update.key() + "=" + update.newValue() + " was " + update.oldValue() + "@"
                    + update.timestamp());
        }
        return drained;
    }

    @Test
    void updates_leaveByTimeAndThenByKey() {
        try (TaskStores stores = open()) {
            TimeOrderedBuffer<String, String> buffer = buffer(stores);
            put(buffer, "b", "1", 5);
            put(buffer, "", "empty", 5);
            put(buffer, "z", "2", -3);
            put(buffer, "a", "3", 7);
            assertThat(drain(buffer))
                    .containsExactly(
                            "-3 z=2 was null@-3", "5 =empty was null@5", "5 b=1 was null@5", "7 a=3 was null@7");
            assertThat(buffer.firstTimeMs()).isEqualTo(TimeOrderedBuffer.NOTHING_WAITS_MS);
            assertThat(buffer.bytes()).isZero();
            assertThatThrownBy(buffer::takeFirst).isInstanceOf(NoSuchElementException.class);
        }
    }

    @Test
    void laterUpdateOfAKey_takesThePlaceOfTheEarlierOne() {
        try (TaskStores stores = open()) {
            TimeOrderedBuffer<String, String> buffer = buffer(stores);
            buffer.put(5, update("a", "before", "first", 5));
            buffer.put(6, update("b", null, "other", 6));
            // when
            buffer.put(9, update("a", "first", null, 9));
            // then
            assertThat(buffer.records()).isEqualTo(2);
            assertThat(buffer.waiting("a").passedOn()).isEqualTo("before");
            assertThat(buffer.waiting("b").passedOn()).isNull();
            assertThat(buffer.waiting("c")).isNull();
            assertThat(drain(buffer)).containsExactly("5 a=null was before@9", "6 b=other was null@6");
        }
    }

    @Test
    void updateThatLeaves_hasHeadersAndOriginOfItsRecord() {
        try (TaskStores stores = open()) {
            TimeOrderedBuffer<String, String> buffer = buffer(stores);
            buffer.put(5, update("a", null, "1", 5));
            buffer.put(6, new Update<>("b", "2", null, 6, new RecordHeaders(), Optional.empty()));
            Update<String, String> first = buffer.takeFirst();
            assertThat(first.headers()).isEqualTo(update("a", null, "1", 5).headers());
            RecordMetadata origin = first.origin().orElseThrow();
            assertThat(origin.topic() + origin.partition() + origin.offset()).isEqualTo("in35");
            assertThat(buffer.takeFirst().origin()).isEmpty();
        }
    }

    @Test
    void abort_bringsBackWhatWaitedAndTheTime() {
        try (TaskStores stores = open()) {
            TimeOrderedBuffer<String, String> buffer = buffer(stores);
            put(buffer, "a", "1", 1);
            put(buffer, "b", "2", 2);
            put(buffer, "c", "3", 3);
            TaskSetup.commit(stores);
            long bytes = buffer.bytes();
            // given a transaction that is being committed, and another behind it
            buffer.takeFirst();
            put(buffer, "b", "changed", 4);
            put(buffer, "d", "4", 5);
            TaskSetup.write(stores);
            stores.seal();
            buffer.takeFirst();
            put(buffer, "a", "again", 6);
            put(buffer, "d", "changed", 7);
            assertThat(buffer.records()).isEqualTo(3);
            // when
            stores.rollback();
            // then
            assertThat(buffer.streamTimeMs()).isEqualTo(3);
            assertThat(buffer.records()).isEqualTo(3);
            assertThat(buffer.bytes()).isEqualTo(bytes);
            assertThat(drain(buffer)).containsExactly("1 a=1 was null@1", "2 b=2 was null@2", "3 c=3 was null@3");
        }
    }

    @Test
    void abort_looksAtTheChangedKeysOnly() {
        try (TaskStores stores = open()) {
            TimeOrderedBuffer<String, String> buffer = buffer(stores);
            for (int key = 0; key < 10_000; key++) {
                put(buffer, "k" + key, "v", key);
            }
            TaskSetup.commit(stores);
            List<String> asked = new ArrayList<>();
            stores.bytes(STORE).follow(new TransactionalStore.Follower() {
                @Override
                public void takenBack(org.apache.kafka.common.utils.Bytes key, byte[] dropped, byte[] kept) {
                    asked.add(new String(key.get(), 1, key.get().length - 1, StandardCharsets.UTF_8));
                }

                @Override
                public void restored() {
                    throw new AssertionError("an abort restores nothing");
                }
            });
            buffer.takeFirst();
            buffer.put(1, update("new", null, "v", 1));
            // when
            stores.rollback();
            // then
            assertThat(asked).containsExactly("k0", "new");
        }
    }

    @Test
    void changelog_tellsStreamTimeWhereNoUpdateDoes() {
        try (TaskStores stores = open()) {
            TimeOrderedBuffer<String, String> buffer = buffer(stores);
            // an update of this time says it
            put(buffer, "a", "1", 10);
            assertThat(written(stores)).containsExactly("a v");
            // one that is late does not
            put(buffer, "a", "2", 5);
            assertThat(written(stores)).containsExactly("a v streamwright.streamTime");
            // nor do those that have left; one record is enough
            put(buffer, "b", "3", 20);
            drain(buffer);
            assertThat(written(stores)).containsExactly("a", "b streamwright.streamTime");
        }
    }

    private static List<String> written(TaskStores stores) {
        List<String> written = new ArrayList<>();
        long position = stores.position(STORE);
        stores.writeChanges((changelog, timestamp, key, value, headers) -> {
            StringBuilder record = new StringBuilder(new String(key, StandardCharsets.UTF_8));
            for (Header header : headers) {
                record.append(' ').append(header.key());
            }
            written.add(record.toString());
        });
        stores.seal();
        stores.commit(Map.of(TaskSetup.changelogOf(STORE), position + written.size()));
        return written;
    }

    @Test
    void restore_findsWhatWaitedAndTheTime() {
        List<LogRecord> changelog = new ArrayList<>();
        List<String> expected;
        try (TaskStores stores = open()) {
            TimeOrderedBuffer<String, String> buffer = buffer(stores);
            put(buffer, "a", "1", 1);
            put(buffer, "b", "2", 2);
            commit(stores, changelog);
            buffer.takeFirst();
            buffer.put(9, update("b", "2", "changed", 9));
            put(buffer, "c", "gone", 30);
            put(buffer, "d", "4", 4);
            commit(stores, changelog);
            // c leaves with the latest time
            buffer.takeFirst();
            buffer.takeFirst();
            buffer.takeFirst();
            buffer.put(9, update("b", "2", "changed", 9));
            buffer.put(4, update("d", null, "4", 4));
            commit(stores, changelog);
            expected = drain(buffer);
        }
        try (TaskStores stores = open()) {
            // when, in two parts
            stores.restore(STORE, changelog.subList(0, 3), 3);
            assertThat(buffer(stores).records()).isEqualTo(1);
            stores.restore(STORE, changelog.subList(3, changelog.size()), changelog.size());
            // then
            assertThat(buffer(stores).streamTimeMs()).isEqualTo(30);
            assertThat(drain(buffer(stores))).isEqualTo(expected).hasSize(2);
        }
    }

    private static void commit(TaskStores stores, List<LogRecord> changelog) {
        stores.writeChanges((partition, timestamp, key, value, headers) ->
                changelog.add(new LogRecord(changelog.size(), timestamp, key, value, headers)));
        stores.seal();
        stores.commit(Map.of(TaskSetup.changelogOf(STORE), (long) changelog.size()));
    }

    @Test
    void changelogOfKafkaStreams_isRestored() {
        // given what waits in an application that is to move over
        List<LogRecord> changelog = changelogOfKafkaStreams();
        try (TaskStores stores = open()) {
            // when
            stores.restore(STORE, changelog, changelog.size());
            // then
            TimeOrderedBuffer<String, String> buffer = buffer(stores);
            assertThat(buffer.streamTimeMs()).isEqualTo(43);
            assertThat(buffer.takeFirst().headers().lastHeader("h").value()).isEqualTo(new byte[] {41});
            assertThat(drain(buffer)).containsExactly("42 b=null was 1@43");
        }
    }

    private List<LogRecord> changelogOfKafkaStreams() {
        var builder = new org.apache.kafka.streams.StreamsBuilder();
        builder.<String, String>table("in")
                .suppress(Suppressed.<String>untilTimeLimit(Duration.ofMillis(10), Suppressed.BufferConfig.unbounded())
                        .withName("held"))
                .toStream()
                .to("out");
        Properties settings = new Properties();
        settings.setProperty("application.id", "app");
        settings.setProperty("bootstrap.servers", "unused:1");
        settings.setProperty("state.dir", directory.resolve("kafka").toString());
        settings.setProperty("default.key.serde", "org.apache.kafka.common.serialization.Serdes$StringSerde");
        settings.setProperty("default.value.serde", "org.apache.kafka.common.serialization.Serdes$StringSerde");
        try (var driver = new org.apache.kafka.streams.TopologyTestDriver(builder.build(), settings)) {
            var input = driver.createInputTopic("in", new StringSerializer(), new StringSerializer());
            input.pipeInput("b", "1", 0L);
            input.pipeInput("c", "2", 20L);
            RecordHeaders headers = new RecordHeaders();
            headers.add("h", new byte[] {41});
            input.pipeInput(new TestRecord<>("a", "3", headers, 41L));
            input.pipeInput("b", "2", 42L);
            input.pipeInput("b", null, 43L);
            List<LogRecord> changelog = new ArrayList<>();
            driver.createOutputTopic(
                            "app-held-store-changelog", new ByteArrayDeserializer(), new ByteArrayDeserializer())
                    .readRecordsToList()
                    .forEach(record -> changelog.add(new LogRecord(
                            changelog.size(),
                            1_700_000_000_000L,
                            record.key(),
                            record.value(),
                            record.headers().toArray())));
            return changelog;
        }
    }

    @Test
    void changelogInAnOlderFormat_isRefused() {
        // given
        Header[] older = {new RecordHeader("v", new byte[] {2})};
        byte[] content = new byte[60];
        try (TaskStores stores = open()) {
            for (Header[] headers : Arrays.asList(older, LogRecord.NO_HEADERS)) {
                LogRecord record = new LogRecord(7, 1, new byte[] {1}, content, headers);
                // when, then
                assertThatThrownBy(() -> stores.restore(STORE, List.of(record), 8))
                        .isInstanceOf(StoreInvariantException.class)
                        .hasMessageContaining(STORE)
                        .hasMessageContaining("offset 7");
            }
        }
    }
}
