package io.streamwright.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.StreamsBuilder;
import io.streamwright.Topology;
import io.streamwright.kstream.Consumed;
import io.streamwright.kstream.Grouped;
import io.streamwright.kstream.Materialized;
import io.streamwright.kstream.SessionWindows;
import io.streamwright.kstream.TimeWindows;
import io.streamwright.processor.StateStore;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.Record;
import io.streamwright.query.FailureReason;
import io.streamwright.query.KeyQuery;
import io.streamwright.query.MultiVersionedKeyQuery;
import io.streamwright.query.PositionBound;
import io.streamwright.query.Query;
import io.streamwright.query.QueryConfig;
import io.streamwright.query.QueryResult;
import io.streamwright.query.RangeQuery;
import io.streamwright.query.TimestampedKeyQuery;
import io.streamwright.query.TimestampedRangeQuery;
import io.streamwright.query.VersionedKeyQuery;
import io.streamwright.query.WindowKeyQuery;
import io.streamwright.query.WindowRangeQuery;
import io.streamwright.state.KeyValueStore;
import io.streamwright.state.Stores;
import io.streamwright.state.VersionedKeyValueStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Properties;
import java.util.function.Predicate;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;

/** Stores answer every question as those of Kafka Streams do. */
final class QueryDifferentialTest {
    private static final Duration SIZE = Duration.ofMillis(10);
    private static final Duration RETENTION = Duration.ofHours(1);
    private static final Duration HISTORY = Duration.ofMillis(40);
    private static final List<String> KEYS = List.of("a", "b", "c", "d");

    private final Path directory = Files.createTempDirectory("queries");

    QueryDifferentialTest() throws IOException {
        directory.toFile().deleteOnExit(); // the drivers leave it empty
    }

    record Input(String key, long timeMs) {}

    /** A question in both tongues; the bounds are keys or null, the times are window starts. */
    record Question(String kind, String lower, String upper, long fromMs, long toMs, int order) {
        Query<?> ours() {
            Instant from = Instant.ofEpochMilli(fromMs);
            Instant to = Instant.ofEpochMilli(toMs);
            return switch (kind) {
                case "key" -> KeyQuery.withKey(key());
                case "pair" -> TimestampedKeyQuery.withKey(key());
                case "range" -> {
                    RangeQuery<String, Long> range = RangeQuery.withRange(lower, upper);
                    yield order == 0 ? range : order == 1 ? range.withAscendingKeys() : range.withDescendingKeys();
                }
                case "pairs" -> {
                    TimestampedRangeQuery<String, Long> range = TimestampedRangeQuery.withRange(lower, upper);
                    yield order == 0 ? range : order == 1 ? range.withAscendingKeys() : range.withDescendingKeys();
                }
                case "windows" -> WindowKeyQuery.withKeyAndWindowStartRange(key(), from, to);
                case "allWindows" -> WindowRangeQuery.withWindowStartRange(from, to);
                case "version" ->
                    order == 0
                            ? VersionedKeyQuery.withKey(key())
                            : VersionedKeyQuery.withKey(key()).asOf(from);
                case "versions" -> {
                    var versions = MultiVersionedKeyQuery.withKey(key())
                            .fromTime(upper == null ? null : from)
                            .toTime(Instant.ofEpochMilli(Math.max(fromMs, toMs)));
                    yield order == 0
                            ? versions
                            : order == 1 ? versions.withAscendingTimestamps() : versions.withDescendingTimestamps();
                }
                default -> WindowRangeQuery.withKey(key());
            };
        }

        org.apache.kafka.streams.query.Query<?> theirs() {
            Instant from = Instant.ofEpochMilli(fromMs);
            Instant to = Instant.ofEpochMilli(toMs);
            return switch (kind) {
                case "key" -> org.apache.kafka.streams.query.KeyQuery.withKey(key());
                case "pair" -> org.apache.kafka.streams.query.TimestampedKeyQuery.withKey(key());
                case "range" -> {
                    var range = org.apache.kafka.streams.query.RangeQuery.<String, Long>withRange(lower, upper);
                    yield order == 0 ? range : order == 1 ? range.withAscendingKeys() : range.withDescendingKeys();
                }
                case "pairs" -> {
                    var range =
                            org.apache.kafka.streams.query.TimestampedRangeQuery.<String, Long>withRange(lower, upper);
                    yield order == 0 ? range : order == 1 ? range.withAscendingKeys() : range.withDescendingKeys();
                }
                case "windows" ->
                    org.apache.kafka.streams.query.WindowKeyQuery.withKeyAndWindowStartRange(key(), from, to);
                case "allWindows" -> org.apache.kafka.streams.query.WindowRangeQuery.withWindowStartRange(from, to);
                case "version" ->
                    order == 0
                            ? org.apache.kafka.streams.query.VersionedKeyQuery.withKey(key())
                            : org.apache.kafka.streams.query.VersionedKeyQuery.withKey(key())
                                    .asOf(from);
                case "versions" -> {
                    var versions = org.apache.kafka.streams.query.MultiVersionedKeyQuery.withKey(key())
                            .fromTime(upper == null ? null : from)
                            .toTime(Instant.ofEpochMilli(Math.max(fromMs, toMs)));
                    yield order == 0
                            ? versions
                            : order == 1 ? versions.withAscendingTimestamps() : versions.withDescendingTimestamps();
                }
                default -> org.apache.kafka.streams.query.WindowRangeQuery.withKey(key());
            };
        }

        private String key() {
            return lower == null ? "a" : lower;
        }
    }

    @Provide
    Arbitrary<List<Input>> inputs() {
        return Combinators.combine(Arbitraries.of(KEYS), Arbitraries.longs().between(0, 60))
                .as(Input::new)
                .list()
                .ofMaxSize(30);
    }

    @Provide
    Arbitrary<List<Question>> questions() {
        Arbitrary<String> key = Arbitraries.of(KEYS).injectNull(0.2);
        return Combinators.combine(
                        Arbitraries.of(
                                "key",
                                "pair",
                                "range",
                                "pairs",
                                "windows",
                                "allWindows",
                                "sessions",
                                "version",
                                "versions"),
                        key,
                        key,
                        Arbitraries.longs().between(0, 60),
                        Arbitraries.longs().between(0, 60),
                        Arbitraries.integers().between(0, 2))
                .as(Question::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(20);
    }

    @Property
    void storesInMemory_answerAlike(
            @ForAll("inputs") List<Input> inputs, @ForAll("questions") List<Question> questions) {
        compare(false, inputs, questions);
    }

    @Property
    void persistentStores_answerAlike(
            @ForAll("inputs") List<Input> inputs, @ForAll("questions") List<Question> questions) {
        compare(true, inputs, questions);
    }

    @Example
    void versionsFromBeforeTheHistory_areNotShown() {
        Question all = new Question("versions", null, null, 0, 13, 0);
        compare(true, List.of(new Input("a", 1), new Input("a", 2), new Input("a", 42)), List.of(all));
    }

    private void compare(boolean persistent, List<Input> inputs, List<Question> questions) {
        try (TopologyTestDriver ours = new TopologyTestDriver(ours(persistent), settings());
                org.apache.kafka.streams.TopologyTestDriver theirs =
                        new org.apache.kafka.streams.TopologyTestDriver(There.topology(persistent), settings())) {
            var ourInput = ours.createInputTopic("in", new StringSerializer(), new StringSerializer());
            var theirInput = theirs.createInputTopic("in", new StringSerializer(), new StringSerializer());
            for (Input input : inputs) {
                ourInput.pipeInput(input.key, "x", input.timeMs);
                theirInput.pipeInput(input.key, "x", input.timeMs);
            }
            long horizonMs = inputs.stream().mapToLong(Input::timeMs).max().orElse(0) - HISTORY.toMillis();
            for (String store : List.of("dated", "plain", "windows", "sessions", "history")) {
                for (Question question : questions) {
                    // windows of several keys in memory come in the order of time there, in that of keys here
                    boolean sorted = !persistent && question.kind.equals("allWindows");
                    assertThat(answer(ours.getAllStateStores().get(store), question, sorted))
                            .as("%s of %s", question, store)
                            .isEqualTo(answer(theirs.getAllStateStores().get(store), question, sorted, horizonMs));
                }
            }
        }
    }

    private static Object answer(StateStore store, Question question, boolean sorted) {
        QueryResult<?> result = store.query(question.ours(), PositionBound.unbounded(), new QueryConfig(false));
        return result.isSuccess()
                ? listed(result.getResult(), sorted, version -> true)
                : result.getFailureReason().name();
    }

    private static Object answer(
            org.apache.kafka.streams.processor.StateStore store, Question question, boolean sorted, long horizonMs) {
        org.apache.kafka.streams.query.QueryResult<?> result;
        try {
            result = store.query(
                    question.theirs(),
                    org.apache.kafka.streams.query.PositionBound.unbounded(),
                    new org.apache.kafka.streams.query.QueryConfig(false));
        } catch (UnsupportedOperationException e) {
            return FailureReason.UNKNOWN_QUERY_TYPE.name(); // versioned stores throw it there, see porting.md
        }
        return result.isSuccess()
                ? listed(result.getResult(), sorted, entry -> isInHistory(entry, horizonMs))
                : result.getFailureReason().name();
    }

    /** Whether a version of theirs held at some time that history still has; there, older ones come along by chance. */
    private static boolean isInHistory(Object entry, long horizonMs) {
        return !(entry instanceof org.apache.kafka.streams.state.VersionedRecord<?> version)
                || version.validTo().map(endMs -> endMs > horizonMs).orElse(true);
    }

    private static Object listed(Object result, boolean sorted, Predicate<Object> shown) {
        if (!(result instanceof Iterator<?> entries)) {
            return String.valueOf(result);
        }
        List<String> listed = new ArrayList<>();
        entries.forEachRemaining(entry -> {
            if (shown.test(entry)) {
                listed.add(entry.toString());
            }
        });
        if (result instanceof AutoCloseable open) {
            try {
                open.close();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
        if (sorted) {
            Collections.sort(listed);
        }
        return listed;
    }

    private Properties settings() {
        Properties settings = new Properties();
        settings.put("application.id", "queries");
        settings.put("bootstrap.servers", "localhost:9092");
        settings.put("statestore.cache.max.bytes", "0");
        settings.put("commit.interval.ms", "0");
        settings.put("state.dir", directory.toString());
        return settings;
    }

    private static Topology ours(boolean persistent) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.addStateStore(Stores.keyValueStoreBuilder(
                persistent ? Stores.persistentKeyValueStore("plain") : Stores.inMemoryKeyValueStore("plain"),
                Serdes.String(),
                Serdes.String()));
        var words = builder.stream("in", Consumed.with(Serdes.String(), Serdes.String()));
        builder.addStateStore(Stores.versionedKeyValueStoreBuilder(
                Stores.persistentVersionedKeyValueStore("history", HISTORY), Serdes.String(), Serdes.String()));
        words.process(Keep::new, "plain", "history");
        var byKey = words.groupByKey(Grouped.with(Serdes.String(), Serdes.String()));
        byKey.count(Materialized.<String, Long>as(
                        persistent
                                ? Stores.persistentTimestampedKeyValueStore("dated")
                                : Stores.inMemoryKeyValueStore("dated"))
                .withKeySerde(Serdes.String())
                .withValueSerde(Serdes.Long()));
        byKey.windowedBy(SessionWindows.ofInactivityGapWithNoGrace(SIZE))
                .count(Materialized.<String, Long>as(
                                persistent
                                        ? Stores.persistentSessionStore("sessions", RETENTION)
                                        : Stores.inMemorySessionStore("sessions", RETENTION))
                        .withKeySerde(Serdes.String())
                        .withValueSerde(Serdes.Long()));
        byKey.windowedBy(TimeWindows.ofSizeWithNoGrace(SIZE))
                .count(Materialized.<String, Long>as(
                                persistent
                                        ? Stores.persistentTimestampedWindowStore("windows", RETENTION, SIZE, false)
                                        : Stores.inMemoryWindowStore("windows", RETENTION, SIZE, false))
                        .withKeySerde(Serdes.String())
                        .withValueSerde(Serdes.Long()));
        return builder.build();
    }

    /** Keeps the last value of each key. */
    private static final class Keep extends ContextualProcessor<String, String, Void, Void> {
        @Override
        public void process(Record<String, String> record) {
            KeyValueStore<String, String> store = context().getStateStore("plain");
            store.put(record.key(), record.value() + record.timestamp());
            VersionedKeyValueStore<String, String> history = context().getStateStore("history");
            history.put(record.key(), record.timestamp() % 5 == 0 ? null : record.value(), record.timestamp());
        }
    }

    /** What the other library runs, with its own classes. */
    private static final class There {
        private There() {}

        static org.apache.kafka.streams.Topology topology(boolean persistent) {
            var builder = new org.apache.kafka.streams.StreamsBuilder();
            builder.addStateStore(org.apache.kafka.streams.state.Stores.keyValueStoreBuilder(
                    persistent
                            ? org.apache.kafka.streams.state.Stores.persistentKeyValueStore("plain")
                            : org.apache.kafka.streams.state.Stores.inMemoryKeyValueStore("plain"),
                    Serdes.String(),
                    Serdes.String()));
            var words = builder.stream(
                    "in", org.apache.kafka.streams.kstream.Consumed.with(Serdes.String(), Serdes.String()));
            builder.addStateStore(org.apache.kafka.streams.state.Stores.versionedKeyValueStoreBuilder(
                    org.apache.kafka.streams.state.Stores.persistentVersionedKeyValueStore("history", HISTORY),
                    Serdes.String(),
                    Serdes.String()));
            words.process(KeepThere::new, "plain", "history");
            var byKey =
                    words.groupByKey(org.apache.kafka.streams.kstream.Grouped.with(Serdes.String(), Serdes.String()));
            byKey.count(org.apache.kafka.streams.kstream.Materialized.<String, Long>as(
                            persistent
                                    ? org.apache.kafka.streams.state.Stores.persistentTimestampedKeyValueStore("dated")
                                    : org.apache.kafka.streams.state.Stores.inMemoryKeyValueStore("dated"))
                    .withKeySerde(Serdes.String())
                    .withValueSerde(Serdes.Long()));
            byKey.windowedBy(org.apache.kafka.streams.kstream.SessionWindows.ofInactivityGapWithNoGrace(SIZE))
                    .count(org.apache.kafka.streams.kstream.Materialized.<String, Long>as(
                                    persistent
                                            ? org.apache.kafka.streams.state.Stores.persistentSessionStore(
                                                    "sessions", RETENTION)
                                            : org.apache.kafka.streams.state.Stores.inMemorySessionStore(
                                                    "sessions", RETENTION))
                            .withKeySerde(Serdes.String())
                            .withValueSerde(Serdes.Long()));
            byKey.windowedBy(org.apache.kafka.streams.kstream.TimeWindows.ofSizeWithNoGrace(SIZE))
                    .count(org.apache.kafka.streams.kstream.Materialized.<String, Long>as(
                                    persistent
                                            ? org.apache.kafka.streams.state.Stores.persistentTimestampedWindowStore(
                                                    "windows", RETENTION, SIZE, false)
                                            : org.apache.kafka.streams.state.Stores.inMemoryWindowStore(
                                                    "windows", RETENTION, SIZE, false))
                            .withKeySerde(Serdes.String())
                            .withValueSerde(Serdes.Long()));
            return builder.build();
        }

        /** Keeps the last value of each key. */
        private static final class KeepThere
                extends org.apache.kafka.streams.processor.api.ContextualProcessor<String, String, Void, Void> {
            @Override
            public void process(org.apache.kafka.streams.processor.api.Record<String, String> record) {
                org.apache.kafka.streams.state.KeyValueStore<String, String> store =
                        context().getStateStore("plain");
                store.put(record.key(), record.value() + record.timestamp());
                org.apache.kafka.streams.state.VersionedKeyValueStore<String, String> history =
                        context().getStateStore("history");
                history.put(record.key(), record.timestamp() % 5 == 0 ? null : record.value(), record.timestamp());
            }
        }
    }
}
