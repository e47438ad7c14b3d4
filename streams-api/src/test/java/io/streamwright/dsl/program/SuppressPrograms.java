package io.streamwright.dsl.program;

import io.streamwright.KeyValue;
import io.streamwright.StreamsBuilder;
import io.streamwright.kstream.Consumed;
import io.streamwright.kstream.Grouped;
import io.streamwright.kstream.KStream;
import io.streamwright.kstream.KTable;
import io.streamwright.kstream.Materialized;
import io.streamwright.kstream.Named;
import io.streamwright.kstream.Produced;
import io.streamwright.kstream.SessionWindows;
import io.streamwright.kstream.SlidingWindows;
import io.streamwright.kstream.Suppressed;
import io.streamwright.kstream.Suppressed.BufferConfig;
import io.streamwright.kstream.TimeWindowedKStream;
import io.streamwright.kstream.TimeWindows;
import io.streamwright.kstream.Windowed;
import io.streamwright.kstream.WindowedSerdes;
import io.streamwright.state.KeyValueStore;
import io.streamwright.state.Stores;
import io.streamwright.state.WindowStore;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;

/**
 * Programs that hold updates back, as those of {@link Programs}.
 *
 * <p>The text of this class and that of its twin for the other library differ in nothing but package names.
 */
public final class SuppressPrograms {
    private static final Duration SIZE = Duration.ofMillis(20);
    private static final Duration GRACE = Duration.ofMillis(15);
    private static final Duration SHORT = Duration.ofMillis(25);
    private static final Serde<Windowed<String>> KEYS =
            WindowedSerdes.timeWindowedSerdeFrom(String.class, SIZE.toMillis());

    private SuppressPrograms() {}

    /** Returns all programs. */
    public static Map<String, Consumer<StreamsBuilder>> all() {
        Map<String, Consumer<StreamsBuilder>> programs = new LinkedHashMap<>();
        programs.put("suppressed table", SuppressPrograms::table);
        programs.put("suppressed table with names", SuppressPrograms::tableWithNames);
        programs.put("suppressed table with a limit of records", SuppressPrograms::limitOfRecords);
        programs.put("suppressed table with a limit of bytes", SuppressPrograms::limitOfBytes);
        programs.put("suppressed table without a changelog", SuppressPrograms::withoutChangelog);
        programs.put("suppressed derived tables", SuppressPrograms::derivedTables);
        programs.put("suppressed counts", SuppressPrograms::counts);
        programs.put("suppressed windows", SuppressPrograms::windows);
        programs.put("suppressed windows with names", SuppressPrograms::windowsWithNames);
        programs.put("suppressed windows by time", SuppressPrograms::windowsByTime);
        programs.put("suppressed sliding windows", SuppressPrograms::slidingWindows);
        programs.put("suppressed sessions", SuppressPrograms::sessions);
        programs.put("suppressed windows of a cogroup", SuppressPrograms::windowsOfCogroup);
        programs.put("suppressed windows below a second aggregation", SuppressPrograms::secondAggregation);
        programs.put("suppressed join of windows", SuppressPrograms::joinOfWindows);
        programs.put("suppressions in a chain", SuppressPrograms::chain);
        programs.put("suppressed join", SuppressPrograms::suppressedJoin);
        programs.put("joins with a suppressed table", SuppressPrograms::joinsWithSuppressed);
        programs.put("tables below a suppression", SuppressPrograms::tablesBelow);
        programs.put("groups below a suppression", SuppressPrograms::groupsBelow);
        return programs;
    }

    private static void table(StreamsBuilder builder) {
        builder.<String, String>table("in1")
                .suppress(Suppressed.untilTimeLimit(SHORT, BufferConfig.unbounded()))
                .toStream()
                .to("out1");
        builder.<String, String>table("in2")
                .suppress(Suppressed.untilTimeLimit(Duration.ZERO, BufferConfig.unbounded()))
                .toStream()
                .to("out2");
    }

    private static void tableWithNames(StreamsBuilder builder) {
        KTable<String, String> table = builder.table(
                "in1",
                Consumed.with(Serdes.String(), Serdes.String()),
                Materialized.as(Stores.inMemoryKeyValueStore("t")));
        table.suppress(Suppressed.<String>untilTimeLimit(
                                SHORT, BufferConfig.unbounded().withMaxRecords(100))
                        .withName("held"))
                .toStream(Named.as("changes"))
                .to("out1");
        table.suppress(Suppressed.<String>untilTimeLimit(SHORT, BufferConfig.unbounded())
                        .withName("other"))
                .filter((key, value) -> true, Named.as("all"), Materialized.as("kept"))
                .toStream()
                .to("out2");
    }

    private static void limitOfRecords(StreamsBuilder builder) {
        KTable<String, String> table = builder.table("in1");
        table.suppress(Suppressed.untilTimeLimit(SHORT, BufferConfig.maxRecords(2)))
                .toStream()
                .to("out1");
        table.suppress(Suppressed.untilTimeLimit(
                        Duration.ofDays(1),
                        BufferConfig.unbounded().emitEarlyWhenFull().withMaxRecords(1)))
                .toStream()
                .to("out2");
        table.suppress(Suppressed.untilTimeLimit(
                        SHORT, BufferConfig.maxRecords(0).withNoBound()))
                .toStream()
                .to("out3");
    }

    private static void limitOfBytes(StreamsBuilder builder) {
        KTable<String, String> table = builder.table("in1");
        table.suppress(Suppressed.untilTimeLimit(SHORT, BufferConfig.maxBytes(100)))
                .toStream()
                .to("out1");
        table.suppress(Suppressed.untilTimeLimit(
                        SHORT, BufferConfig.maxRecords(3).withMaxBytes(130)))
                .toStream()
                .to("out2");
        table.mapValues(value -> value + value + value)
                .suppress(Suppressed.untilTimeLimit(
                        Duration.ofDays(1),
                        BufferConfig.maxBytes(150).withLoggingEnabled(Map.of("segment.ms", "1000"))))
                .toStream()
                .to("out3");
    }

    private static void withoutChangelog(StreamsBuilder builder) {
        builder.<String, String>table("in1")
                .suppress(Suppressed.untilTimeLimit(
                        SHORT, BufferConfig.unbounded().withLoggingDisabled()))
                .toStream()
                .to("out1");
        builder.<String, String>stream("in2")
                .toTable()
                .suppress(Suppressed.untilTimeLimit(
                        SHORT, BufferConfig.maxRecords(1).withLoggingDisabled()))
                .toStream()
                .to("out2");
    }

    private static void derivedTables(StreamsBuilder builder) {
        KTable<String, String> table = builder.table("in1");
        table.filter((key, value) -> value.length() > 1)
                .suppress(Suppressed.untilTimeLimit(SHORT, BufferConfig.unbounded()))
                .toStream()
                .to("out1");
        table.mapValues((key, value) -> key + value)
                .suppress(Suppressed.untilTimeLimit(SHORT, BufferConfig.maxRecords(2)))
                .toStream()
                .to("out2");
        table.filterNot((key, value) -> value.startsWith("d"), Materialized.as("some"))
                .suppress(Suppressed.untilTimeLimit(SHORT, BufferConfig.unbounded()))
                .toStream()
                .to("out3");
    }

    private static void counts(StreamsBuilder builder) {
        KStream<String, String> stream = builder.stream("in1", Consumed.with(Serdes.String(), Serdes.String()));
        stream.groupByKey()
                .count(Materialized.<String, Long, KeyValueStore<Bytes, byte[]>>as("counts")
                        .withCachingDisabled())
                .suppress(Suppressed.untilTimeLimit(SHORT, BufferConfig.unbounded()))
                .toStream()
                .to("out1", Produced.valueSerde(Serdes.Long()));
        stream.groupByKey()
                .reduce((first, second) -> first + second)
                .suppress(Suppressed.untilTimeLimit(SHORT, BufferConfig.maxRecords(2)))
                .toStream()
                .to("out2");
    }

    private static TimeWindowedKStream<String, String> windowed(StreamsBuilder builder) {
        KStream<String, String> stream = builder.stream("in1");
        return stream.groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
                .windowedBy(TimeWindows.ofSizeAndGrace(SIZE, GRACE));
    }

    private static void windows(StreamsBuilder builder) {
        windowed(builder)
                .reduce((first, second) -> first + second)
                .suppress(Suppressed.untilWindowCloses(BufferConfig.unbounded()))
                .toStream()
                .to("out", Produced.with(KEYS, Serdes.String()));
    }

    private static void windowsWithNames(StreamsBuilder builder) {
        KStream<String, String> stream = builder.stream("in1", Consumed.with(Serdes.String(), Serdes.String()));
        stream.filter((key, value) -> value != null)
                .groupBy((key, value) -> value.substring(0, 1))
                .windowedBy(TimeWindows.ofSizeAndGrace(SIZE, GRACE).advanceBy(Duration.ofMillis(7)))
                .reduce(
                        (first, second) -> first + second,
                        Named.as("joining"),
                        Materialized.<String, String, WindowStore<Bytes, byte[]>>as("texts")
                                .withKeySerde(Serdes.String())
                                .withCachingDisabled())
                .suppress(Suppressed.untilWindowCloses(
                                BufferConfig.unbounded().withMaxRecords(1000).withMaxBytes(100_000))
                        .withName("final"))
                .toStream((key, text) -> key.key() + "@" + key.window().start())
                .to("out");
    }

    private static void windowsByTime(StreamsBuilder builder) {
        windowed(builder)
                .reduce((first, second) -> second)
                .suppress(Suppressed.untilTimeLimit(SHORT, BufferConfig.maxRecords(3)))
                .toStream()
                .to("out", Produced.with(KEYS, Serdes.String()));
    }

    private static void slidingWindows(StreamsBuilder builder) {
        KStream<String, String> stream = builder.stream("in1");
        stream.groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
                .windowedBy(SlidingWindows.ofTimeDifferenceAndGrace(SIZE, GRACE))
                .reduce((first, second) -> first + second)
                .suppress(Suppressed.untilWindowCloses(BufferConfig.unbounded()))
                .toStream()
                .to("out", Produced.with(KEYS, Serdes.String()));
    }

    private static void sessions(StreamsBuilder builder) {
        builder.<String, String>stream("in1")
                .groupByKey()
                .windowedBy(SessionWindows.ofInactivityGapAndGrace(SIZE, GRACE))
                .count(Materialized.with(Serdes.String(), Serdes.Long()))
                .suppress(Suppressed.untilWindowCloses(BufferConfig.unbounded()))
                .toStream()
                .to("out1", Produced.with(WindowedSerdes.sessionWindowedSerdeFrom(String.class), Serdes.Long()));
    }

    private static void windowsOfCogroup(StreamsBuilder builder) {
        Grouped<String, String> serdes = Grouped.with(Serdes.String(), Serdes.String());
        builder.<String, String>stream("in1")
                .groupByKey(serdes)
                .<String>cogroup((key, value, text) -> text + "1" + value)
                .cogroup(
                        builder.<String, String>stream("in2").groupByKey(serdes),
                        (key, value, text) -> text + "2" + value)
                .windowedBy(TimeWindows.ofSizeAndGrace(SIZE, GRACE))
                .aggregate(
                        () -> null,
                        Materialized.<String, String, WindowStore<Bytes, byte[]>>as("cogrouped")
                                .withKeySerde(Serdes.String())
                                .withValueSerde(Serdes.String()))
                .suppress(Suppressed.untilWindowCloses(BufferConfig.unbounded()))
                .toStream()
                .to("out", Produced.with(KEYS, Serdes.String()));
    }

    private static void secondAggregation(StreamsBuilder builder) {
        windowed(builder)
                .reduce((first, second) -> first + second, Materialized.with(Serdes.String(), Serdes.String()))
                .toStream()
                .groupByKey(Grouped.with(KEYS, Serdes.String()))
                .reduce((first, second) -> first + "," + second)
                .suppress(Suppressed.untilWindowCloses(BufferConfig.unbounded()))
                .toStream()
                .to("out", Produced.with(KEYS, Serdes.String()));
    }

    private static void joinOfWindows(StreamsBuilder builder) {
        KTable<Windowed<String>, String> first = windowed(builder)
                .reduce((one, other) -> one + other, Materialized.with(Serdes.String(), Serdes.String()));
        KTable<Windowed<String>, String> second = builder.<String, String>stream("in2")
                .groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
                .windowedBy(TimeWindows.ofSizeWithNoGrace(SIZE))
                .reduce((one, other) -> other, Materialized.with(Serdes.String(), Serdes.String()));
        first.join(second, (one, other) -> one + "/" + other, Materialized.with(KEYS, Serdes.String()))
                .suppress(Suppressed.untilWindowCloses(BufferConfig.unbounded()))
                .toStream()
                .to("out", Produced.with(KEYS, Serdes.String()));
    }

    private static void chain(StreamsBuilder builder) {
        builder.<String, String>table("in1")
                .suppress(Suppressed.<String>untilTimeLimit(Duration.ofMillis(10), BufferConfig.maxRecords(3))
                        .withName("first"))
                .suppress(Suppressed.untilTimeLimit(SHORT, BufferConfig.unbounded()))
                .mapValues(value -> value + "!")
                .suppress(Suppressed.untilTimeLimit(Duration.ofMillis(5), BufferConfig.unbounded()))
                .toStream()
                .to("out");
    }

    private static void suppressedJoin(StreamsBuilder builder) {
        KTable<String, String> left = builder.table("in1");
        KTable<String, String> right = builder.table("in2");
        left.leftJoin(right, (one, other) -> one + "+" + other)
                .suppress(Suppressed.untilTimeLimit(SHORT, BufferConfig.unbounded()))
                .toStream()
                .to("out1");
        left.join(right, (one, other) -> one + "&" + other, Materialized.as("joined"))
                .suppress(Suppressed.untilTimeLimit(SHORT, BufferConfig.maxRecords(2)))
                .toStream()
                .to("out2");
    }

    private static void joinsWithSuppressed(StreamsBuilder builder) {
        KTable<String, String> held = builder.<String, String>table("in1")
                .mapValues(value -> value + "!")
                .suppress(Suppressed.untilTimeLimit(SHORT, BufferConfig.unbounded()));
        KTable<String, String> other = builder.table("in2");
        KStream<String, String> stream = builder.stream("in3");
        held.join(other, (one, two) -> one + two).toStream().to("out1");
        other.leftJoin(held, (one, two) -> one + two).toStream().to("out2");
        stream.leftJoin(held, (one, two) -> one + two).to("out3");
        stream.join(held.mapValues(value -> value + "?"), (one, two) -> one + two)
                .to("out4");
    }

    private static void tablesBelow(StreamsBuilder builder) {
        KTable<String, String> held = builder.<String, String>table("in1")
                .suppress(Suppressed.untilTimeLimit(SHORT, BufferConfig.unbounded()));
        held.mapValues(value -> value + "!").toStream().to("out1");
        held.mapValues(value -> value + "?", Materialized.as("kept")).toStream().to("out2");
        held.filter((key, value) -> value.length() > 1).toStream().to("out3");
    }

    private static void groupsBelow(StreamsBuilder builder) {
        builder.<String, String>table("in1")
                .suppress(Suppressed.untilTimeLimit(SHORT, BufferConfig.unbounded()))
                .groupBy((key, value) -> KeyValue.pair(value, key))
                .count()
                .toStream()
                .to("out", Produced.valueSerde(Serdes.Long()));
    }
}
