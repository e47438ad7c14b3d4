package io.streamwright.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.kstream.SessionWindow;
import io.streamwright.kstream.Windowed;
import io.streamwright.state.AggregationWithHeaders;
import io.streamwright.state.HeadersBytesStore;
import io.streamwright.state.SessionStoreWithHeaders;
import io.streamwright.state.StoreBuilder;
import io.streamwright.state.Stores;
import io.streamwright.state.TimestampedKeyValueStoreWithHeaders;
import io.streamwright.state.TimestampedWindowStoreWithHeaders;
import io.streamwright.state.ValueTimestampHeaders;
import io.streamwright.store.committed.KeyRange;
import io.streamwright.store.window.WindowHeader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.BiConsumer;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.internals.SegmentedBytesStore;
import org.apache.kafka.streams.state.internals.WrappedStateStore;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same writes with headers leave the same bytes as in Kafka Streams: in the changelog, deletions included, and in the store. */
final class HeadersCompatibilityTest {
    private static final String STORE = "store";
    private static final Duration RETENTION = Duration.ofMinutes(10);
    private static final Duration SIZE = Duration.ofSeconds(1);
    private static final Serde<String> VALUES = new TaggingSerde();

    @TempDir
    private Path directory;

    /** A write of the test: a null value deletes. */
    private record Write(String key, String value, long timestamp, Headers headers) {}

    private static List<Write> writes() {
        RecordHeaders many = new RecordHeaders();
        for (int index = 0; index < 200; index++) {
            many.add("h", String.valueOf(index).getBytes(StandardCharsets.UTF_8));
        }
        return List.of(
                new Write("a", "1", 1_000, headers("x", "1")),
                new Write("b", "2", 2_000, new RecordHeaders()),
                new Write("a", null, 3_000, headers("why", "deleted").add("none", null)),
                new Write("", "empty key", 4_000, headers("é", "").add("none", null)),
                new Write("c", "", 5_000, many),
                new Write("b", "again", 6_000, headers("z", "z".repeat(300))));
    }

    private static Headers headers(String key, String value) {
        return new RecordHeaders().add(key, value.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    @SuppressWarnings("unchecked") // the stores are those that the test builds
    void keyValueStore_hasTheSameChangelogAndTheSameBytes() {
        // given
        List<String> expectedBytes = new ArrayList<>();
        List<String> expected = kafka(
                org.apache.kafka.streams.state.Stores.timestampedKeyValueStoreWithHeadersBuilder(
                        org.apache.kafka.streams.state.Stores.persistentTimestampedKeyValueStoreWithHeaders(STORE),
                        Serdes.String(),
                        VALUES),
                (store, record) -> ((org.apache.kafka.streams.state.TimestampedKeyValueStoreWithHeaders<String, String>)
                                store)
                        .put(
                                record.key(),
                                org.apache.kafka.streams.state.ValueTimestampHeaders.make(
                                        record.value(), record.timestamp() - 1, record.headers())),
                expectedBytes);
        // when
        List<String> bytes = new ArrayList<>();
        List<String> changelog = ours(
                Stores.timestampedKeyValueStoreWithHeadersBuilder(
                        Stores.persistentTimestampedKeyValueStoreWithHeaders(STORE), Serdes.String(), VALUES),
                (store, write) -> ((TimestampedKeyValueStoreWithHeaders<String, String>) store)
                        .put(write.key, ValueTimestampHeaders.make(write.value, write.timestamp - 1, write.headers)),
                bytes);
        // then
        assertThat(changelog).isEqualTo(expected);
        assertThat(bytes).isEqualTo(expectedBytes).hasSize(3);
    }

    @Test
    @SuppressWarnings("unchecked") // the stores are those that the test builds
    void windowStore_hasTheSameChangelogAndTheSameBytes() {
        // given
        List<String> expectedBytes = new ArrayList<>();
        List<String> expected = kafka(
                org.apache.kafka.streams.state.Stores.timestampedWindowStoreWithHeadersBuilder(
                        org.apache.kafka.streams.state.Stores.persistentTimestampedWindowStoreWithHeaders(
                                STORE, RETENTION, SIZE, false),
                        Serdes.String(),
                        VALUES),
                (store, record) -> ((org.apache.kafka.streams.state.TimestampedWindowStoreWithHeaders<String, String>)
                                store)
                        .put(
                                record.key(),
                                org.apache.kafka.streams.state.ValueTimestampHeaders.make(
                                        record.value(), record.timestamp() - 1, record.headers()),
                                start(record.key())),
                expectedBytes);
        // when
        List<String> bytes = new ArrayList<>();
        List<String> changelog = ours(
                Stores.timestampedWindowStoreWithHeadersBuilder(
                        Stores.persistentTimestampedWindowStoreWithHeaders(STORE, RETENTION, SIZE, false),
                        Serdes.String(),
                        VALUES),
                (store, write) -> ((TimestampedWindowStoreWithHeaders<String, String>) store)
                        .put(
                                write.key,
                                ValueTimestampHeaders.make(write.value, write.timestamp - 1, write.headers),
                                start(write.key)),
                bytes);
        // then
        assertThat(changelog).isEqualTo(expected);
        assertThat(bytes).isEqualTo(expectedBytes).hasSize(3);
    }

    @Test
    @SuppressWarnings("unchecked") // the stores are those that the test builds
    void sessionStore_hasTheSameChangelogAndTheSameBytes() {
        // given
        List<String> expectedBytes = new ArrayList<>();
        List<String> expected = kafka(
                org.apache.kafka.streams.state.Stores.sessionStoreWithHeadersBuilder(
                        org.apache.kafka.streams.state.Stores.persistentSessionStoreWithHeaders(STORE, RETENTION),
                        Serdes.String(),
                        VALUES),
                (store, record) -> ((org.apache.kafka.streams.state.SessionStoreWithHeaders<String, String>) store)
                        .put(
                                new org.apache.kafka.streams.kstream.Windowed<>(
                                        record.key(),
                                        new org.apache.kafka.streams.kstream.internals.SessionWindow(
                                                start(record.key()), start(record.key()) + 5)),
                                org.apache.kafka.streams.state.AggregationWithHeaders.make(
                                        record.value(), record.headers())),
                expectedBytes);
        // when
        List<String> bytes = new ArrayList<>();
        List<String> changelog = ours(
                Stores.sessionStoreWithHeadersBuilder(
                        Stores.persistentSessionStoreWithHeaders(STORE, RETENTION), Serdes.String(), VALUES),
                (store, write) -> ((SessionStoreWithHeaders<String, String>) store)
                        .put(
                                new Windowed<>(write.key, new SessionWindow(start(write.key), start(write.key) + 5)),
                                AggregationWithHeaders.make(write.value, write.headers)),
                bytes);
        // then
        assertThat(changelog).isEqualTo(expected);
        assertThat(bytes).isEqualTo(expectedBytes).hasSize(3);
    }

    @Test
    void bytesWithoutHeaders_becomeThoseOfKafkaStreams() {
        for (byte[] value : new byte[][] {null, {}, {1, 2, 3}}) {
            assertThat(HeadersBytesStore.convertToHeaderFormat(value))
                    .isEqualTo(org.apache.kafka.streams.state.HeadersBytesStore.convertToHeaderFormat(value));
            assertThat(HeadersBytesStore.convertFromPlainToHeaderFormat(value))
                    .isEqualTo(org.apache.kafka.streams.state.HeadersBytesStore.convertFromPlainToHeaderFormat(value));
        }
    }

    /** A key has one window. */
    private static long start(String key) {
        return key.length() * 1_000L;
    }

    private List<String> ours(
            StoreBuilder<?> builder, BiConsumer<io.streamwright.processor.StateStore, Write> put, List<String> bytes) {
        TaskSetup setup = new TaskSetup(directory.resolve("ours")).logged(builder);
        List<String> changelog = new ArrayList<>();
        try (TaskStores stores = setup.open()) {
            for (Write write : writes()) {
                setup.timestamp = write.timestamp;
                setup.headers = write.headers;
                put.accept(stores.store(STORE), write);
                long position = stores.position(STORE);
                stores.writeChanges((partition, timestamp, key, value, headers) ->
                        changelog.add(text(key, value, timestamp, headers)));
                stores.seal();
                stores.commit(Map.of(TaskSetup.changelogOf(STORE), position + 2));
            }
            try (MergedIterator all = stores.bytes(STORE).iterate(KeyRange.ALL, true)) {
                for (; all.isValid(); all.advance()) {
                    if (!all.key().equals(WindowHeader.KEY)) {
                        bytes.add(hex(all.value()));
                    }
                }
            }
        }
        bytes.sort(null);
        return changelog;
    }

    private List<String> kafka(
            org.apache.kafka.streams.state.StoreBuilder<?> builder,
            BiConsumer<StateStore, Record<String, String>> put,
            List<String> bytes) {
        Topology topology = new Topology();
        topology.addSource("source", "input");
        ProcessorSupplier<String, String, Void, Void> supplier = () -> new ContextualProcessor<>() {
            @Override
            public void process(Record<String, String> record) {
                put.accept(context().getStateStore(STORE), record);
            }
        };
        topology.addProcessor("processor", supplier, "source");
        topology.addStateStore(builder, "processor");
        Properties config = new Properties();
        config.put("application.id", "app");
        config.put("bootstrap.servers", "unused:1");
        config.put("state.dir", directory.resolve("kafka").toString());
        config.put("default.key.serde", Serdes.StringSerde.class);
        config.put("default.value.serde", Serdes.StringSerde.class);
        List<String> changelog = new ArrayList<>();
        try (TopologyTestDriver driver = new TopologyTestDriver(topology, config)) {
            for (Write write : writes()) {
                driver.createInputTopic("input", new StringSerializer(), new StringSerializer())
                        .pipeInput(new TestRecord<>(write.key, write.value, write.headers, write.timestamp));
            }
            driver.createOutputTopic("app-store-changelog", new ByteArrayDeserializer(), new ByteArrayDeserializer())
                    .readRecordsToList()
                    .forEach(record -> changelog.add(text(
                            record.key(),
                            record.value(),
                            record.timestamp(),
                            record.headers().toArray())));
            try (KeyValueIterator<Bytes, byte[]> all =
                    all(driver.getAllStateStores().get(STORE))) {
                all.forEachRemaining(entry -> bytes.add(hex(entry.value)));
            }
        }
        bytes.sort(null);
        return changelog;
    }

    @SuppressWarnings("unchecked") // the innermost store is one of bytes
    private static KeyValueIterator<Bytes, byte[]> all(StateStore store) {
        StateStore inner = store;
        while (inner instanceof WrappedStateStore<?, ?, ?> outer) {
            inner = outer.wrapped();
        }
        return inner instanceof SegmentedBytesStore segments
                ? segments.all()
                : ((KeyValueStore<Bytes, byte[]>) inner).all();
    }

    private static String text(byte[] key, byte[] value, long timestamp, Header[] headers) {
        StringBuilder text = new StringBuilder(hex(key) + "=" + hex(value) + "@" + timestamp);
        for (Header header : headers) {
            text.append(' ').append(header.key()).append(':').append(hex(header.value()));
        }
        return text.toString();
    }

    private static String hex(byte[] bytes) {
        return bytes == null ? "null" : HexFormat.of().formatHex(bytes);
    }
}
