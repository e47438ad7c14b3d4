package io.streamwright.dsl.program;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.EmitStrategy;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.KGroupedStream;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.KTable;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.SessionWindowedKStream;
import org.apache.kafka.streams.kstream.SessionWindows;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.kstream.WindowedSerdes;
import org.apache.kafka.streams.processor.api.ContextualFixedKeyProcessor;
import org.apache.kafka.streams.processor.api.FixedKeyRecord;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.SessionStore;
import org.apache.kafka.streams.state.Stores;

/**
 * KafkaPrograms with sessions, as those of {@link KafkaPrograms}.
 *
 * <p>The text of this class and that of its twin for the other library differ in nothing but package names.
 */
public final class KafkaSessionPrograms {
    private static final Duration GAP = Duration.ofMillis(10);
    // No record of the inputs is later: the other library forgets sessions a moment before they close.
    private static final Duration GRACE = Duration.ofMillis(60);
    private static final Serde<Windowed<String>> KEYS = WindowedSerdes.sessionWindowedSerdeFrom(String.class);

    private KafkaSessionPrograms() {}

    /** Returns all programs. */
    public static Map<String, Consumer<StreamsBuilder>> all() {
        Map<String, Consumer<StreamsBuilder>> programs = new LinkedHashMap<>();
        programs.put("session count", KafkaSessionPrograms::count);
        programs.put("session count with names", KafkaSessionPrograms::countWithNames);
        programs.put("session reduce", KafkaSessionPrograms::reduce);
        programs.put("session aggregate", KafkaSessionPrograms::aggregate);
        programs.put("session aggregate without caching", KafkaSessionPrograms::aggregateWithoutCaching);
        programs.put("session aggregate in memory", KafkaSessionPrograms::aggregateInMemory);
        programs.put("results of closed sessions", KafkaSessionPrograms::closed);
        programs.put("tables below sessions", KafkaSessionPrograms::tables);
        programs.put("joined sessions", KafkaSessionPrograms::joinedSessions);
        programs.put("sessions looked up by hand", KafkaSessionPrograms::lookedUp);
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
