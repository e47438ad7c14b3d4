package io.streamwright.dsl.program;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
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
import org.apache.kafka.streams.kstream.TimeWindowedKStream;
import org.apache.kafka.streams.kstream.TimeWindows;
import org.apache.kafka.streams.kstream.UnlimitedWindows;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.kstream.WindowedSerdes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.WindowStore;

/**
 * KafkaPrograms with windows, as those of {@link KafkaPrograms}.
 *
 * <p>The text of this class and that of its twin for the other library differ in nothing but package names.
 */
public final class KafkaWindowPrograms {
    private static final Duration SIZE = Duration.ofMillis(10);
    private static final Duration GRACE = Duration.ofMillis(5);
    private static final Serde<Windowed<String>> KEYS =
            WindowedSerdes.timeWindowedSerdeFrom(String.class, SIZE.toMillis());

    private KafkaWindowPrograms() {}

    /** Returns all programs. */
    public static Map<String, Consumer<StreamsBuilder>> all() {
        Map<String, Consumer<StreamsBuilder>> programs = new LinkedHashMap<>();
        programs.put("windowed count", KafkaWindowPrograms::count);
        programs.put("windowed count with names", KafkaWindowPrograms::countWithNames);
        programs.put("windowed reduce", KafkaWindowPrograms::reduce);
        programs.put("windowed aggregate", KafkaWindowPrograms::aggregate);
        programs.put("windowed aggregate without caching", KafkaWindowPrograms::aggregateWithoutCaching);
        programs.put("windowed aggregate in memory", KafkaWindowPrograms::aggregateInMemory);
        programs.put("unlimited windows", KafkaWindowPrograms::unlimited);
        programs.put("results of closed windows", KafkaWindowPrograms::closed);
        programs.put("results of closed hopping windows", KafkaWindowPrograms::closedHopping);
        programs.put("windows of a named grouping", KafkaWindowPrograms::namedGrouping);
        programs.put("tables below windows", KafkaWindowPrograms::tables);
        programs.put("grouped table of windows", KafkaWindowPrograms::groupedTable);
        programs.put("windowed keys in a second aggregation", KafkaWindowPrograms::secondAggregation);
        programs.put("joined windows", KafkaWindowPrograms::joinedWindows);
        programs.putAll(KafkaSlidingPrograms.all());
        programs.putAll(KafkaSessionPrograms.all());
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
                .windowedBy(TimeWindows.ofSizeAndGrace(SIZE, GRACE))
                .count()
                .toStream()
                .to("out", Produced.with(KEYS, Serdes.Long()));
    }

    private static void countWithNames(StreamsBuilder builder) {
        TimeWindowedKStream<String, String> windows = byValue(builder).windowedBy(TimeWindows.ofSizeWithNoGrace(SIZE));
        windows.count(Named.as("counter"))
                .toStream(Named.as("changes"))
                .to("out1", Produced.with(KEYS, Serdes.Long()).withName("end"));
        windows.count(Materialized.as("counts")).toStream().to("out2", Produced.with(KEYS, Serdes.Long()));
        windows.count(Named.as("second"), Materialized.with(Serdes.String(), Serdes.Long()))
                .toStream()
                .to("out3", Produced.valueSerde(Serdes.Long()));
        windows.count(Named.as("third"), Materialized.as("third-counts"))
                .toStream()
                .to("out4", Produced.with(KEYS, Serdes.Long()));
    }

    private static void reduce(StreamsBuilder builder) {
        TimeWindowedKStream<String, String> windows = byKey(builder)
                .windowedBy(TimeWindows.ofSizeAndGrace(SIZE, GRACE).advanceBy(Duration.ofMillis(4)));
        windows.reduce((first, second) -> first + "," + second).toStream().to("out1");
        windows.reduce((first, second) -> second, Named.as("latest")).toStream().to("out2");
        windows.reduce((first, second) -> first, Materialized.as("first"))
                .toStream()
                .to("out3");
        windows.reduce((first, second) -> first + second, Named.as("all"), Materialized.as("all-values"))
                .toStream()
                .to("out4");
    }

    private static void aggregate(StreamsBuilder builder) {
        TimeWindowedKStream<String, String> windows = byValue(builder)
                .windowedBy(TimeWindows.ofSizeAndGrace(SIZE, GRACE).advanceBy(Duration.ofMillis(5)));
        windows.aggregate(() -> "", (key, value, text) -> text + value)
                .toStream((key, value) -> key.key() + "@" + key.window().start() + "-"
                        + key.window().end())
                .to("out1");
        windows.aggregate(() -> "", (key, value, text) -> value.startsWith("d") ? null : text + value, Named.as("some"))
                .toStream()
                .to("out2", Produced.keySerde(KEYS));
        windows.aggregate(
                        () -> 0L,
                        (key, value, length) -> length + value.length(),
                        Materialized.with(Serdes.String(), Serdes.Long()))
                .toStream()
                .to("out3", Produced.with(KEYS, Serdes.Long()));
        windows.aggregate(
                        () -> 0L,
                        (key, value, length) -> length + value.length(),
                        Named.as("lengths"),
                        Materialized.<String, Long, WindowStore<Bytes, byte[]>>as("lengths-store")
                                .withKeySerde(Serdes.String())
                                .withValueSerde(Serdes.Long())
                                .withRetention(Duration.ofSeconds(5)))
                .toStream()
                .to("out4");
    }

    private static void aggregateWithoutCaching(StreamsBuilder builder) {
        byKey(builder)
                .windowedBy(TimeWindows.ofSizeWithNoGrace(SIZE))
                .aggregate(
                        () -> "",
                        (key, value, text) -> text + value,
                        Materialized.<String, String>as(
                                        Stores.persistentWindowStore("texts", Duration.ofSeconds(2), SIZE, false))
                                .withCachingDisabled()
                                .withLoggingDisabled())
                .toStream()
                .to("out", Produced.keySerde(KEYS));
    }

    private static void aggregateInMemory(StreamsBuilder builder) {
        byKey(builder)
                .windowedBy(TimeWindows.ofSizeWithNoGrace(SIZE).advanceBy(Duration.ofMillis(2)))
                .aggregate(
                        () -> "",
                        (key, value, text) -> text + value,
                        Materialized.<String, String, WindowStore<Bytes, byte[]>>as(Materialized.StoreType.IN_MEMORY)
                                .withKeySerde(Serdes.String()))
                .toStream()
                .to("out", Produced.keySerde(KEYS));
    }

    private static void unlimited(StreamsBuilder builder) {
        byKey(builder)
                .windowedBy(UnlimitedWindows.of().startOn(Instant.ofEpochMilli(20)))
                .count()
                .toStream((key, value) -> key.key() + "@" + key.window().start() + "-"
                        + key.window().end())
                .to("out", Produced.with(Serdes.String(), Serdes.Long()));
    }

    // Retention is long where results are final: the other library loses those whose windows it has left behind.
    private static void closed(StreamsBuilder builder) {
        byKey(builder)
                .windowedBy(TimeWindows.ofSizeAndGrace(SIZE, GRACE))
                .emitStrategy(EmitStrategy.onWindowClose())
                .count(Materialized.<String, Long, WindowStore<Bytes, byte[]>>as("counts")
                        .withRetention(Duration.ofMinutes(1)))
                .toStream()
                .to("out", Produced.with(KEYS, Serdes.Long()));
    }

    private static void closedHopping(StreamsBuilder builder) {
        byValue(builder)
                .windowedBy(TimeWindows.ofSizeWithNoGrace(SIZE).advanceBy(Duration.ofMillis(3)))
                .emitStrategy(EmitStrategy.onWindowClose())
                .reduce(
                        (first, second) -> first + "," + second,
                        Materialized.<String, String, WindowStore<Bytes, byte[]>>as("kept-for-long")
                                .withRetention(Duration.ofMinutes(1)))
                .toStream()
                .to("out", Produced.keySerde(KEYS));
    }

    private static void namedGrouping(StreamsBuilder builder) {
        KStream<String, String> stream = builder.stream("in1");
        KGroupedStream<String, String> grouped = stream.selectKey((key, value) -> value)
                .groupByKey(Grouped.with("by-value", Serdes.String(), Serdes.String()));
        grouped.count().toStream().to("out1", Produced.with(Serdes.String(), Serdes.Long()));
        grouped.windowedBy(TimeWindows.ofSizeWithNoGrace(SIZE))
                .count()
                .toStream()
                .to("out2", Produced.with(KEYS, Serdes.Long()));
        grouped.windowedBy(TimeWindows.ofSizeAndGrace(Duration.ofMillis(20), GRACE))
                .count()
                .toStream()
                .to("out3", Produced.with(KEYS, Serdes.Long()));
    }

    private static void tables(StreamsBuilder builder) {
        KTable<Windowed<String>, Long> counts = byKey(builder)
                .windowedBy(TimeWindows.ofSizeAndGrace(SIZE, GRACE))
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
                .to("out3", Produced.with(KEYS, Serdes.String()));
    }

    private static void groupedTable(StreamsBuilder builder) {
        byKey(builder)
                .windowedBy(TimeWindows.ofSizeAndGrace(SIZE, GRACE))
                .reduce((first, second) -> first + second)
                .groupBy(
                        (key, value) -> KeyValue.pair(key.key(), value), Grouped.with(Serdes.String(), Serdes.String()))
                .aggregate(
                        () -> "",
                        (key, value, texts) -> texts + "+" + value,
                        (key, value, texts) -> texts + "-" + value)
                .toStream()
                .to("out");
    }

    private static void secondAggregation(StreamsBuilder builder) {
        byKey(builder)
                .windowedBy(TimeWindows.ofSizeAndGrace(SIZE, GRACE))
                .count()
                .toStream()
                .groupByKey(Grouped.with(KEYS, Serdes.Long()))
                .reduce(Math::max)
                .toStream()
                .to("out", Produced.with(KEYS, Serdes.Long()));
    }

    /** The two tables are of two streams: of one, every result would meet a row of its own transaction. */
    private static void joinedWindows(StreamsBuilder builder) {
        KStream<String, String> other = builder.stream("in2");
        KTable<Windowed<String>, Long> counts = byKey(builder)
                .windowedBy(TimeWindows.ofSizeAndGrace(SIZE, GRACE))
                .count();
        KTable<Windowed<String>, Long> others = other.groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
                .windowedBy(TimeWindows.ofSizeAndGrace(SIZE, GRACE))
                .count();
        counts.join(others, Long::sum).toStream().to("out1", Produced.with(KEYS, Serdes.Long()));
        counts.filter((key, count) -> count > 1)
                .leftJoin(others, (count, more) -> count + "+" + more)
                .toStream()
                .to("out2", Produced.with(KEYS, Serdes.String()));
    }
}
