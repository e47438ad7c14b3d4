package io.streamwright.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.state.KeyValueStore;
import io.streamwright.state.StoreLocation;
import io.streamwright.state.TimestampedKeyValueStore;
import io.streamwright.state.ValueAndTimestamp;
import io.streamwright.store.committed.KeyRange;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Supplier;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same writes leave the same bytes as in Kafka Streams: in the changelog, and in the store. */
final class KafkaStreamsCompatibilityTest {
    private static final String STORE = "store";

    @TempDir
    private Path directory;

    /** A write of the test: a null value deletes. */
    private record Write(String key, String value, long timestamp) {}

    private static final List<Write> WRITES = List.of(
            new Write("a", "1", 1_000),
            new Write("b", "2", 2_000),
            new Write("a", null, 3_000),
            new Write("", "empty key", 4_000),
            new Write("c", "", 5_000));

    @Test
    void timestampedStore_hasTheSameChangelogAndTheSameBytes() {
        TaskSetup setup =
                new TaskSetup(directory.resolve("ours")).logged(TaskSetup.timestamped(StoreLocation.PERSISTENT, STORE));
        List<String> changelog = new ArrayList<>();
        List<String> entries = new ArrayList<>();
        try (TaskStores stores = setup.open()) {
            TimestampedKeyValueStore<String, String> store = TaskSetup.store(stores, STORE);
            for (Write write : WRITES) {
                setup.timestamp = write.timestamp;
                store.put(write.key, ValueAndTimestamp.make(write.value, write.timestamp - 1));
                commit(stores, changelog);
            }
            entries.addAll(committedEntries(stores));
        }
        assertThat(changelog).isEqualTo(kafkaChangelog(this::kafkaTimestamped, true));
        assertThat(entries)
                .containsExactly(
                        hex("") + "=" + timestamped("empty key", 3_999),
                        hex("b") + "=" + timestamped("2", 1_999),
                        hex("c") + "=" + timestamped("", 4_999));
    }

    @Test
    void plainStore_hasTheSameChangelog() {
        TaskSetup setup =
                new TaskSetup(directory.resolve("ours")).logged(TaskSetup.strings(StoreLocation.PERSISTENT, STORE));
        List<String> changelog = new ArrayList<>();
        try (TaskStores stores = setup.open()) {
            KeyValueStore<String, String> store = TaskSetup.store(stores, STORE);
            for (Write write : WRITES) {
                setup.timestamp = write.timestamp;
                store.put(write.key, write.value);
                commit(stores, changelog);
            }
        }
        assertThat(changelog).isEqualTo(kafkaChangelog(this::kafkaPlain, false));
    }

    private static void commit(TaskStores stores, List<String> changelog) {
        long position = stores.position(STORE);
        stores.writeChanges((partition, timestamp, key, value, headers) ->
                changelog.add(partition.topic() + " " + hex(key) + "=" + hex(value) + "@" + timestamp));
        stores.seal();
        stores.commit(Map.of(TaskSetup.changelogOf(STORE), position + 2));
    }

    private static List<String> committedEntries(TaskStores stores) {
        List<String> entries = new ArrayList<>();
        MergedIterator all = stores.bytes(STORE).iterate(KeyRange.ALL, true);
        try (all) {
            for (; all.isValid(); all.advance()) {
                entries.add(hex(all.key().get()) + "=" + hex(all.value()));
            }
        }
        return entries;
    }

    private static String timestamped(String value, long timestamp) {
        // Kafka Streams' own bytes of a value with a timestamp.
        var serde = new org.apache.kafka.streams.state.internals.ValueAndTimestampSerde<>(Serdes.String());
        return hex(serde.serializer()
                .serialize("topic", org.apache.kafka.streams.state.ValueAndTimestamp.make(value, timestamp)));
    }

    private static String hex(String text) {
        return hex(new StringSerializer().serialize("topic", text));
    }

    private static String hex(byte[] bytes) {
        return bytes == null ? "null" : HexFormat.of().formatHex(bytes);
    }

    private List<String> kafkaChangelog(Supplier<Processor<String, String, Void, Void>> processor, boolean withTime) {
        Topology topology = new Topology();
        topology.addSource("source", "input");
        ProcessorSupplier<String, String, Void, Void> supplier = processor::get;
        topology.addProcessor("processor", supplier, "source");
        if (withTime) {
            topology.addStateStore(
                    Stores.timestampedKeyValueStoreBuilder(
                            Stores.persistentTimestampedKeyValueStore(STORE), Serdes.String(), Serdes.String()),
                    "processor");
        } else {
            topology.addStateStore(
                    Stores.keyValueStoreBuilder(
                            Stores.persistentKeyValueStore(STORE), Serdes.String(), Serdes.String()),
                    "processor");
        }
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "app");
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "unused:1");
        config.put(StreamsConfig.STATE_DIR_CONFIG, directory.resolve("kafka").toString());
        config.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        try (TopologyTestDriver driver = new TopologyTestDriver(topology, config)) {
            var input = driver.createInputTopic("input", new StringSerializer(), new StringSerializer());
            WRITES.forEach(write -> input.pipeInput(write.key, write.value, write.timestamp));
            return driver
                    .createOutputTopic("app-store-changelog", new ByteArrayDeserializer(), new ByteArrayDeserializer())
                    .readRecordsToList()
                    .stream()
                    .map(record -> "app-store-changelog " + hex(record.key()) + "=" + hex(record.value()) + "@"
                            + record.timestamp())
                    .toList();
        }
    }

    private Processor<String, String, Void, Void> kafkaTimestamped() {
        return new Processor<>() {
            private org.apache.kafka.streams.state.TimestampedKeyValueStore<String, String> store;

            @Override
            public void init(ProcessorContext<Void, Void> context) {
                store = context.getStateStore(STORE);
            }

            @Override
            public void process(Record<String, String> record) {
                store.put(
                        record.key(),
                        org.apache.kafka.streams.state.ValueAndTimestamp.make(record.value(), record.timestamp() - 1));
            }
        };
    }

    private Processor<String, String, Void, Void> kafkaPlain() {
        return new Processor<>() {
            private org.apache.kafka.streams.state.KeyValueStore<String, String> store;

            @Override
            public void init(ProcessorContext<Void, Void> context) {
                store = context.getStateStore(STORE);
            }

            @Override
            public void process(Record<String, String> record) {
                store.put(record.key(), record.value());
            }
        };
    }
}
