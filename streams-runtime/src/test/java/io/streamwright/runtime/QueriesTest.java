package io.streamwright.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.KeyValue;
import io.streamwright.StoreQueryParameters;
import io.streamwright.StreamsBuilder;
import io.streamwright.Topology;
import io.streamwright.errors.InvalidStateStoreException;
import io.streamwright.errors.InvalidStateStorePartitionException;
import io.streamwright.errors.StateStoreMigratedException;
import io.streamwright.errors.StateStoreRestoringException;
import io.streamwright.errors.StreamsNotStartedException;
import io.streamwright.errors.StreamsRebalancingException;
import io.streamwright.errors.StreamsStoppedException;
import io.streamwright.errors.UnknownStateStoreException;
import io.streamwright.kstream.Consumed;
import io.streamwright.kstream.Grouped;
import io.streamwright.kstream.Materialized;
import io.streamwright.kstream.TimeWindows;
import io.streamwright.kstream.Windowed;
import io.streamwright.log.Logs;
import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.QueryableStoreType;
import io.streamwright.state.QueryableStoreTypes;
import io.streamwright.state.ReadOnlyKeyValueStore;
import io.streamwright.state.ReadOnlyWindowStore;
import io.streamwright.state.Stores;
import io.streamwright.state.ValueAndTimestamp;
import io.streamwright.testing.Fault;
import io.streamwright.testing.FaultyLog;
import io.streamwright.testing.LogCall;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What stores hold can be asked from outside, and a question that cannot be answered says why. */
final class QueriesTest {
    private static final String COUNTS = "counts";
    private static final String WINDOWS = "windows";
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @TempDir
    Path directory;

    private final FaultyLog faults = FaultyLog.over(Logs.installed());
    private AppHarness harness;

    @BeforeEach
    void openLog() {
        open(new AppHarness(directory.resolve("state"), faults));
    }

    private void open(AppHarness opened) {
        harness = opened;
        harness.createTopic("in", 2);
    }

    @AfterEach
    void closeLog() {
        harness.close();
    }

    private static Topology counting(boolean persistent) {
        StreamsBuilder builder = new StreamsBuilder();
        var words = builder.stream("in", Consumed.with(Serdes.String(), Serdes.String()))
                .groupByKey(Grouped.with(Serdes.String(), Serdes.String()));
        words.count(Materialized.<String, Long>as(
                        persistent ? Stores.persistentKeyValueStore(COUNTS) : Stores.inMemoryKeyValueStore(COUNTS))
                .withKeySerde(Serdes.String())
                .withValueSerde(Serdes.Long()));
        Duration retention = Duration.ofHours(1);
        words.windowedBy(TimeWindows.ofSizeWithNoGrace(MINUTE))
                .count(Materialized.<String, Long>as(
                                persistent
                                        ? Stores.persistentWindowStore(WINDOWS, retention, MINUTE, false)
                                        : Stores.inMemoryWindowStore(WINDOWS, retention, MINUTE, false))
                        .withKeySerde(Serdes.String())
                        .withValueSerde(Serdes.Long()));
        return builder.build();
    }

    private StreamsApp app() {
        return new StreamsApp(counting(true), harness.settings(), faults);
    }

    private static ReadOnlyKeyValueStore<String, Long> counts(StreamsApp app) {
        return app.store(StoreQueryParameters.fromNameAndType(COUNTS, QueryableStoreTypes.keyValueStore()));
    }

    private static void awaitCaughtUp(StreamsApp app) throws InterruptedException {
        assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();
    }

    // ---- answers

    @ParameterizedTest
    @CsvSource({"memory,true", "memory,false", "embedded,true", "embedded,false"})
    void stores_areSeenWithAllTheirPartitions_andAfterARestartAgain(String log, boolean persistent) throws Exception {
        if (log.equals("embedded")) {
            harness.close();
            open(new AppHarness(directory.resolve("state"), faults, "embedded:" + directory.resolve("log")));
        }
        harness.write("in", "apple", "x", "pear", "x", "plum", "x", "fig", "x", "apple", "x");
        for (int run = 0; run < 2; run++) {
            try (StreamsApp app = new StreamsApp(counting(persistent), harness.settings(), faults)) {
                app.start();
                awaitCaughtUp(app);
                ReadOnlyKeyValueStore<String, Long> counts = counts(app);
                assertThat(counts.get("apple")).isEqualTo(2);
                assertThat(counts.get("grape")).isNull();
                assertThat(entries(counts.all())).containsExactlyInAnyOrder("apple=2", "pear=1", "plum=1", "fig=1");
                assertThat(entries(counts.reverseAll()))
                        .containsExactlyInAnyOrder("apple=2", "pear=1", "plum=1", "fig=1");
                assertThat(entries(counts.range("fig", "pear"))).containsExactlyInAnyOrder("fig=1", "pear=1");
                assertThat(entries(counts.reverseRange("b", null)))
                        .containsExactlyInAnyOrder("fig=1", "pear=1", "plum=1");
                assertThat(entries(counts.prefixScan("p", new StringSerializer())))
                        .containsExactlyInAnyOrder("pear=1", "plum=1");
                assertThat(counts.approximateNumEntries()).isEqualTo(4);
                ReadOnlyKeyValueStore<String, ValueAndTimestamp<Long>> dated = app.store(
                        StoreQueryParameters.fromNameAndType(COUNTS, QueryableStoreTypes.timestampedKeyValueStore()));
                assertThat(dated.get("apple")).isEqualTo(ValueAndTimestamp.make(2L, 4));
                assertWindows(app);
            }
        }
    }

    private static void assertWindows(StreamsApp app) {
        Instant start = Instant.EPOCH;
        ReadOnlyWindowStore<String, Long> windows =
                app.store(StoreQueryParameters.fromNameAndType(WINDOWS, QueryableStoreTypes.windowStore()));
        assertThat(windows.fetch("apple", 0)).isEqualTo(2);
        assertThat(entries(windows.fetch("apple", start, start))).containsExactly("0=2");
        assertThat(entries(windows.backwardFetch("grape", start, start))).isEmpty();
        List<String> all = List.of("apple=2", "pear=1", "plum=1", "fig=1");
        assertThat(windowed(windows.all())).containsExactlyInAnyOrderElementsOf(all);
        assertThat(windowed(windows.backwardAll())).containsExactlyInAnyOrderElementsOf(all);
        assertThat(windowed(windows.fetchAll(start, start))).containsExactlyInAnyOrderElementsOf(all);
        assertThat(windowed(windows.backwardFetchAll(start, start))).containsExactlyInAnyOrderElementsOf(all);
        assertThat(windowed(windows.fetch("fig", "pear", start, start))).containsExactlyInAnyOrder("fig=1", "pear=1");
        assertThat(windowed(windows.backwardFetch("a", "b", start, start))).containsExactly("apple=2");
        ReadOnlyWindowStore<String, ValueAndTimestamp<Long>> dated =
                app.store(StoreQueryParameters.fromNameAndType(WINDOWS, QueryableStoreTypes.timestampedWindowStore()));
        assertThat(dated.fetch("apple", 0)).isEqualTo(ValueAndTimestamp.make(2L, 4));
    }

    private static <K, V> List<String> entries(KeyValueIterator<K, V> iterator) {
        List<String> entries = new ArrayList<>();
        try (iterator) {
            while (iterator.hasNext()) {
                K peeked = iterator.peekNextKey();
                KeyValue<K, V> entry = iterator.next();
                assertThat(entry.key).isEqualTo(peeked);
                entries.add(entry.key + "=" + entry.value);
            }
        }
        return entries;
    }

    private static List<String> windowed(KeyValueIterator<Windowed<String>, Long> iterator) {
        List<String> entries = new ArrayList<>();
        try (iterator) {
            iterator.forEachRemaining(entry -> {
                assertThat(entry.key.window().end()).isEqualTo(MINUTE.toMillis());
                entries.add(entry.key.key() + "=" + entry.value);
            });
        }
        return entries;
    }

    @Test
    void onePartition_isAskedAlone() throws Exception {
        harness.write("in", "apple", "x", "pear", "x", "plum", "x", "fig", "x");
        try (StreamsApp app = app()) {
            app.start();
            awaitCaughtUp(app);
            StoreQueryParameters<ReadOnlyKeyValueStore<String, Long>> all =
                    StoreQueryParameters.fromNameAndType(COUNTS, QueryableStoreTypes.keyValueStore());
            List<String> first = entries(app.store(all.withPartition(0)).all());
            List<String> second = entries(app.store(all.withPartition(1)).all());
            assertThat(first).isNotEmpty();
            assertThat(second).isNotEmpty().doesNotContainAnyElementsOf(first);
            first.addAll(second);
            assertThat(first).containsExactlyInAnyOrder("apple=1", "pear=1", "plum=1", "fig=1");
        }
    }

    @Test
    void pausedApplication_answers() throws Exception {
        harness.write("in", "apple", "x");
        try (StreamsApp app = app()) {
            app.start();
            awaitCaughtUp(app);
            app.pause();
            assertThat(counts(app).get("apple")).isEqualTo(1);
        }
    }

    @Test
    void typeOfOnesOwn_isGivenTheStoresOfEachPartition() throws Exception {
        harness.write("in", "apple", "x", "pear", "x", "plum", "x", "fig", "x");
        QueryableStoreType<Long> sum = new QueryableStoreType<>() {
            @Override
            public boolean accepts(io.streamwright.processor.StateStore store) {
                return store instanceof ReadOnlyKeyValueStore;
            }

            @Override
            public Long create(io.streamwright.state.StateStoreProvider provider, String name) {
                return provider.stores(name, QueryableStoreTypes.<String, Long>keyValueStore()).stream()
                        .mapToLong(ReadOnlyKeyValueStore::approximateNumEntries)
                        .sum();
            }
        };
        try (StreamsApp app = app()) {
            app.start();
            awaitCaughtUp(app);
            assertThat(app.store(StoreQueryParameters.fromNameAndType(COUNTS, sum)))
                    .isEqualTo(4);
        }
    }

    // ---- refusals

    @Test
    void beforeTheStart_thatIsSaid() {
        try (StreamsApp app = app()) {
            assertThatThrownBy(() -> counts(app))
                    .isInstanceOf(StreamsNotStartedException.class)
                    .hasMessageContaining(COUNTS);
        }
    }

    @Test
    void whileATaskIsNotOpen_itIsSaidToBeMoving() throws Exception {
        Fault opening = faults.at(LogCall.OPEN_READER).hold();
        ExecutorService starter = Executors.newSingleThreadExecutor();
        StreamsApp app = app();
        try {
            Future<?> started = starter.submit(app::start);
            opening.awaitFired(AppHarness.LONG);
            ReadOnlyKeyValueStore<String, Long> counts = counts(app);
            assertThatThrownBy(() -> counts.get("apple"))
                    .isInstanceOf(StreamsRebalancingException.class)
                    .isNotInstanceOf(StateStoreRestoringException.class)
                    .hasMessageContaining("task 0_0")
                    .hasMessageContaining("REBALANCING");
            opening.release();
            started.get();
            awaitCaughtUp(app);
            assertThat(counts.get("apple")).isNull();
        } finally {
            opening.release();
            app.close();
            starter.shutdownNow();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whileStoresAreRestored_itIsSaidHowMuchIsMissing(boolean persistent) throws Exception {
        Topology program = counting(persistent);
        harness.write("in", "apple", "x", "pear", "x", "plum", "x", "fig", "x", "apple", "x");
        harness.runToEnd(program);
        new StreamsApp(program, harness.settings(), faults).cleanUp();
        Fault restoring = faults.at(LogCall.RESTORE).always().hold();
        StreamsApp app = new StreamsApp(program, harness.settings(), faults);
        try {
            app.start();
            restoring.awaitFired(AppHarness.LONG);
            ReadOnlyKeyValueStore<String, Long> counts = counts(app);
            assertThatThrownBy(() -> counts.get("apple"))
                    .isInstanceOfSatisfying(
                            StateStoreRestoringException.class,
                            e -> assertThat(e.missingOffsets()).isPositive())
                    .hasMessageContaining("counts is at offset 0 of ");
            // who does not mind gets what is there
            ReadOnlyKeyValueStore<String, Long> stale = app.store(
                    StoreQueryParameters.fromNameAndType(COUNTS, QueryableStoreTypes.<String, Long>keyValueStore())
                            .withPartition(0)
                            .enableStaleStores());
            assertThat(stale.get("apple")).isNull();
            restoring.disarm();
            restoring.release();
            awaitCaughtUp(app);
            assertThat(counts.get("apple")).isEqualTo(2);
        } finally {
            restoring.disarm();
            restoring.release();
            app.close();
        }
    }

    @Test
    void partitionThatIsNotThere_isNamedWithItsOwners() throws Exception {
        try (StreamsApp app = app()) {
            app.start();
            awaitCaughtUp(app);
            assertThatThrownBy(() ->
                            app.store(StoreQueryParameters.fromNameAndType(COUNTS, QueryableStoreTypes.keyValueStore())
                                    .withPartition(2)))
                    .isInstanceOf(InvalidStateStorePartitionException.class)
                    .hasMessageContaining("no partition 2")
                    .hasMessageContaining("owned by");
        }
    }

    @Test
    void unknownStore_isNamedWithTheKnownOnes() {
        try (StreamsApp app = app()) {
            app.start();
            assertThatThrownBy(() -> app.store(
                            StoreQueryParameters.fromNameAndType("count", QueryableStoreTypes.keyValueStore())))
                    .isInstanceOf(UnknownStateStoreException.class)
                    .hasMessageContaining("[counts, windows]");
        }
    }

    @Test
    void storeOfAnotherKind_isRefusedAtOnce() {
        try (StreamsApp app = app()) {
            app.start();
            assertThatThrownBy(() ->
                            app.store(StoreQueryParameters.fromNameAndType(COUNTS, QueryableStoreTypes.windowStore())))
                    .isInstanceOf(InvalidStateStoreException.class)
                    .hasMessageContaining("ReadOnlyWindowStore does not accept");
            assertThatThrownBy(() -> app.store(StoreQueryParameters.fromNameAndType(
                            WINDOWS, QueryableStoreTypes.timestampedKeyValueStore())))
                    .isInstanceOf(InvalidStateStoreException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void afterTheEnd_storesAndIteratorsSaySo(boolean persistent) throws Exception {
        harness.write("in", "apple", "x");
        StreamsApp app = new StreamsApp(counting(persistent), harness.settings(), faults);
        app.start();
        awaitCaughtUp(app);
        ReadOnlyKeyValueStore<String, Long> counts = counts(app);
        KeyValueIterator<String, Long> forgotten = counts.all();
        app.close();
        assertThatThrownBy(() -> counts.get("apple")).isInstanceOf(StreamsStoppedException.class);
        assertThatThrownBy(() -> counts(app)).isInstanceOf(StreamsStoppedException.class);
        assertThatThrownBy(forgotten::hasNext).isInstanceOf(StateStoreMigratedException.class);
        forgotten.close();
        // what the iterator held was given back: another application can have the directory
        harness.runToEnd(counting(persistent));
    }

    @Test
    void nullKey_isRefused() throws Exception {
        try (StreamsApp app = app()) {
            app.start();
            awaitCaughtUp(app);
            assertThatThrownBy(() -> counts(app).get(null)).isInstanceOf(NullPointerException.class);
        }
    }
}
