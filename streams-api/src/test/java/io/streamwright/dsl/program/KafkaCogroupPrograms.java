package io.streamwright.dsl.program;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Aggregator;
import org.apache.kafka.streams.kstream.CogroupedKStream;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.KGroupedStream;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.KTable;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.SessionWindowedCogroupedKStream;
import org.apache.kafka.streams.kstream.SessionWindows;
import org.apache.kafka.streams.kstream.SlidingWindows;
import org.apache.kafka.streams.kstream.Suppressed;
import org.apache.kafka.streams.kstream.TimeWindowedCogroupedKStream;
import org.apache.kafka.streams.kstream.TimeWindows;
import org.apache.kafka.streams.kstream.UnlimitedWindows;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.kstream.WindowedSerdes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.WindowStore;

/**
 * KafkaPrograms that aggregate several streams into one table, as those of {@link KafkaPrograms}.
 *
 * <p>The text of this class and that of its twin for the other library differ in nothing but package names.
 */
public final class KafkaCogroupPrograms {
    private static final Duration SIZE = Duration.ofMillis(20);
    /** So long that no record is late: when one is, differs. */
    private static final Duration GRACE = Duration.ofMillis(100);

    private static final Serde<Windowed<String>> KEYS =
            WindowedSerdes.timeWindowedSerdeFrom(String.class, SIZE.toMillis());
    private static final Serde<Windowed<String>> SESSIONS = WindowedSerdes.sessionWindowedSerdeFrom(String.class);
    private static final Aggregator<String, String, String> FIRST = (key, value, text) -> text + "1" + value;
    private static final Aggregator<String, String, String> SECOND =
            (key, value, text) -> value != null && value.startsWith("del") ? null : text + "2" + value;

    private KafkaCogroupPrograms() {}

    /** Returns all programs. */
    public static Map<String, Consumer<StreamsBuilder>> all() {
        Map<String, Consumer<StreamsBuilder>> programs = new LinkedHashMap<>();
        programs.put("cogroup", KafkaCogroupPrograms::cogroup);
        programs.put("cogroup of one stream", KafkaCogroupPrograms::oneStream);
        programs.put("cogroup with names", KafkaCogroupPrograms::names);
        programs.put("cogroup without caching and logging", KafkaCogroupPrograms::withoutCaching);
        programs.put("cogroup in memory", KafkaCogroupPrograms::inMemory);
        programs.put("cogroup of streams with changed keys", KafkaCogroupPrograms::changedKeys);
        programs.put("cogroup of named groupings", KafkaCogroupPrograms::namedGroupings);
        programs.put("cogroup of one stream twice", KafkaCogroupPrograms::oneStreamTwice);
        programs.put("cogroup whose stream gets another aggregator", KafkaCogroupPrograms::otherAggregator);
        programs.put("cogroup that grows", KafkaCogroupPrograms::growing);
        programs.put("several aggregations of a cogroup", KafkaCogroupPrograms::severalAggregations);
        programs.put("cogroup of streams that share a change of keys", KafkaCogroupPrograms::sharedChangeOfKeys);
        programs.put("cogroup of values of other types", KafkaCogroupPrograms::otherTypes);
        programs.put("tables below a cogroup", KafkaCogroupPrograms::tables);
        programs.put("grouped table of a cogroup", KafkaCogroupPrograms::groupedTable);
        programs.put("cogroup below a table", KafkaCogroupPrograms::belowTable);
        programs.put("joins of a cogroup", KafkaCogroupPrograms::joins);
        programs.put("windowed cogroup", KafkaCogroupPrograms::windowed);
        programs.put("windowed cogroup with names", KafkaCogroupPrograms::windowedWithNames);
        programs.put("windowed cogroup of streams with changed keys", KafkaCogroupPrograms::windowedChangedKeys);
        programs.put("windowed cogroup that grows", KafkaCogroupPrograms::windowedGrowing);
        programs.put("windowed cogroup in memory", KafkaCogroupPrograms::windowedInMemory);
        programs.put("cogroup in unlimited windows", KafkaCogroupPrograms::unlimited);
        programs.put("windowed cogroup that slides", KafkaCogroupPrograms::sliding);
        programs.put("windowed cogroup in sessions", KafkaCogroupPrograms::sessions);
        programs.put("windowed cogroup in sessions until they close", KafkaCogroupPrograms::closedSessions);
        programs.put("windowed and plain aggregations of a cogroup", KafkaCogroupPrograms::windowedAndPlain);
        return programs;
    }

    private static KGroupedStream<String, String> first(StreamsBuilder builder) {
        KStream<String, String> stream = builder.stream("in1");
        return stream.groupByKey();
    }

    private static KGroupedStream<String, String> second(StreamsBuilder builder) {
        KStream<String, String> stream = builder.stream("in2");
        return stream.groupByKey(Grouped.with(Serdes.String(), Serdes.String()));
    }

    private static KGroupedStream<String, String> byValue(StreamsBuilder builder, String topic) {
        KStream<String, String> stream = builder.stream(topic, Consumed.with(Serdes.String(), Serdes.String()));
        return stream.filter((key, value) -> value != null).groupBy((key, value) -> value.substring(0, 1));
    }

    private static KGroupedStream<String, String> byValue(StreamsBuilder builder, String topic, String name) {
        KStream<String, String> stream = builder.stream(topic, Consumed.with(Serdes.String(), Serdes.String()));
        return stream.filter((key, value) -> value != null)
                .groupBy((key, value) -> value.substring(0, 1), Grouped.as(name));
    }

    private static void cogroup(StreamsBuilder builder) {
        first(builder)
                .cogroup(FIRST)
                .cogroup(second(builder), SECOND)
                .aggregate(() -> "")
                .toStream()
                .to("out");
    }

    private static void oneStream(StreamsBuilder builder) {
        first(builder)
                .cogroup(FIRST)
                .aggregate(() -> "", Materialized.with(Serdes.String(), Serdes.String()))
                .toStream()
                .to("out");
    }

    private static void names(StreamsBuilder builder) {
        CogroupedKStream<String, String> streams = first(builder).cogroup(FIRST).cogroup(second(builder), SECOND);
        streams.aggregate(() -> "", Named.as("named")).toStream().to("out1");
        streams.aggregate(() -> "", Materialized.as("stored")).toStream().to("out2");
        streams.aggregate(() -> "", Named.as("both"), Materialized.as("both-stored"))
                .toStream(Named.as("changes"))
                .to("out3");
    }

    private static void withoutCaching(StreamsBuilder builder) {
        first(builder)
                .cogroup(FIRST)
                .cogroup(second(builder), SECOND)
                .aggregate(
                        () -> "",
                        Materialized.<String, String, KeyValueStore<Bytes, byte[]>>as("each")
                                .withCachingDisabled()
                                .withLoggingDisabled())
                .toStream()
                .to("out");
    }

    private static void inMemory(StreamsBuilder builder) {
        second(builder)
                .cogroup(SECOND)
                .cogroup(first(builder), FIRST)
                .aggregate(
                        () -> "",
                        Materialized.<String, String>as(Stores.inMemoryKeyValueStore("memory"))
                                .withValueSerde(Serdes.String()))
                .toStream()
                .to("out");
    }

    private static void changedKeys(StreamsBuilder builder) {
        byValue(builder, "in1")
                .cogroup(FIRST)
                .cogroup(second(builder), SECOND)
                .cogroup(byValue(builder, "in3", "third"), FIRST)
                .aggregate(() -> "")
                .toStream()
                .to("out1");
        first(builder)
                .cogroup(FIRST)
                .cogroup(byValue(builder, "in2"), SECOND)
                .aggregate(() -> "", Named.as("named"), Materialized.as("stored"))
                .toStream()
                .to("out2");
    }

    private static void namedGroupings(StreamsBuilder builder) {
        KStream<String, String> stream = builder.stream("in1");
        KStream<String, String> other = builder.stream("in2");
        stream.selectKey((key, value) -> value)
                .groupByKey(Grouped.as("left"))
                .cogroup(FIRST)
                .cogroup(
                        other.filter((key, value) -> value != null)
                                .groupBy(
                                        (key, value) -> value.substring(0, 1),
                                        Grouped.with("right", Serdes.String(), Serdes.String())),
                        SECOND)
                .aggregate(() -> "")
                .toStream()
                .to("out");
    }

    private static void oneStreamTwice(StreamsBuilder builder) {
        KStream<String, String> stream = builder.stream("in1");
        stream.groupByKey()
                .cogroup(FIRST)
                .cogroup(stream.groupByKey(), SECOND)
                .aggregate(() -> "")
                .toStream()
                .to("out");
    }

    private static void otherAggregator(StreamsBuilder builder) {
        KGroupedStream<String, String> stream = first(builder);
        stream.cogroup(FIRST)
                .cogroup(second(builder), FIRST)
                .cogroup(stream, SECOND)
                .aggregate(() -> "")
                .toStream()
                .to("out");
    }

    private static void growing(StreamsBuilder builder) {
        CogroupedKStream<String, String> streams = first(builder).cogroup(FIRST);
        streams.aggregate(() -> "").toStream().to("out1");
        streams.cogroup(second(builder), SECOND);
        streams.aggregate(() -> "").toStream().to("out2");
    }

    private static void windowedGrowing(StreamsBuilder builder) {
        CogroupedKStream<String, String> streams = first(builder).cogroup(FIRST);
        TimeWindowedCogroupedKStream<String, String> windows =
                streams.windowedBy(TimeWindows.ofSizeAndGrace(SIZE, GRACE));
        streams.cogroup(second(builder), SECOND);
        windows.aggregate(() -> "").toStream().to("out", Produced.keySerde(KEYS));
    }

    private static void severalAggregations(StreamsBuilder builder) {
        CogroupedKStream<String, String> streams =
                byValue(builder, "in1").cogroup(FIRST).cogroup(byValue(builder, "in2", "other"), SECOND);
        streams.aggregate(() -> "").toStream().to("out1");
        streams.aggregate(() -> "", Materialized.as("second")).toStream().to("out2");
        streams.aggregate(() -> "", Named.as("third")).toStream().to("out3");
    }

    private static void sharedChangeOfKeys(StreamsBuilder builder) {
        KStream<String, String> stream = builder.stream("in1");
        KStream<String, String> selected = stream.selectKey((key, value) -> value);
        selected.groupByKey()
                .cogroup(FIRST)
                .cogroup(
                        selected.filter((key, value) -> value != null && value.startsWith("a"))
                                .groupByKey(Grouped.as("some")),
                        SECOND)
                .aggregate(() -> "", Materialized.as("shared"))
                .toStream()
                .to("out");
    }

    private static void otherTypes(StreamsBuilder builder) {
        KStream<String, String> stream = builder.stream("in2");
        KGroupedStream<String, Integer> lengths = stream.filter((key, value) -> value != null)
                .mapValues(value -> value.length())
                .groupByKey(Grouped.with(Serdes.String(), Serdes.Integer()));
        first(builder)
                .<Long>cogroup((key, value, sum) -> sum + value.length())
                .cogroup(lengths, (key, length, sum) -> sum - length)
                .aggregate(() -> 0L, Materialized.with(Serdes.String(), Serdes.Long()))
                .toStream()
                .to("out", Produced.valueSerde(Serdes.Long()));
    }

    private static void tables(StreamsBuilder builder) {
        KTable<String, String> table =
                first(builder).cogroup(FIRST).cogroup(second(builder), SECOND).aggregate(() -> "");
        table.filter((key, value) -> value.length() % 2 == 1).toStream().to("out1");
        table.mapValues(value -> value + "!", Materialized.as("marked"))
                .toStream()
                .to("out2");
    }

    private static void groupedTable(StreamsBuilder builder) {
        first(builder)
                .cogroup(FIRST)
                .cogroup(second(builder), SECOND)
                .aggregate(() -> "")
                .groupBy((key, value) -> KeyValue.pair(value.substring(0, 1), value))
                .reduce((sum, value) -> sum + "+" + value, (sum, value) -> sum + "-" + value)
                .toStream()
                .to("out");
    }

    private static void belowTable(StreamsBuilder builder) {
        KTable<String, String> table = builder.table("in2");
        first(builder)
                .cogroup(FIRST)
                .cogroup(table.mapValues(value -> value + "?").toStream().groupByKey(), SECOND)
                .aggregate(() -> "")
                .toStream()
                .to("out");
    }

    private static void joins(StreamsBuilder builder) {
        KTable<String, String> table =
                first(builder).cogroup(FIRST).cogroup(second(builder), SECOND).aggregate(() -> "");
        KTable<String, String> other = builder.table("in3");
        table.join(other, (left, right) -> left + "/" + right).toStream().to("out1");
        other.leftJoin(table, (left, right) -> left + "\\" + right).toStream().to("out2");
        KStream<String, String> stream = builder.stream("in2");
        stream.join(table, (left, right) -> left + "|" + right).to("out3");
    }

    private static void windowed(StreamsBuilder builder) {
        first(builder)
                .cogroup(FIRST)
                .cogroup(second(builder), SECOND)
                .windowedBy(TimeWindows.ofSizeAndGrace(SIZE, GRACE))
                .aggregate(() -> "")
                .toStream()
                .to("out", Produced.keySerde(KEYS));
    }

    private static void windowedWithNames(StreamsBuilder builder) {
        TimeWindowedCogroupedKStream<String, String> windows = first(builder)
                .cogroup(FIRST)
                .cogroup(second(builder), SECOND)
                .windowedBy(TimeWindows.ofSizeAndGrace(SIZE, GRACE).advanceBy(Duration.ofMillis(10)));
        windows.aggregate(() -> "", Named.as("named"))
                .toStream((key, value) -> key.key() + "@" + key.window().start())
                .to("out1");
        windows.aggregate(() -> "", Materialized.as("stored")).toStream().to("out2", Produced.keySerde(KEYS));
        windows.aggregate(
                        () -> "",
                        Named.as("both"),
                        Materialized.<String, String, WindowStore<Bytes, byte[]>>as("both-stored")
                                .withKeySerde(Serdes.String())
                                .withRetention(Duration.ofSeconds(5))
                                .withCachingDisabled()
                                .withLoggingDisabled())
                .toStream()
                .to("out3");
    }

    private static void windowedChangedKeys(StreamsBuilder builder) {
        TimeWindowedCogroupedKStream<String, String> windows = byValue(builder, "in1")
                .cogroup(FIRST)
                .cogroup(byValue(builder, "in2", "other"), SECOND)
                .windowedBy(TimeWindows.ofSizeAndGrace(SIZE, GRACE));
        windows.aggregate(() -> "").toStream().to("out1", Produced.keySerde(KEYS));
        windows.aggregate(() -> "").toStream().to("out2", Produced.keySerde(KEYS));
    }

    private static void windowedInMemory(StreamsBuilder builder) {
        first(builder)
                .cogroup(FIRST)
                .cogroup(second(builder), SECOND)
                .windowedBy(TimeWindows.ofSizeAndGrace(SIZE, GRACE))
                .aggregate(
                        () -> "",
                        Materialized.<String, String>as(
                                        Stores.inMemoryWindowStore("memory", Duration.ofMillis(500), SIZE, false))
                                .withKeySerde(Serdes.String()))
                .mapValues(text -> text + ".")
                .toStream()
                .to("out");
    }

    private static void unlimited(StreamsBuilder builder) {
        first(builder)
                .cogroup(FIRST)
                .cogroup(second(builder), SECOND)
                .windowedBy(UnlimitedWindows.of())
                .aggregate(() -> "", Materialized.as("all"))
                .toStream((key, value) -> key.key())
                .to("out");
    }

    private static void sliding(StreamsBuilder builder) {
        TimeWindowedCogroupedKStream<String, String> windows = first(builder)
                .cogroup(FIRST)
                .cogroup(byValue(builder, "in2"), SECOND)
                .windowedBy(SlidingWindows.ofTimeDifferenceAndGrace(SIZE, GRACE));
        windows.aggregate(() -> "").toStream().to("out1", Produced.keySerde(KEYS));
        windows.aggregate(() -> "", Named.as("named"), Materialized.as("stored"))
                .toStream()
                .to("out2", Produced.keySerde(KEYS));
    }

    private static void sessions(StreamsBuilder builder) {
        SessionWindowedCogroupedKStream<String, String> sessions = first(builder)
                .cogroup(FIRST)
                .cogroup(byValue(builder, "in2"), SECOND)
                .windowedBy(SessionWindows.ofInactivityGapAndGrace(SIZE, GRACE));
        sessions.aggregate(() -> "", (key, one, two) -> one + two).toStream().to("out1", Produced.keySerde(SESSIONS));
        sessions.aggregate(() -> "", (key, one, two) -> one + two, Named.as("named"))
                .toStream((key, value) -> key.key() + "@" + key.window().start())
                .to("out2");
        sessions.aggregate(() -> "", (key, one, two) -> two + one, Materialized.as("stored"))
                .toStream()
                .to("out3", Produced.keySerde(SESSIONS));
        sessions.aggregate(
                        () -> "",
                        (key, one, two) -> one + two,
                        Named.as("both"),
                        Materialized.<String, String>as(Stores.inMemorySessionStore("memory", Duration.ofMillis(500)))
                                .withKeySerde(Serdes.String())
                                .withCachingDisabled())
                .toStream()
                .to("out4");
    }

    private static void closedSessions(StreamsBuilder builder) {
        SessionWindows sessions = SessionWindows.ofInactivityGapAndGrace(SIZE, GRACE);
        KGroupedStream<String, String> second = second(builder);
        first(builder)
                .cogroup(FIRST)
                .cogroup(second, SECOND)
                .windowedBy(sessions)
                .aggregate(() -> "", (key, one, two) -> one + two, Materialized.with(Serdes.String(), Serdes.String()))
                .suppress(Suppressed.untilWindowCloses(Suppressed.BufferConfig.unbounded()))
                .toStream()
                .to("out1");
        second.windowedBy(sessions)
                .count()
                .suppress(Suppressed.untilWindowCloses(Suppressed.BufferConfig.unbounded()))
                .toStream()
                .to("out2", Produced.valueSerde(Serdes.Long()));
    }

    private static void windowedAndPlain(StreamsBuilder builder) {
        CogroupedKStream<String, String> streams =
                byValue(builder, "in1").cogroup(FIRST).cogroup(second(builder), SECOND);
        streams.windowedBy(TimeWindows.ofSizeAndGrace(SIZE, GRACE))
                .aggregate(() -> "")
                .toStream()
                .to("out1", Produced.keySerde(KEYS));
        streams.aggregate(() -> "").toStream().to("out2");
    }
}
