package io.streamwright.dsl.program;

import io.streamwright.StreamsBuilder;
import io.streamwright.kstream.Consumed;
import io.streamwright.kstream.EmitStrategy;
import io.streamwright.kstream.Grouped;
import io.streamwright.kstream.KGroupedStream;
import io.streamwright.kstream.KStream;
import io.streamwright.kstream.KTable;
import io.streamwright.kstream.Materialized;
import io.streamwright.kstream.Named;
import io.streamwright.kstream.Produced;
import io.streamwright.kstream.SessionWindowedKStream;
import io.streamwright.kstream.SessionWindows;
import io.streamwright.kstream.Windowed;
import io.streamwright.kstream.WindowedSerdes;
import io.streamwright.processor.api.ContextualFixedKeyProcessor;
import io.streamwright.processor.api.FixedKeyRecord;
import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.KeyValueStore;
import io.streamwright.state.SessionStore;
import io.streamwright.state.Stores;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;

/**
 * Programs with sessions, as those of {@link Programs}.
 *
 * <p>The text of this class and that of its twin for the other library differ in nothing but package names.
 */
public final class SessionPrograms {
    private static final Duration GAP = Duration.ofMillis(10);
    // No record of the inputs is later: the other library forgets sessions a moment before they close.
    private static final Duration GRACE = Duration.ofMillis(60);
    private static final Serde<Windowed<String>> KEYS = WindowedSerdes.sessionWindowedSerdeFrom(String.class);

    private SessionPrograms() {}

    /** Returns all programs. */
    public static Map<String, Consumer<StreamsBuilder>> all() {
        Map<String, Consumer<StreamsBuilder>> programs = new LinkedHashMap<>();
        programs.put("session count", SessionPrograms::count);
        programs.put("session count with names", SessionPrograms::countWithNames);
        programs.put("session reduce", SessionPrograms::reduce);
        programs.put("session aggregate", SessionPrograms::aggregate);
        programs.put("session aggregate without caching", SessionPrograms::aggregateWithoutCaching);
        programs.put("session aggregate in memory", SessionPrograms::aggregateInMemory);
        programs.put("results of closed sessions", SessionPrograms::closed);
        programs.put("tables below sessions", SessionPrograms::tables);
        programs.put("joined sessions", SessionPrograms::joinedSessions);
        programs.put("sessions looked up by hand", SessionPrograms::lookedUp);
        return programs;
    }

    private static KGroupedStream<String, String> byKey(StreamsBuilder builder) {
        KStream<String, String> stream = builder.stream("in1");
        return stream.groupByKey(Grouped.with(Serdes.String(), Serdes.String()));
    }

    private static KGroupedStream<String, String> byValue(StreamsBuilder builder) {
        KStream<String, String> stream = builder.stream("in1", Consumed.with(Serdes.String(), Serdes.String()));
        return stream.filter((key, value) -> value != null).groupBy((key, value) -> value.substring(0, 1));
    }

    private static void count(StreamsBuilder builder) {
        byKey(builder)
                .windowedBy(SessionWindows.ofInactivityGapAndGrace(GAP, GRACE))
                .count()
                .toStream()
                .to("out", Produced.with(KEYS, Serdes.Long()));
    }

    private static void countWithNames(StreamsBuilder builder) {
        SessionWindowedKStream<String, String> sessions =
                byValue(builder).windowedBy(SessionWindows.ofInactivityGapWithNoGrace(GAP));
        sessions.count(Named.as("counter"))
                .toStream(Named.as("changes"))
                .to("out1", Produced.with(KEYS, Serdes.Long()).withName("end"));
        sessions.count(Materialized.as("counts")).toStream().to("out2", Produced.with(KEYS, Serdes.Long()));
        sessions.count(Named.as("second"), Materialized.with(Serdes.String(), Serdes.Long()))
                .toStream()
                .to("out3", Produced.valueSerde(Serdes.Long()));
        sessions.count(Named.as("third"), Materialized.as("third-counts"))
                .toStream()
                .to("out4", Produced.with(KEYS, Serdes.Long()));
    }

    private static void reduce(StreamsBuilder builder) {
        SessionWindowedKStream<String, String> sessions =
                byKey(builder).windowedBy(SessionWindows.ofInactivityGapAndGrace(GAP, GRACE));
        sessions.reduce((first, second) -> first + "," + second).toStream().to("out1");
        sessions.reduce((first, second) -> second, Named.as("latest"))
                .toStream()
                .to("out2");
        sessions.reduce((first, second) -> first, Materialized.as("first"))
                .toStream()
                .to("out3");
        sessions.reduce((first, second) -> first + second, Named.as("all"), Materialized.as("all-values"))
                .toStream()
                .to("out4");
    }

    private static void aggregate(StreamsBuilder builder) {
        SessionWindowedKStream<String, String> sessions =
                byValue(builder).windowedBy(SessionWindows.ofInactivityGapAndGrace(GAP, GRACE));
        sessions.aggregate(() -> "", (key, value, text) -> text + value, (key, one, two) -> "(" + one + "|" + two + ")")
                .toStream((key, value) -> key.key() + "@" + key.window().start() + "-"
                        + key.window().end())
                .to("out1");
        sessions.aggregate(
                        () -> "",
                        (key, value, text) -> value.startsWith("d") ? null : text + value,
                        (key, one, two) -> one + two,
                        Named.as("some"))
                .toStream()
                .to("out2", Produced.keySerde(KEYS));
        sessions.aggregate(
                        () -> 0L,
                        (key, value, length) -> length + value.length(),
                        (key, one, two) -> one + two,
                        Materialized.with(Serdes.String(), Serdes.Long()))
                .toStream()
                .to("out3", Produced.with(KEYS, Serdes.Long()));
        sessions.aggregate(
                        () -> 0L,
                        (key, value, length) -> length + value.length(),
                        (key, one, two) -> one + two,
                        Named.as("lengths"),
                        Materialized.<String, Long, SessionStore<Bytes, byte[]>>as("lengths-store")
                                .withKeySerde(Serdes.String())
                                .withValueSerde(Serdes.Long())
                                .withRetention(Duration.ofSeconds(5)))
                .toStream()
                .to("out4");
    }

    private static void aggregateWithoutCaching(StreamsBuilder builder) {
        byKey(builder)
                .windowedBy(SessionWindows.ofInactivityGapAndGrace(GAP, GRACE))
                .aggregate(
                        () -> "",
                        (key, value, text) -> text + value,
                        (key, one, two) -> one + two,
                        Materialized.<String, String>as(Stores.persistentSessionStore("texts", Duration.ofSeconds(2)))
                                .withCachingDisabled()
                                .withLoggingDisabled())
                .toStream()
                .to("out", Produced.keySerde(KEYS));
    }

    private static void aggregateInMemory(StreamsBuilder builder) {
        byKey(builder)
                .windowedBy(SessionWindows.ofInactivityGapAndGrace(GAP, GRACE))
                .aggregate(
                        () -> "",
                        (key, value, text) -> text + value,
                        (key, one, two) -> one + two,
                        Materialized.<String, String, SessionStore<Bytes, byte[]>>as(Materialized.StoreType.IN_MEMORY)
                                .withKeySerde(Serdes.String()))
                .toStream()
                .to("out", Produced.keySerde(KEYS));
        byKey(builder)
                .windowedBy(SessionWindows.ofInactivityGapAndGrace(GAP, GRACE))
                .reduce(
                        (first, second) -> first + second,
                        Materialized.as(Stores.inMemorySessionStore("in-memory", Duration.ofSeconds(1))))
                .toStream()
                .to("out2", Produced.keySerde(KEYS));
    }

    private static void closed(StreamsBuilder builder) {
        byKey(builder)
                .windowedBy(SessionWindows.ofInactivityGapWithNoGrace(Duration.ofMillis(2)))
                .emitStrategy(EmitStrategy.onWindowClose())
                .reduce(
                        (first, second) -> first + "," + second,
                        Materialized.<String, String, SessionStore<Bytes, byte[]>>as("kept-for-a-while")
                                .withRetention(Duration.ofMillis(3)))
                .toStream()
                .to("out", Produced.keySerde(KEYS));
    }

    private static void tables(StreamsBuilder builder) {
        KTable<Windowed<String>, Long> counts = byKey(builder)
                .windowedBy(SessionWindows.ofInactivityGapAndGrace(GAP, GRACE))
                .count();
        counts.filter((key, count) -> count > 1).toStream().to("out1", Produced.with(KEYS, Serdes.Long()));
        counts.filter(
                        (key, count) -> count % 2 == 0,
                        Materialized.<Windowed<String>, Long, KeyValueStore<Bytes, byte[]>>as("even")
                                .withKeySerde(KEYS)
                                .withValueSerde(Serdes.Long()))
                .mapValues(count -> "n" + count)
                .toStream()
                .to("out2", Produced.keySerde(KEYS));
        counts.mapValues((key, count) -> key.key() + count, Materialized.with(KEYS, Serdes.String()))
                .toStream()
                .groupByKey(Grouped.with(KEYS, Serdes.String()))
                .reduce((first, second) -> first + second)
                .toStream()
                .to("out3", Produced.with(KEYS, Serdes.String()));
    }

    /** The two tables are of two streams: of one, every result would meet a row of its own transaction. */
    private static void joinedSessions(StreamsBuilder builder) {
        KStream<String, String> other = builder.stream("in2");
        KTable<Windowed<String>, Long> counts = byKey(builder)
                .windowedBy(SessionWindows.ofInactivityGapAndGrace(GAP, GRACE))
                .count();
        KTable<Windowed<String>, Long> others = other.groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
                .windowedBy(SessionWindows.ofInactivityGapAndGrace(GAP, GRACE))
                .count();
        counts.join(others, Long::sum).toStream().to("out1", Produced.with(KEYS, Serdes.Long()));
        counts.filter((key, count) -> count > 1)
                .leftJoin(others, (count, more) -> count + "+" + more)
                .toStream()
                .to("out2", Produced.with(KEYS, Serdes.String()));
    }

    private static void lookedUp(StreamsBuilder builder) {
        KStream<String, String> stream = builder.stream("in2");
        byKey(builder)
                .windowedBy(SessionWindows.ofInactivityGapAndGrace(GAP, GRACE))
                .reduce((first, second) -> first + second, Materialized.as("sessions"));
        stream.filter((key, value) -> key != null)
                .processValues(SessionLookup::new, "sessions")
                .to("out");
    }

    /** Replaces each value by the sessions of its key. */
    private static final class SessionLookup extends ContextualFixedKeyProcessor<String, String, String> {
        @Override
        public void process(FixedKeyRecord<String, String> record) {
            SessionStore<String, String> sessions = context().getStateStore("sessions");
            StringBuilder found = new StringBuilder();
            try (KeyValueIterator<Windowed<String>, String> all = sessions.fetch(record.key())) {
                all.forEachRemaining(
                        session -> found.append(session.key).append('=').append(session.value));
            }
            context().forward(record.withValue(found.toString()));
        }
    }
}
