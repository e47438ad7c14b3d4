package io.streamwright.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.StreamsBuilder;
import io.streamwright.Topology;
import io.streamwright.errors.StreamsNotStartedException;
import io.streamwright.errors.StreamsStoppedException;
import io.streamwright.errors.UnknownStateStoreException;
import io.streamwright.kstream.Consumed;
import io.streamwright.kstream.Grouped;
import io.streamwright.kstream.Materialized;
import io.streamwright.kstream.TimeWindows;
import io.streamwright.log.Logs;
import io.streamwright.query.FailureReason;
import io.streamwright.query.KeyQuery;
import io.streamwright.query.Position;
import io.streamwright.query.PositionBound;
import io.streamwright.query.Query;
import io.streamwright.query.QueryResult;
import io.streamwright.query.RangeQuery;
import io.streamwright.query.StateQueryRequest;
import io.streamwright.query.StateQueryResult;
import io.streamwright.query.TimestampedKeyQuery;
import io.streamwright.query.WindowKeyQuery;
import io.streamwright.query.WindowRangeQuery;
import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.Stores;
import io.streamwright.state.ValueAndTimestamp;
import io.streamwright.state.WindowStore;
import io.streamwright.testing.Fault;
import io.streamwright.testing.FaultyLog;
import io.streamwright.testing.LogCall;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each partition answers a request for itself, or says why it does not. */
final class QueryRequestsTest {
    private static final String COUNTS = "counts";
    private static final String WINDOWS = "windows";
    private static final Instant START = Instant.EPOCH;

    @TempDir
    Path directory;

    private final FaultyLog faults = FaultyLog.over(Logs.installed());
    private AppHarness harness;

    @BeforeEach
    void openLog() {
        harness = new AppHarness(directory, faults);
        harness.createTopic("in", 2);
        harness.write("in", "apple", "x", "pear", "x", "plum", "x", "fig", "x", "apple", "x");
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
        words.windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofMinutes(1)))
                .count(Materialized.<String, Long, WindowStore<Bytes, byte[]>>as(WINDOWS)
                        .withKeySerde(Serdes.String())
                        .withValueSerde(Serdes.Long()));
        return builder.build();
    }

    private StreamsApp app() {
        return new StreamsApp(counting(true), harness.settings(), faults);
    }

    private static StreamsApp started(StreamsApp app) throws InterruptedException {
        app.start();
        assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();
        return app;
    }

    private static <R> R only(StreamsApp app, String store, Query<R> query) {
        return app.query(StateQueryRequest.inStore(store).withQuery(query))
                .getOnlyPartitionResult()
                .getResult();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void questions_areAnsweredByThePartitions(boolean persistent) throws Exception {
        try (StreamsApp app = started(new StreamsApp(counting(persistent), harness.settings(), faults))) {
            assertThat(only(app, COUNTS, KeyQuery.<String, Long>withKey("apple")))
                    .isEqualTo(2);
            assertThat(only(app, COUNTS, TimestampedKeyQuery.<String, Long>withKey("apple")))
                    .isEqualTo(ValueAndTimestamp.make(2L, 4));
            StateQueryResult<Long> absent =
                    app.query(StateQueryRequest.inStore(COUNTS).withQuery(KeyQuery.<String, Long>withKey("grape")));
            assertThat(absent.getOnlyPartitionResult()).isNull();
            assertThat(absent.getPartitionResults()).containsOnlyKeys(0, 1);
            assertThat(rest(app.query(
                            StateQueryRequest.inStore(COUNTS).withQuery(RangeQuery.<String, Long>withNoBounds()))))
                    .containsExactlyInAnyOrder("apple=2", "pear=1", "plum=1", "fig=1");
            assertThat(rest(app.query(StateQueryRequest.inStore(WINDOWS)
                            .withQuery(WindowKeyQuery.<String, ValueAndTimestamp<Long>>withKeyAndWindowStartRange(
                                    "apple", START, START)))))
                    .containsExactly("0=<2,4>");
            assertThat(rest(app.query(StateQueryRequest.inStore(WINDOWS)
                            .withQuery(WindowRangeQuery.<String, ValueAndTimestamp<Long>>withWindowStartRange(
                                    START, START)))))
                    .hasSize(4);
        }
    }

    private static <K, V, I extends KeyValueIterator<K, V>> List<String> rest(StateQueryResult<I> result) {
        List<String> entries = new ArrayList<>();
        for (QueryResult<I> part : result.getPartitionResults().values()) {
            try (I iterator = part.getResult()) {
                iterator.forEachRemaining(entry -> entries.add(entry.key + "=" + entry.value));
            }
        }
        return entries;
    }

    @Test
    void partitions_areAskedAlone_andOneThatIsNotThereSaysSo() throws Exception {
        try (StreamsApp app = started(app())) {
            StateQueryResult<Long> result = app.query(StateQueryRequest.inStore(COUNTS)
                    .withQuery(KeyQuery.<String, Long>withKey("apple"))
                    .withPartitions(Set.of(1, 2)));
            assertThat(result.getPartitionResults()).containsOnlyKeys(1, 2);
            assertThat(result.getPartitionResults().get(1).isSuccess()).isTrue();
            assertThat(result.getPartitionResults().get(2).getFailureReason()).isEqualTo(FailureReason.DOES_NOT_EXIST);
            assertThat(result.getPartitionResults().get(2).getFailureMessage()).contains("no partition 2", "owned by");
        }
    }

    @ParameterizedTest
    @EnumSource(IsolationLevel.class)
    void bothIsolationLevels_areAnswered(IsolationLevel level) throws Exception {
        try (StreamsApp app = started(app())) {
            StateQueryRequest<Long> request = StateQueryRequest.inStore(COUNTS)
                    .withQuery(KeyQuery.<String, Long>withKey("apple"))
                    .withIsolationLevel(level)
                    .enableExecutionInfo();
            QueryResult<Long> answer = app.query(request).getOnlyPartitionResult();
            assertThat(answer.getResult()).isEqualTo(2);
            assertThat(answer.getExecutionInfo()).singleElement().asString().contains(COUNTS, "KeyQuery");
        }
    }

    @Test
    void position_isThatOfTheInput_andBoundsLaterQuestions() throws Exception {
        try (StreamsApp app = started(app())) {
            StateQueryRequest<Long> request =
                    StateQueryRequest.inStore(COUNTS).withQuery(KeyQuery.<String, Long>withKey("apple"));
            Position position = app.query(request).getPosition();
            assertThat(position.getTopics()).containsExactly("in");
            assertThat(position.getPartitionPositions("in")).containsOnlyKeys(0, 1);
            StateQueryResult<Long> again = app.query(request.withPositionBound(PositionBound.at(position)));
            assertThat(again.getOnlyPartitionResult().getResult()).isEqualTo(2);

            Position later = position.copy();
            Map<Integer, Long> reached = position.getPartitionPositions("in");
            later.withComponent("in", 0, reached.get(0) + 1).withComponent("in", 1, reached.get(1) + 1);
            StateQueryResult<Long> tooEarly = app.query(request.withPositionBound(PositionBound.at(later)));
            assertThat(tooEarly.getPartitionResults().values())
                    .extracting(QueryResult::getFailureReason)
                    .containsOnly(FailureReason.NOT_UP_TO_BOUND);
            assertThat(tooEarly.getPosition()).isEqualTo(position);
            assertThat(app.query(request.withPositionBound(PositionBound.at(later))
                                    .requireActive())
                            .getOnlyPartitionResult()
                            .getResult())
                    .isEqualTo(2);

            harness.write("in", "apple", "x", "pear", "x", "plum", "x", "fig", "x");
            assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();
            assertThat(app.query(request.withPositionBound(PositionBound.at(later)))
                            .getOnlyPartitionResult()
                            .getResult())
                    .isEqualTo(3);
        }
    }

    @Test
    void positionOutlivesARestart() throws Exception {
        StateQueryRequest<Long> request =
                StateQueryRequest.inStore(COUNTS).withQuery(KeyQuery.<String, Long>withKey("apple"));
        Position before;
        try (StreamsApp app = started(app())) {
            before = app.query(request).getPosition();
        }
        try (StreamsApp app = started(app())) {
            assertThat(app.query(request).getPosition()).isEqualTo(before);
        }
    }

    @Test
    void wrongQuestions_areRefusedByThePartitions() throws Exception {
        try (StreamsApp app = started(app())) {
            assertThat(app.query(StateQueryRequest.inStore(WINDOWS).withQuery(KeyQuery.withKey("apple")))
                            .getPartitionResults()
                            .values())
                    .extracting(QueryResult::getFailureReason)
                    .containsOnly(FailureReason.UNKNOWN_QUERY_TYPE);
            assertThat(app.query(StateQueryRequest.inStore(COUNTS).withQuery(KeyQuery.withKey(7)))
                            .getPartitionResults()
                            .values())
                    .extracting(QueryResult::getFailureReason)
                    .containsOnly(FailureReason.STORE_EXCEPTION);
        }
    }

    @Test
    void whileStoresAreRestored_noPartitionAnswers() throws Exception {
        harness.runToEnd(counting(true));
        new StreamsApp(counting(true), harness.settings(), faults).cleanUp();
        Fault restoring = faults.at(LogCall.RESTORE).always().hold();
        StreamsApp app = app();
        StateQueryRequest<Long> request =
                StateQueryRequest.inStore(COUNTS).withQuery(KeyQuery.<String, Long>withKey("apple"));
        try {
            app.start();
            restoring.awaitFired(AppHarness.LONG);
            Map<Integer, QueryResult<Long>> results = app.query(request).getPartitionResults();
            assertThat(results.values())
                    .extracting(QueryResult::getFailureReason)
                    .containsOnly(FailureReason.NOT_ACTIVE);
            assertThat(results.get(0).getFailureMessage()).contains("offsets are missing");
            restoring.disarm();
            restoring.release();
            assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();
            assertThat(app.query(request).getOnlyPartitionResult().getResult()).isEqualTo(2);
        } finally {
            restoring.disarm();
            restoring.release();
            app.close();
        }
    }

    @Test
    void applicationThatDoesNotRun_andUnknownStore_throw() throws Exception {
        StateQueryRequest<Long> request =
                StateQueryRequest.inStore(COUNTS).withQuery(KeyQuery.<String, Long>withKey("apple"));
        StreamsApp app = app();
        assertThatThrownBy(() -> app.query(request)).isInstanceOf(StreamsNotStartedException.class);
        assertThatThrownBy(() -> app.query(StateQueryRequest.inStore("other").withQuery(KeyQuery.withKey("a"))))
                .isInstanceOf(UnknownStateStoreException.class);
        started(app).close();
        assertThatThrownBy(() -> app.query(request)).isInstanceOf(StreamsStoppedException.class);
    }
}
