package io.streamwright.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.StoreQueryParameters;
import io.streamwright.StreamsBuilder;
import io.streamwright.Topology;
import io.streamwright.errors.InvalidStateStoreException;
import io.streamwright.kstream.Consumed;
import io.streamwright.kstream.Grouped;
import io.streamwright.kstream.Materialized;
import io.streamwright.kstream.SessionWindows;
import io.streamwright.kstream.Windowed;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.Record;
import io.streamwright.query.MultiVersionedKeyQuery;
import io.streamwright.query.QueryResult;
import io.streamwright.query.StateQueryRequest;
import io.streamwright.query.VersionedKeyQuery;
import io.streamwright.query.WindowRangeQuery;
import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.QueryableStoreTypes;
import io.streamwright.state.ReadOnlySessionStore;
import io.streamwright.state.Stores;
import io.streamwright.state.VersionedKeyValueStore;
import io.streamwright.state.VersionedRecord;
import io.streamwright.state.VersionedRecordIterator;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Session stores and versioned stores answer from outside as they do inside. */
final class SessionAndVersionQueriesTest {
    private static final String SESSIONS = "sessions";
    private static final String HISTORY = "history";

    @TempDir
    Path directory;

    private AppHarness harness;

    @BeforeEach
    void openLog() {
        harness = new AppHarness(directory);
        harness.createTopic("in", 2);
        harness.write(
                "in", List.of(record("a", 1), record("a", 5), record("b", 7), record("a", 100), record("c", 101)));
    }

    private static ProducerRecord<String, String> record(String key, long timestamp) {
        return new ProducerRecord<>("in", null, timestamp, key, "at-" + timestamp);
    }

    @AfterEach
    void closeLog() {
        harness.close();
    }

    private StreamsApp started(Topology topology) throws InterruptedException {
        StreamsApp app = new StreamsApp(topology, harness.settings());
        app.start();
        assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();
        return app;
    }

    private static Topology sessions(boolean persistent) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("in", Consumed.with(Serdes.String(), Serdes.String()))
                .groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
                .windowedBy(SessionWindows.ofInactivityGapWithNoGrace(Duration.ofMillis(10)))
                .count(Materialized.<String, Long>as(
                                persistent
                                        ? Stores.persistentSessionStore(SESSIONS, Duration.ofHours(1))
                                        : Stores.inMemorySessionStore(SESSIONS, Duration.ofHours(1)))
                        .withKeySerde(Serdes.String())
                        .withValueSerde(Serdes.Long()));
        return builder.build();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void sessions_areFoundByKeyAndTime(boolean persistent) throws Exception {
        try (StreamsApp app = started(sessions(persistent))) {
            ReadOnlySessionStore<String, Long> store =
                    app.store(StoreQueryParameters.fromNameAndType(SESSIONS, QueryableStoreTypes.sessionStore()));
            assertThat(store.fetchSession("a", 1, 5)).isEqualTo(2);
            assertThat(store.fetchSession("a", Instant.ofEpochMilli(100), Instant.ofEpochMilli(100)))
                    .isEqualTo(1);
            assertThat(store.fetchSession("a", 1, 4)).isNull();
            assertThat(listed(store.fetch("a"))).containsExactly("a[1,5]=2", "a[100,100]=1");
            assertThat(listed(store.backwardFetch("a"))).containsExactly("a[100,100]=1", "a[1,5]=2");
            List<String> all = List.of("a[1,5]=2", "a[100,100]=1", "b[7,7]=1", "c[101,101]=1");
            assertThat(listed(store.fetch(null, null))).containsExactlyInAnyOrderElementsOf(all);
            assertThat(listed(store.backwardFetch("a", "c"))).containsExactlyInAnyOrderElementsOf(all);
            assertThat(listed(store.findSessions("a", 50, 200))).containsExactly("a[100,100]=1");
            assertThat(listed(store.backwardFindSessions("a", 0, 200))).containsExactly("a[100,100]=1", "a[1,5]=2");
            assertThat(listed(store.findSessions("a", "c", 50, 200)))
                    .containsExactlyInAnyOrder("a[100,100]=1", "c[101,101]=1");
            assertThat(listed(store.backwardFindSessions("b", "c", Instant.EPOCH, Instant.ofEpochMilli(50))))
                    .containsExactly("b[7,7]=1");
            QueryResult<KeyValueIterator<Windowed<String>, Long>> answer = app.query(StateQueryRequest.inStore(SESSIONS)
                            .withQuery(WindowRangeQuery.<String, Long>withKey("a"))
                            .withPartitions(Set.of(app.queryMetadataForKey(
                                            SESSIONS, "a", Serdes.String().serializer())
                                    .partition())))
                    .getOnlyPartitionResult();
            assertThat(listed(answer.getResult())).containsExactly("a[1,5]=2", "a[100,100]=1");
        }
    }

    private static List<String> listed(KeyValueIterator<Windowed<String>, Long> sessions) {
        List<String> listed = new ArrayList<>();
        try (sessions) {
            sessions.forEachRemaining(entry -> listed.add(entry.key.key() + "["
                    + entry.key.window().start() + "," + entry.key.window().end() + "]=" + entry.value));
        }
        return listed;
    }

    private static Topology history() {
        return new Topology()
                .addSource("source", "in")
                .addProcessor("keep", Keep::new, "source")
                .addStateStore(
                        Stores.versionedKeyValueStoreBuilder(
                                Stores.persistentVersionedKeyValueStore(HISTORY, Duration.ofHours(1)),
                                Serdes.String(),
                                Serdes.String()),
                        "keep");
    }

    /** Keeps all values of each key. */
    private static final class Keep extends ContextualProcessor<String, String, Void, Void> {
        @Override
        public void process(Record<String, String> record) {
            VersionedKeyValueStore<String, String> history = context().getStateStore(HISTORY);
            history.put(record.key(), record.value(), record.timestamp());
        }
    }

    @Test
    void versions_areFoundByTime() throws Exception {
        try (StreamsApp app = started(history())) {
            assertThat(version(app, VersionedKeyQuery.withKey("a"))).isEqualTo(new VersionedRecord<>("at-100", 100));
            assertThat(version(
                            app, VersionedKeyQuery.<String, String>withKey("a").asOf(Instant.ofEpochMilli(6))))
                    .isEqualTo(new VersionedRecord<>("at-5", 5, 100));
            List<VersionedRecord<String>> versions = new ArrayList<>();
            for (QueryResult<VersionedRecordIterator<String>> part : app.query(StateQueryRequest.inStore(HISTORY)
                            .withQuery(MultiVersionedKeyQuery.<String, String>withKey("a")
                                    .toTime(Instant.ofEpochMilli(99))))
                    .getPartitionResults()
                    .values()) {
                try (VersionedRecordIterator<String> found = part.getResult()) {
                    found.forEachRemaining(versions::add);
                }
            }
            assertThat(versions)
                    .containsExactly(new VersionedRecord<>("at-5", 5, 100), new VersionedRecord<>("at-1", 1, 5));
            assertThatThrownBy(() -> app.store(
                            StoreQueryParameters.fromNameAndType(HISTORY, QueryableStoreTypes.keyValueStore())))
                    .isInstanceOf(InvalidStateStoreException.class);
        }
    }

    private static VersionedRecord<String> version(StreamsApp app, VersionedKeyQuery<String, String> query) {
        return app.query(StateQueryRequest.inStore(HISTORY).withQuery(query))
                .getOnlyPartitionResult()
                .getResult();
    }
}
