package io.streamwright.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.KeyValue;
import io.streamwright.errors.InvalidStateStoreException;
import io.streamwright.kstream.Windowed;
import io.streamwright.state.BuiltInWindowStore;
import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.KeyValueStore;
import io.streamwright.state.StoreBuilder;
import io.streamwright.state.StoreLocation;
import io.streamwright.state.Stores;
import io.streamwright.state.TimestampedWindowStore;
import io.streamwright.state.ValueAndTimestamp;
import io.streamwright.state.WindowBytesStoreSupplier;
import io.streamwright.state.WindowStore;
import io.streamwright.state.WindowStoreIterator;
import io.streamwright.store.committed.KeyRange;
import io.streamwright.store.committed.StoreInvariantException;
import io.streamwright.topology.StreamTimeKeeper;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Properties;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.processor.api.Record;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a window store keeps, for how long, and in which bytes. */
final class WindowStoreTest {
    private static final String STORE = "store";
    private static final TopicPartition CHANGELOG = TaskSetup.changelogOf(STORE);
    private static final long MINUTE_MS = 60_000;

    @TempDir
    private Path directory;

    /** A write of the test: a null value deletes. */
    private record Write(String key, String value, long start, long timestamp) {}

    private static final List<Write> WRITES = List.of(
            new Write("a", "1", 0, 7),
            new Write("b", "2", 1_000, 1_500),
            new Write("a", "3", 0, 1_600),
            new Write("b", null, 1_000, 1_700),
            new Write("", "empty key", 2_000, 2_001));

    private static WindowBytesStoreSupplier minutes(StoreLocation location, long retentionMinutes) {
        Duration retention = Duration.ofMinutes(retentionMinutes);
        return location == StoreLocation.PERSISTENT
                ? Stores.persistentWindowStore(STORE, retention, Duration.ofMinutes(1), false)
                : Stores.inMemoryWindowStore(STORE, retention, Duration.ofMinutes(1), false);
    }

    private static StoreBuilder<WindowStore<String, String>> strings(WindowBytesStoreSupplier supplier) {
        return Stores.windowStoreBuilder(supplier, Serdes.String(), Serdes.String());
    }

    private TaskStores open(StoreBuilder<?> builder) {
        return new TaskSetup(directory).logged(builder).open();
    }

    private static <K, V> List<String> entries(KeyValueIterator<K, V> iterator) {
        List<String> entries = new ArrayList<>();
        try (iterator) {
            while (iterator.hasNext()) {
                KeyValue<K, V> entry = iterator.next();
                String key = entry.key instanceof Windowed<?> windowed
                        ? windowed.key() + "@" + windowed.window().start()
                        : entry.key.toString();
                entries.add(key + "=" + entry.value);
            }
        }
        return entries;
    }

    @ParameterizedTest
    @EnumSource(StoreLocation.class)
    void window_isLeftBehindWhenItsRetentionIsOver(StoreLocation location) {
        try (TaskStores stores = open(strings(minutes(location, 2)))) {
            WindowStore<String, String> store = TaskSetup.store(stores, STORE);
            store.put("a", "first", 0);
            store.put("a", "second", 1);
            TaskSetup.commit(stores);
            // when
            store.put("b", "later", 2 * MINUTE_MS);
            // then
            assertThat(store.fetch("a", 0)).isNull();
            assertThat(store.fetch("a", 1)).isEqualTo("second");
            assertThat(entries(store.all())).containsExactly("a@1=second", "b@120000=later");
            store.put("a", "too late", 0);
            assertThat(store.fetch("a", 0)).isNull();
        }
    }

    @ParameterizedTest
    @EnumSource(StoreLocation.class)
    void abort_bringsBackWhatTheTransactionHadLeftBehind(StoreLocation location) {
        try (TaskStores stores = open(strings(minutes(location, 2)))) {
            WindowStore<String, String> store = TaskSetup.store(stores, STORE);
            store.put("a", "first", 0);
            TaskSetup.commit(stores);
            store.put("b", "much later", 100 * MINUTE_MS);
            assertThat(entries(store.all())).containsExactly("b@6000000=much later");
            // when
            stores.rollback();
            // then
            assertThat(entries(store.all())).containsExactly("a@0=first");
            store.put("a", "again", 1);
            assertThat(store.fetch("a", 1)).isEqualTo("again");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void commit_dropsTheBytesThatAreLeftBehind(boolean timeOrdered) {
        BuiltInWindowStore supplier =
                new BuiltInWindowStore(STORE, StoreLocation.PERSISTENT, 2 * MINUTE_MS, MINUTE_MS, false, timeOrdered);
        try (TaskStores stores = open(strings(supplier))) {
            WindowStore<String, String> store = TaskSetup.store(stores, STORE);
            for (int minute = 0; minute < 20; minute++) {
                store.put("a", "v", minute * MINUTE_MS);
                TaskSetup.commit(stores);
            }
            // then two windows are live, and at most a segment waits to be dropped beside the header
            assertThat(committedEntries(stores)).isBetween(3, 5);
        }
    }

    private static int committedEntries(TaskStores stores) {
        int entries = 0;
        try (MergedIterator all = stores.bytes(STORE).iterate(KeyRange.ALL, true)) {
            for (; all.isValid(); all.advance()) {
                entries++;
            }
        }
        return entries;
    }

    @Test
    void restart_findsWindowsAndTimeAgain() {
        StoreBuilder<WindowStore<String, String>> builder = strings(minutes(StoreLocation.PERSISTENT, 2));
        try (TaskStores stores = open(builder)) {
            WindowStore<String, String> store = TaskSetup.store(stores, STORE);
            store.put("a", "kept", 5 * MINUTE_MS);
            store.put("b", "deleted", 6 * MINUTE_MS);
            store.put("b", null, 6 * MINUTE_MS);
            TaskSetup.commit(stores);
            store.put("a", "not committed", 100 * MINUTE_MS);
        }
        // when
        try (TaskStores stores = open(builder)) {
            WindowStore<String, String> store = TaskSetup.store(stores, STORE);
            // then time is that of the deleted window
            assertThat(entries(store.all())).containsExactly("a@300000=kept");
            store.put("c", "too late", 4 * MINUTE_MS);
            store.put("c", "in time", 4 * MINUTE_MS + 1);
            assertThat(entries(store.all())).containsExactly("c@240001=in time", "a@300000=kept");
        }
    }

    @Test
    void olderProgramWithAnotherRetention_keepsItsWindows() {
        try (TaskStores stores = open(strings(minutes(StoreLocation.PERSISTENT, 10)))) {
            WindowStore<String, String> store = TaskSetup.store(stores, STORE);
            for (int minute = 0; minute < 10; minute++) {
                store.put("a", "v" + minute, minute * MINUTE_MS);
            }
            TaskSetup.commit(stores);
        }
        // when
        try (TaskStores stores = open(strings(minutes(StoreLocation.PERSISTENT, 3)))) {
            WindowStore<String, String> store = TaskSetup.store(stores, STORE);
            // then
            assertThat(entries(store.fetch("a", 0, Long.MAX_VALUE)))
                    .containsExactly("420000=v7", "480000=v8", "540000=v9");
            store.put("a", "v10", 10 * MINUTE_MS);
            assertThat(entries(store.backwardFetch("a", 0, Long.MAX_VALUE)))
                    .containsExactly("600000=v10", "540000=v9", "480000=v8");
        }
    }

    @Test
    void storeThatWasNoWindowStore_isRefused() {
        try (TaskStores stores = open(TaskSetup.strings(StoreLocation.PERSISTENT, STORE))) {
            TaskSetup.<KeyValueStore<String, String>>store(stores, STORE).put("a", "v");
            TaskSetup.commit(stores);
        }
        assertThatThrownBy(() -> open(strings(minutes(StoreLocation.PERSISTENT, 2))))
                .isInstanceOf(StoreInvariantException.class)
                .hasMessageContaining("was no window store");
    }

    @ParameterizedTest
    @EnumSource(StoreLocation.class)
    void valuesOfTheSameWindow_areKeptSideBySideAfterARestoreToo(StoreLocation location) {
        FakeLog log = new FakeLog();
        BuiltInWindowStore supplier = new BuiltInWindowStore(STORE, location, MINUTE_MS, MINUTE_MS, true, false);
        try (TaskStores stores = open(strings(supplier))) {
            WindowStore<String, String> store = TaskSetup.store(stores, STORE);
            store.put("a", "1", 5);
            store.put("a", "2", 5);
            store.put("a", null, 5);
            stores.writeChanges((partition, timestamp, key, value, headers) ->
                    log.partition(partition).record(key, value, timestamp));
        }
        // when another machine restores it
        try (TaskStores stores = new TaskSetup(directory.resolve("elsewhere"))
                .logged(strings(supplier))
                .open()) {
            restore(log, stores);
            WindowStore<String, String> store = TaskSetup.store(stores, STORE);
            store.put("a", "3", 5);
            // then
            assertThat(entries(store.fetch("a", 0, 10))).containsExactly("5=1", "5=2", "5=3");
        }
    }

    private static void restore(FakeLog log, TaskStores stores) {
        try (RestoreProcess process = RestoreProcess.start(log, stores, RestoreProgress.NONE)) {
            while (!process.step(Duration.ZERO)) {}
        }
    }

    @Test
    void restore_bringsBackTheTimeOfTheNewestRecord() {
        FakeLog log = new FakeLog();
        BuiltInWindowStore supplier =
                new BuiltInWindowStore(STORE, StoreLocation.IN_MEMORY, MINUTE_MS, MINUTE_MS, false, false);
        StoreBuilder<?> builder = Stores.timestampedWindowStoreBuilder(supplier, Serdes.String(), Serdes.String());
        try (TaskStores stores = open(builder)) {
            TimestampedWindowStore<String, String> store = TaskSetup.store(stores, STORE);
            assertThat(((StreamTimeKeeper) store).streamTimeMs()).isEqualTo(-1);
            store.put("a", ValueAndTimestamp.make("1", 1_234), 1_000);
            store.put("a", ValueAndTimestamp.make("2", 17), 0);
            assertThat(((StreamTimeKeeper) store).streamTimeMs()).isEqualTo(1_234);
            stores.writeChanges((partition, timestamp, key, value, headers) ->
                    log.partition(partition).record(key, value, timestamp));
        }
        // when
        try (TaskStores stores = open(builder)) {
            restore(log, stores);
            // then
            TimestampedWindowStore<String, String> store = TaskSetup.store(stores, STORE);
            assertThat(((StreamTimeKeeper) store).streamTimeMs()).isEqualTo(1_234);
            assertThat(store.fetch("a", 0)).isEqualTo(ValueAndTimestamp.make("2", 17));
        }
    }

    @Test
    void iterator_seesTheStoreAsOfItsOpening() {
        try (TaskStores stores = open(strings(minutes(StoreLocation.IN_MEMORY, 10)))) {
            WindowStore<String, String> store = TaskSetup.store(stores, STORE);
            store.put("a", "1", 0);
            store.put("a", "2", 9 * MINUTE_MS);
            TaskSetup.commit(stores);
            try (WindowStoreIterator<String> windows = store.fetch("a", 0, 10 * MINUTE_MS)) {
                // when what it has still to visit is left behind, in the store's bytes too
                store.put("a", "3", 100 * MINUTE_MS);
                TaskSetup.commit(stores);
                // then
                assertThat(windows.next()).isEqualTo(KeyValue.pair(0L, "1"));
                assertThat(windows.next()).isEqualTo(KeyValue.pair(9 * MINUTE_MS, "2"));
                assertThatThrownBy(windows::next).isInstanceOf(NoSuchElementException.class);
                windows.close();
                assertThatThrownBy(windows::hasNext).isInstanceOf(InvalidStateStoreException.class);
            }
        }
    }

    @Test
    void supplierOfTheProgramsOwn_isRefused() {
        WindowBytesStoreSupplier theirs = new WindowBytesStoreSupplier() {
            @Override
            public String name() {
                return STORE;
            }

            @Override
            public WindowStore<Bytes, byte[]> get() {
                throw new UnsupportedOperationException("not asked for");
            }

            @Override
            public String metricsScope() {
                return "theirs";
            }

            @Override
            public long segmentIntervalMs() {
                return 1;
            }

            @Override
            public long windowSize() {
                return 1;
            }

            @Override
            public boolean retainDuplicates() {
                return false;
            }

            @Override
            public long retentionPeriod() {
                return 1;
            }
        };
        assertThatThrownBy(() -> open(strings(theirs)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("Take a supplier of window stores from Stores");
    }

    @Test
    void windowBeforeTheEpoch_isRefused() {
        try (TaskStores stores = open(strings(minutes(StoreLocation.IN_MEMORY, 2)))) {
            WindowStore<String, String> store = TaskSetup.store(stores, STORE);
            assertThatThrownBy(() -> store.put("a", "v", -1)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> store.put(null, "v", 1)).isInstanceOf(NullPointerException.class);
            assertThat(entries(store.fetch("a", -100, 100))).isEmpty();
        }
    }

    @Test
    void storeOfItsOwn_keepsWindows() {
        WindowStore<String, String> store =
                strings(minutes(StoreLocation.PERSISTENT, 2)).build();
        TestContext context = TestContext.in(directory);
        store.init(context, store);
        store.put("a", "1", 5);
        store.close();
        // when
        store.init(context, store);
        // then
        assertThat(store.fetch("a", 5)).isEqualTo("1");
        assertThat(store.persistent()).isTrue();
        store.close();
    }

    @Test
    void plainStore_hasTheChangelogOfKafkaStreams() {
        List<String> changelog = changelog(strings(minutes(StoreLocation.PERSISTENT, 2)), Write::value);
        assertThat(changelog).isEqualTo(kafkaChangelog(false, false));
    }

    @Test
    void storeOfDuplicates_hasTheChangelogOfKafkaStreams() {
        WindowBytesStoreSupplier supplier =
                Stores.persistentWindowStore(STORE, Duration.ofMinutes(2), Duration.ofMinutes(1), true);
        List<String> changelog = changelog(strings(supplier), Write::value);
        // then, but that a deletion, which takes a number and deletes nothing, is not written
        List<String> expected = new ArrayList<>(kafkaChangelog(false, true));
        assertThat(expected.removeIf(record -> record.contains("=null@"))).isTrue();
        assertThat(changelog).isEqualTo(expected);
    }

    @Test
    void timestampedStore_hasTheChangelogOfKafkaStreams() {
        StoreBuilder<?> builder = Stores.timestampedWindowStoreBuilder(
                minutes(StoreLocation.PERSISTENT, 2), Serdes.String(), Serdes.String());
        List<String> changelog =
                changelog(builder, write -> ValueAndTimestamp.make(write.value(), write.timestamp() - 1));
        assertThat(changelog).isEqualTo(kafkaChangelog(true, false));
    }

    private <S> List<String> changelog(StoreBuilder<?> builder, Function<Write, S> values) {
        TaskSetup setup = new TaskSetup(directory.resolve("ours")).logged(builder);
        List<String> changelog = new ArrayList<>();
        try (TaskStores stores = setup.open()) {
            WindowStore<String, S> store = TaskSetup.store(stores, STORE);
            for (Write write : WRITES) {
                setup.timestamp = write.timestamp;
                store.put(write.key, values.apply(write), write.start);
                long position = stores.position(STORE);
                stores.writeChanges((partition, timestamp, key, value, headers) ->
                        changelog.add(hex(key) + "=" + hex(value) + "@" + timestamp));
                stores.seal();
                stores.commit(Map.of(CHANGELOG, position + 2));
            }
        }
        return changelog;
    }

    private static String hex(byte[] bytes) {
        return bytes == null ? "null" : HexFormat.of().formatHex(bytes);
    }

    private List<String> kafkaChangelog(boolean timestamped, boolean duplicates) {
        Duration retention = Duration.ofMinutes(2);
        Duration size = Duration.ofMinutes(1);
        Topology topology = new Topology();
        topology.addSource("source", "input");
        Supplier<Processor<String, String, Void, Void>> work = () -> new KafkaPuts(timestamped);
        ProcessorSupplier<String, String, Void, Void> supplier = work::get;
        topology.addProcessor("processor", supplier, "source");
        if (timestamped) {
            topology.addStateStore(
                    org.apache.kafka.streams.state.Stores.timestampedWindowStoreBuilder(
                            org.apache.kafka.streams.state.Stores.persistentTimestampedWindowStore(
                                    STORE, retention, size, duplicates),
                            Serdes.String(),
                            Serdes.String()),
                    "processor");
        } else {
            topology.addStateStore(
                    org.apache.kafka.streams.state.Stores.windowStoreBuilder(
                            org.apache.kafka.streams.state.Stores.persistentWindowStore(
                                    STORE, retention, size, duplicates),
                            Serdes.String(),
                            Serdes.String()),
                    "processor");
        }
        Properties config = new Properties();
        config.put("application.id", "app");
        config.put("bootstrap.servers", "unused:1");
        config.put("state.dir", directory.resolve("kafka").toString());
        config.put("default.key.serde", Serdes.StringSerde.class);
        config.put("default.value.serde", Serdes.StringSerde.class);
        try (TopologyTestDriver driver = new TopologyTestDriver(topology, config)) {
            var input = driver.createInputTopic("input", new StringSerializer(), new StringSerializer());
            WRITES.forEach(write -> input.pipeInput(write.key, write.value, write.timestamp));
            return driver
                    .createOutputTopic("app-store-changelog", new ByteArrayDeserializer(), new ByteArrayDeserializer())
                    .readRecordsToList()
                    .stream()
                    .map(record -> hex(record.key()) + "=" + hex(record.value()) + "@" + record.timestamp())
                    .toList();
        }
    }

    /** Puts each record into the window of its write. */
    private static final class KafkaPuts implements Processor<String, String, Void, Void> {
        private final boolean timestamped;
        private org.apache.kafka.streams.state.WindowStore<String, Object> store;

        KafkaPuts(boolean timestamped) {
            this.timestamped = timestamped;
        }

        @Override
        public void init(ProcessorContext<Void, Void> context) {
            store = context.getStateStore(STORE);
        }

        @Override
        public void process(Record<String, String> record) {
            long start = WRITES.stream()
                    .filter(write -> write.timestamp == record.timestamp())
                    .findFirst()
                    .orElseThrow()
                    .start;
            Object value = timestamped
                    ? org.apache.kafka.streams.state.ValueAndTimestamp.make(record.value(), record.timestamp() - 1)
                    : record.value();
            store.put(record.key(), value, start);
        }
    }
}
