package io.streamwright.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.StoreQueryParameters;
import io.streamwright.StreamsBuilder;
import io.streamwright.ThreadMetadata;
import io.streamwright.Topology;
import io.streamwright.errors.InvalidStateStoreException;
import io.streamwright.errors.StateStoreMigratedException;
import io.streamwright.errors.StateStoreRestoringException;
import io.streamwright.errors.StreamsRebalancingException;
import io.streamwright.kstream.Consumed;
import io.streamwright.kstream.Grouped;
import io.streamwright.kstream.Materialized;
import io.streamwright.log.Logs;
import io.streamwright.query.FailureReason;
import io.streamwright.query.KeyQuery;
import io.streamwright.query.QueryResult;
import io.streamwright.query.StateQueryRequest;
import io.streamwright.runtime.StreamsApp.State;
import io.streamwright.state.QueryableStoreTypes;
import io.streamwright.state.ReadOnlyKeyValueStore;
import io.streamwright.state.Stores;
import io.streamwright.testing.Fault;
import io.streamwright.testing.FaultyLog;
import io.streamwright.testing.LogCall;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Workers can be added and removed while the application runs; tasks move, and nothing is lost or counted twice. */
final class MoreAndFewerWorkersTest {
    private static final String COUNTS = "counts";
    private static final List<String> WORDS =
            List.of("apple", "pear", "plum", "fig", "quince", "grape", "kiwi", "lime");

    @TempDir
    Path directory;

    private final FaultyLog faults = FaultyLog.over(Logs.installed());
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private AppHarness harness;

    @BeforeEach
    void openLog() {
        harness = new AppHarness(directory, faults);
        harness.createTopic("in", 4);
        harness.createTopic("out", 1);
        write();
    }

    @AfterEach
    void closeLog() {
        threads.shutdownNow();
        harness.close();
    }

    private void write() {
        WORDS.forEach(word -> harness.write("in", word, "x"));
    }

    private static Topology counting(boolean persistent) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("in", Consumed.with(Serdes.String(), Serdes.String()))
                .groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
                .count(Materialized.<String, Long>as(
                                persistent
                                        ? Stores.persistentKeyValueStore(COUNTS)
                                        : Stores.inMemoryKeyValueStore(COUNTS))
                        .withKeySerde(Serdes.String())
                        .withValueSerde(Serdes.Long()))
                .toStream()
                .mapValues(String::valueOf)
                .to("out");
        return builder.build();
    }

    private StreamsApp app(boolean persistent) {
        return new StreamsApp(counting(persistent), harness.settings(), faults);
    }

    private static void awaitCaughtUp(StreamsApp app) throws InterruptedException {
        assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();
    }

    private static Map<String, Integer> taskCounts(StreamsApp app) {
        return app.metadataForLocalThreads().stream()
                .collect(Collectors.toMap(
                        ThreadMetadata::threadName,
                        worker -> worker.activeTasks().size()));
    }

    private static ReadOnlyKeyValueStore<String, Long> counts(StreamsApp app) {
        return app.store(StoreQueryParameters.fromNameAndType(COUNTS, QueryableStoreTypes.keyValueStore()));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void addedWorker_takesItsShare_andGivesItBack(boolean persistent) throws Exception {
        List<State> states = Collections.synchronizedList(new ArrayList<>());
        StreamsApp app = app(persistent);
        app.setStateListener((newState, oldState) -> states.add(newState));
        try (app) {
            app.start();
            awaitCaughtUp(app);
            assertThat(taskCounts(app)).isEqualTo(Map.of("app-worker-1", 4));

            assertThat(app.addStreamThread()).contains("app-worker-2");
            assertThat(taskCounts(app)).isEqualTo(Map.of("app-worker-1", 2, "app-worker-2", 2));
            write();
            awaitCaughtUp(app);
            assertCounts(app, 2);

            assertThat(app.addStreamThread()).contains("app-worker-3");
            assertThat(app.removeStreamThread()).contains("app-worker-3");
            assertThat(app.removeStreamThread()).contains("app-worker-2");
            assertThat(app.removeStreamThread()).isEmpty();
            assertThat(taskCounts(app)).isEqualTo(Map.of("app-worker-1", 4));
            write();
            awaitCaughtUp(app);
            assertCounts(app, 3);
            assertThat(app.progress().records()).isGreaterThanOrEqualTo(3L * WORDS.size());
        }
        assertThat(states)
                .startsWith(State.REBALANCING, State.RUNNING, State.REBALANCING, State.RUNNING)
                .endsWith(State.RUNNING, State.PENDING_SHUTDOWN, State.NOT_RUNNING);
    }

    private static void assertCounts(StreamsApp app, long times) {
        for (String word : WORDS) {
            assertThat(counts(app).get(word)).as(word).isEqualTo(times);
        }
    }

    @Test
    void workersComeAndGo_whileRecordsFlow_andEachCountsOnce() throws Exception {
        int rounds = 12;
        try (StreamsApp app = app(true)) {
            app.start();
            AtomicBoolean done = new AtomicBoolean();
            Future<Long> reader = threads.submit(() -> readUntil(done, app));
            for (int round = 1; round < rounds; round++) {
                write();
                if (round % 3 == 0) {
                    app.removeStreamThread(AppHarness.LONG);
                } else {
                    app.addStreamThread();
                }
            }
            awaitCaughtUp(app);
            assertCounts(app, rounds);
            done.set(true);
            assertThat(reader.get()).isPositive();
        }
        Set<String> expected = WORDS.stream().map(word -> word + "=" + rounds).collect(Collectors.toSet());
        List<String> last = harness.read("out").stream()
                .map(entry -> entry.substring(0, entry.indexOf('@')))
                .toList();
        assertThat(last).containsAll(expected);
        assertThat(last)
                .doesNotContainAnyElementsOf(
                        WORDS.stream().map(word -> word + "=" + (rounds + 1)).toList());
    }

    /** Counts never go back, and a store that moves says so. Returns how many answers there were. */
    private static long readUntil(AtomicBoolean done, StreamsApp app) {
        ReadOnlyKeyValueStore<String, Long> counts = counts(app);
        long answers = 0;
        long last = 0;
        while (!done.get()) {
            try {
                Long count = counts.get("apple");
                if (count != null) {
                    assertThat(count).isGreaterThanOrEqualTo(last);
                    last = count;
                    answers++;
                } else {
                    assertThat(last).isZero();
                }
            } catch (StreamsRebalancingException | StateStoreMigratedException e) {
                assertThat(e).hasMessageContaining(COUNTS);
            }
        }
        return answers;
    }

    @Test
    void storeOfATaskThatMoves_saysThatItMoves() throws Exception {
        try (StreamsApp app = app(true)) {
            app.start();
            awaitCaughtUp(app);
            ReadOnlyKeyValueStore<String, Long> counts = counts(app);
            Fault opening = faults.at(LogCall.OPEN_WRITER).hold();
            try {
                app.addStreamThread();
                opening.awaitFired(AppHarness.LONG);
                assertThatThrownBy(counts::approximateNumEntries)
                        .isInstanceOf(StreamsRebalancingException.class)
                        .isNotInstanceOf(StateStoreRestoringException.class);
                assertThat(app.query(StateQueryRequest.inStore(COUNTS).withQuery(KeyQuery.withKey("apple")))
                                .getPartitionResults()
                                .values())
                        .filteredOn(QueryResult::isFailure)
                        .isNotEmpty()
                        .extracting(QueryResult::getFailureReason)
                        .isSubsetOf(FailureReason.NOT_ACTIVE, FailureReason.NOT_PRESENT);
            } finally {
                opening.release();
            }
            awaitCaughtUp(app);
            assertThat(counts.approximateNumEntries()).isEqualTo(WORDS.size());
        }
    }

    @Test
    void removalThatTakesTooLong_goesOnBehindItsTimeout() throws Exception {
        try (StreamsApp app = app(true)) {
            app.start();
            app.addStreamThread();
            awaitCaughtUp(app);
            Fault closing = faults.at(LogCall.CLOSE_WRITER).hold();
            try {
                assertThatThrownBy(() -> app.removeStreamThread(Duration.ofMillis(1)))
                        .isInstanceOf(TimeoutException.class)
                        .hasMessageContaining("app-worker-2");
            } finally {
                closing.release();
            }
            awaitCaughtUp(app);
            assertCounts(app, 1);
        }
    }

    @Test
    void applicationThatIsClosedWhileTasksMove_ends() throws Exception {
        for (int round = 0; round < 5; round++) {
            StreamsApp app = app(round % 2 == 0);
            app.start();
            app.addStreamThread();
            app.addStreamThread();
            Future<?> removal = threads.submit(() -> app.removeStreamThread());
            assertThat(app.close(AppHarness.LONG)).isTrue();
            removal.get();
            assertThat(app.state()).isEqualTo(State.NOT_RUNNING);
        }
        try (StreamsApp app = app(true)) {
            app.start();
            awaitCaughtUp(app);
            assertCounts(app, 1);
        }
    }

    @Test
    void applicationThatDoesNotRun_hasNoWorkersToAddOrRemove() {
        StreamsApp app = app(true);
        assertThat(app.addStreamThread()).isEmpty();
        assertThat(app.removeStreamThread()).isEmpty();
        app.close();
        assertThat(app.addStreamThread()).isEmpty();
        assertThat(app.removeStreamThread()).isEmpty();
    }

    @Test
    void queryNeverFails_otherwiseThanByItsReasons() throws Exception {
        try (StreamsApp app = app(false)) {
            app.start();
            awaitCaughtUp(app);
            AtomicBoolean done = new AtomicBoolean();
            Future<?> reader = threads.submit(() -> {
                while (!done.get()) {
                    try {
                        counts(app).all().close();
                    } catch (InvalidStateStoreException e) {
                        assertThat(e)
                                .isInstanceOfAny(StreamsRebalancingException.class, StateStoreMigratedException.class);
                    }
                }
            });
            for (int round = 0; round < 4; round++) {
                app.addStreamThread();
                app.removeStreamThread();
            }
            done.set(true);
            reader.get();
        }
    }
}
