package io.streamwright.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.errors.InvalidStateStoreException;
import io.streamwright.kstream.SessionWindow;
import io.streamwright.kstream.Windowed;
import io.streamwright.state.BuiltInSessionStore;
import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.SessionBytesStoreSupplier;
import io.streamwright.state.SessionStore;
import io.streamwright.state.StoreBuilder;
import io.streamwright.state.StoreLocation;
import io.streamwright.state.Stores;
import io.streamwright.state.WindowStore;
import io.streamwright.store.committed.KeyRange;
import io.streamwright.store.committed.StoreInvariantException;
import io.streamwright.topology.StreamTimeKeeper;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Properties;
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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Sessions in a store: how long they are kept, and how they lie in its changelog. */
final class SessionStoreTest {
    private static final String STORE = "store";
    private static final long MINUTE_MS = 60_000;
    private static final TopicPartition CHANGELOG = TaskSetup.changelogOf(STORE);

    @TempDir
    private Path directory;

    /** A write of the test: a null value deletes. */
    private record Write(String key, String value, long start, long end, long timestamp) {}

    private static final List<Write> WRITES = List.of(
            new Write("a", "1", 0, 1_000, 1_000),
            new Write("b", "2", 500, 500, 1_500),
            new Write("a", null, 0, 1_000, 1_600),
            new Write("b", null, 7, 8, 1_700),
            new Write("", "empty key", 1_000, 2_000, 2_001));

    private static SessionBytesStoreSupplier minutes(StoreLocation location, long retentionMinutes) {
        Duration retention = Duration.ofMinutes(retentionMinutes);
        return location == StoreLocation.PERSISTENT
                ? Stores.persistentSessionStore(STORE, retention)
                : Stores.inMemorySessionStore(STORE, retention);
    }

    private static StoreBuilder<SessionStore<String, String>> strings(SessionBytesStoreSupplier supplier) {
        return Stores.sessionStoreBuilder(supplier, Serdes.String(), Serdes.String());
    }

    private TaskStores open(StoreBuilder<?> builder) {
        return new TaskSetup(directory).logged(builder).open();
    }

    private static Windowed<String> session(String key, long start, long end) {
        return new Windowed<>(key, new SessionWindow(start, end));
    }

    private static List<String> entries(KeyValueIterator<Windowed<String>, String> iterator) {
        List<String> entries = new ArrayList<>();
        try (iterator) {
            iterator.forEachRemaining(entry -> entries.add(entry.key + "=" + entry.value));
        }
        return entries;
    }

    @ParameterizedTest
    @EnumSource(StoreLocation.class)
    void session_isLeftBehindWhenItsRetentionIsOver(StoreLocation location) {
        try (TaskStores stores = open(strings(minutes(location, 2)))) {
            SessionStore<String, String> store = TaskSetup.store(stores, STORE);
            store.put(session("a", 0, 10), "first");
            store.put(session("a", 0, 11), "second");
            TaskSetup.commit(stores);
            // when
            store.put(session("b", 5, 2 * MINUTE_MS + 10), "later");
            // then
            assertThat(store.fetchSession("a", 0, 10)).isNull();
            assertThat(store.fetchSession("a", Instant.ofEpochMilli(0), Instant.ofEpochMilli(11)))
                    .isEqualTo("second");
            assertThat(entries(store.fetch(null, null))).containsExactly("[a@0/11]=second", "[b@5/120010]=later");
            store.put(session("a", 0, 10), "too late");
            assertThat(store.fetchSession("a", 0, 10)).isNull();
        }
    }

    @ParameterizedTest
    @EnumSource(StoreLocation.class)
    void abort_bringsBackWhatTheTransactionHadLeftBehind(StoreLocation location) {
        try (TaskStores stores = open(strings(minutes(location, 2)))) {
            SessionStore<String, String> store = TaskSetup.store(stores, STORE);
            store.put(session("a", 0, 10), "first");
            TaskSetup.commit(stores);
            store.put(session("b", 0, 100 * MINUTE_MS), "much later");
            assertThat(entries(store.fetch(null, null))).containsExactly("[b@0/6000000]=much later");
            // when
            stores.rollback();
            // then
            assertThat(entries(store.fetch(null, null))).containsExactly("[a@0/10]=first");
        }
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    void commit_dropsTheBytesThatAreLeftBehind(boolean timeOrdered) {
        BuiltInSessionStore supplier =
                new BuiltInSessionStore(STORE, StoreLocation.PERSISTENT, 2 * MINUTE_MS, timeOrdered);
        try (TaskStores stores = open(strings(supplier))) {
            SessionStore<String, String> store = TaskSetup.store(stores, STORE);
            for (int minute = 0; minute < 20; minute++) {
                store.put(session("a", 0, minute * MINUTE_MS), "v");
                TaskSetup.commit(stores);
            }
            int entries = 0;
            try (MergedIterator all = stores.bytes(STORE).iterate(KeyRange.ALL, true)) {
                for (; all.isValid(); all.advance()) {
                    entries++;
                }
            }
            // then two sessions are live, and at most a segment waits to be dropped beside the header
            assertThat(timeOrdered ? (entries + 1) / 2 : entries).isBetween(3, 5);
        }
    }

    @ParameterizedTest(name = "{0}, in the order of time: {1}")
    @CsvSource({"PERSISTENT, false", "PERSISTENT, true", "IN_MEMORY, false", "IN_MEMORY, true"})
    void sessionsByEnd_comeInTheOrderInWhichKafkaStreamsEmitsThem(StoreLocation location, boolean timeOrdered) {
        try (TaskStores stores = open(strings(new BuiltInSessionStore(STORE, location, 10 * MINUTE_MS, timeOrdered)))) {
            SessionStore<String, String> store = TaskSetup.store(stores, STORE);
            store.put(session("b", 1, 3), "1");
            store.put(session("a", 3, 3), "2");
            store.put(session("a", 0, 9), "3");
            store.put(session("b", 2, 2), "4");
            // then
            List<String> found = entries(store.findSessions(2, 3));
            if (!timeOrdered) {
                assertThat(found).containsExactly("[a@3/3]=2", "[b@2/2]=4", "[b@1/3]=1");
            } else if (location == StoreLocation.PERSISTENT) {
                assertThat(found).containsExactly("[b@2/2]=4", "[b@1/3]=1", "[a@3/3]=2");
            } else {
                assertThat(found).containsExactly("[b@2/2]=4", "[a@3/3]=2", "[b@1/3]=1");
            }
        }
    }

    @Test
    void restore_bringsBackTimeFromTheEndOfADeletedSession() {
        FakeLog log = new FakeLog();
        StoreBuilder<?> builder = strings(minutes(StoreLocation.IN_MEMORY, 2));
        try (TaskStores stores = open(builder)) {
            SessionStore<String, String> store = TaskSetup.store(stores, STORE);
            assertThat(((StreamTimeKeeper) store).streamTimeMs()).isEqualTo(-1);
            store.put(session("a", 0, 5 * MINUTE_MS), "1");
            store.remove(session("a", 0, 5 * MINUTE_MS));
            store.put(session("a", 0, 4 * MINUTE_MS), "2");
            stores.writeChanges((partition, timestamp, key, value, headers) ->
                    log.partition(partition).record(key, value, 17));
        }
        // when
        try (TaskStores stores = open(builder);
                RestoreProcess process = RestoreProcess.start(log, stores, RestoreProgress.NONE)) {
            while (!process.step(Duration.ZERO)) {}
            // then
            SessionStore<String, String> store = TaskSetup.store(stores, STORE);
            assertThat(((StreamTimeKeeper) store).streamTimeMs()).isEqualTo(5 * MINUTE_MS);
            assertThat(entries(store.fetch("a"))).containsExactly("[a@0/240000]=2");
        }
    }

    @Test
    void storeOfAnotherKind_isRefused() {
        try (TaskStores stores = open(Stores.windowStoreBuilder(
                Stores.persistentWindowStore(STORE, Duration.ofMinutes(2), Duration.ofMinutes(1), false),
                Serdes.String(),
                Serdes.String()))) {
            TaskSetup.<WindowStore<String, String>>store(stores, STORE).put("a", "v", 5);
            TaskSetup.commit(stores);
        }
        assertThatThrownBy(() -> open(strings(minutes(StoreLocation.PERSISTENT, 2))))
                .isInstanceOf(StoreInvariantException.class)
                .hasMessageContaining("was no session store");
    }

    @Test
    void supplierOfTheProgramsOwn_isRefused() {
        SessionBytesStoreSupplier theirs = new SessionBytesStoreSupplier() {
            @Override
            public String name() {
                return STORE;
            }

            @Override
            public SessionStore<Bytes, byte[]> get() {
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
            public long retentionPeriod() {
                return 1;
            }
        };
        assertThatThrownBy(() -> open(strings(theirs)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("Take a supplier of session stores from Stores");
    }

    @Test
    void nothing_isNoSession() {
        try (TaskStores stores = open(strings(minutes(StoreLocation.IN_MEMORY, 2)))) {
            SessionStore<String, String> store = TaskSetup.store(stores, STORE);
            assertThatThrownBy(() -> store.put(null, "v")).isInstanceOf(NullPointerException.class);
            assertThatThrownBy(() -> store.put(session(null, 0, 1), "v")).isInstanceOf(NullPointerException.class);
            assertThatThrownBy(() -> store.remove(session(null, 0, 1))).isInstanceOf(NullPointerException.class);
            assertThatThrownBy(() -> store.fetchSession(null, 0, 1)).isInstanceOf(NullPointerException.class);
            assertThat(entries(store.findSessions("a", -5, -1))).isEmpty();
            assertThat(entries(store.findSessions("b", "a", 0, 10))).isEmpty();
            assertThat(store.fetchSession("a", 10, 0)).isNull();
        }
    }

    @Test
    void storeOfItsOwn_keepsSessions() {
        SessionStore<String, String> store =
                strings(minutes(StoreLocation.PERSISTENT, 2)).build();
        TestContext context = TestContext.in(directory);
        store.init(context, store);
        store.put(session("a", 1, 5), "1");
        store.close();
        assertThatThrownBy(() -> store.fetch("a")).isInstanceOf(InvalidStateStoreException.class);
        // when
        store.init(context, store);
        // then
        assertThat(store.fetchSession("a", 1, 5)).isEqualTo("1");
        assertThat(store.persistent()).isTrue();
        assertThat(minutes(StoreLocation.IN_MEMORY, 2).get().persistent()).isFalse();
        store.close();
    }

    @Test
    void store_hasTheChangelogOfKafkaStreams() {
        TaskSetup setup =
                new TaskSetup(directory.resolve("ours")).logged(strings(minutes(StoreLocation.PERSISTENT, 2)));
        List<String> changelog = new ArrayList<>();
        try (TaskStores stores = setup.open()) {
            SessionStore<String, String> store = TaskSetup.store(stores, STORE);
            for (Write write : WRITES) {
                setup.timestamp = write.timestamp;
                store.put(session(write.key, write.start, write.end), write.value);
                long position = stores.position(STORE);
                stores.writeChanges((partition, timestamp, key, value, headers) ->
                        changelog.add(hex(key) + "=" + hex(value) + "@" + timestamp));
                stores.seal();
                stores.commit(Map.of(CHANGELOG, position + 2));
            }
        }
        assertThat(changelog).isEqualTo(kafkaChangelog());
    }

    private static String hex(byte[] bytes) {
        return bytes == null ? "null" : HexFormat.of().formatHex(bytes);
    }

    private List<String> kafkaChangelog() {
        Topology topology = new Topology();
        topology.addSource("source", "input");
        ProcessorSupplier<String, String, Void, Void> supplier = KafkaPuts::new;
        topology.addProcessor("processor", supplier, "source");
        topology.addStateStore(
                org.apache.kafka.streams.state.Stores.sessionStoreBuilder(
                        org.apache.kafka.streams.state.Stores.persistentSessionStore(STORE, Duration.ofMinutes(2)),
                        Serdes.String(),
                        Serdes.String()),
                "processor");
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

    /** Puts each record into the session of its write. */
    private static final class KafkaPuts implements Processor<String, String, Void, Void> {
        private org.apache.kafka.streams.state.SessionStore<String, String> store;

        @Override
        public void init(ProcessorContext<Void, Void> context) {
            store = context.getStateStore(STORE);
        }

        @Override
        public void process(Record<String, String> record) {
            Write write = WRITES.stream()
                    .filter(any -> any.timestamp == record.timestamp())
                    .findFirst()
                    .orElseThrow();
            store.put(
                    new org.apache.kafka.streams.kstream.Windowed<>(
                            write.key,
                            new org.apache.kafka.streams.kstream.internals.SessionWindow(write.start, write.end)),
                    write.value);
        }
    }
}
