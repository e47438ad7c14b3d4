package io.streamwright.dsl.program;

import io.streamwright.KeyValue;
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
import io.streamwright.kstream.SlidingWindows;
import io.streamwright.kstream.TimeWindowedKStream;
import io.streamwright.kstream.Windowed;
import io.streamwright.kstream.WindowedSerdes;
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
 * Programs with sliding windows, as those of {@link Programs}.
 *
 * <p>The text of this class and that of its twin for the other library differ in nothing but package names.
 */
public final class SlidingPrograms {
    private static final Duration DIFFERENCE = Duration.ofMillis(10);
    private static final Duration GRACE = Duration.ofMillis(30);
    private static final Serde<Windowed<String>> KEYS =
            WindowedSerdes.timeWindowedSerdeFrom(String.class, DIFFERENCE.toMillis());

    private SlidingPrograms() {}

    /** Returns all programs. */
    public static Map<String, Consumer<StreamsBuilder>> all() {
        Map<String, Consumer<StreamsBuilder>> programs = new LinkedHashMap<>();
        programs.put("sliding count", SlidingPrograms::count);
        programs.put("sliding count with names", SlidingPrograms::countWithNames);
        programs.put("sliding reduce", SlidingPrograms::reduce);
        programs.put("sliding aggregate", SlidingPrograms::aggregate);
        programs.put("sliding aggregate without caching", SlidingPrograms::aggregateWithoutCaching);
        programs.put("sliding aggregate in memory", SlidingPrograms::aggregateInMemory);
        programs.put("results of closed sliding windows", SlidingPrograms::closed);
        programs.put("joined sliding windows", SlidingPrograms::joinedWindows);
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
                .windowedBy(SlidingWindows.ofTimeDifferenceAndGrace(DIFFERENCE, GRACE))
                .count()
                .toStream()
                .to("out", Produced.with(KEYS, Serdes.Long()));
    }

    private static void countWithNames(StreamsBuilder builder) {
        TimeWindowedKStream<String, String> windows =
                byValue(builder).windowedBy(SlidingWindows.ofTimeDifferenceWithNoGrace(DIFFERENCE));
        windows.count(Named.as("counter"))
                .toStream(Named.as("changes"))
                .to("out1", Produced.with(KEYS, Serdes.Long()).withName("end"));
        windows.count(Materialized.as("counts")).toStream().to("out2", Produced.with(KEYS, Serdes.Long()));
        windows.count(Named.as("second"), Materialized.with(Serdes.String(), Serdes.Long()))
                .toStream()
                .to("out3", Produced.with(KEYS, Serdes.Long()));
        windows.count(Named.as("third"), Materialized.as("third-counts"))
                .toStream()
                .to("out4", Produced.with(KEYS, Serdes.Long()));
    }

    private static void reduce(StreamsBuilder builder) {
        TimeWindowedKStream<String, String> windows =
                byKey(builder).windowedBy(SlidingWindows.ofTimeDifferenceAndGrace(DIFFERENCE, GRACE));
        windows.reduce((first, second) -> first + "," + second).toStream().to("out1", Produced.keySerde(KEYS));
        windows.reduce((first, second) -> second, Named.as("latest")).toStream().to("out2", Produced.keySerde(KEYS));
        windows.reduce((first, second) -> first, Materialized.as("first"))
                .toStream()
                .to("out3", Produced.keySerde(KEYS));
        windows.reduce((first, second) -> first + second, Named.as("all"), Materialized.as("all-values"))
                .toStream()
                .to("out4", Produced.keySerde(KEYS));
    }

    private static void aggregate(StreamsBuilder builder) {
        TimeWindowedKStream<String, String> windows =
                byValue(builder).windowedBy(SlidingWindows.ofTimeDifferenceAndGrace(DIFFERENCE, GRACE));
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
                .to("out4", Produced.with(KEYS, Serdes.Long()));
    }

    private static void aggregateWithoutCaching(StreamsBuilder builder) {
        byKey(builder)
                .windowedBy(SlidingWindows.ofTimeDifferenceAndGrace(DIFFERENCE, GRACE))
                .aggregate(
                        () -> "",
                        (key, value, text) -> text + value,
                        Materialized.<String, String>as(Stores.persistentTimestampedWindowStore(
                                        "texts", Duration.ofSeconds(2), DIFFERENCE, false))
                                .withCachingDisabled()
                                .withLoggingDisabled())
                .toStream()
                .to("out", Produced.keySerde(KEYS));
    }

    private static void aggregateInMemory(StreamsBuilder builder) {
        byKey(builder)
                .windowedBy(SlidingWindows.ofTimeDifferenceAndGrace(DIFFERENCE, GRACE))
                .aggregate(
                        () -> "",
                        (key, value, text) -> text + value,
                        Materialized.<String, String, WindowStore<Bytes, byte[]>>as(Materialized.StoreType.IN_MEMORY)
                                .withKeySerde(Serdes.String()))
                .toStream()
                .to("out", Produced.keySerde(KEYS));
    }

    // Retention is long where results are final: the other library loses those whose windows it has left behind.
    private static void closed(StreamsBuilder builder) {
        byKey(builder)
                .windowedBy(SlidingWindows.ofTimeDifferenceAndGrace(DIFFERENCE, Duration.ofMillis(5)))
                .emitStrategy(EmitStrategy.onWindowClose())
                .reduce(
                        (first, second) -> first + "," + second,
                        Materialized.<String, String, WindowStore<Bytes, byte[]>>as("kept-for-long")
                                .withRetention(Duration.ofMinutes(1)))
                .toStream()
                .to("out", Produced.keySerde(KEYS));
    }

    private static void joinedWindows(StreamsBuilder builder) {
        KStream<String, String> other = builder.stream("in2");
        KTable<Windowed<String>, Long> counts = byKey(builder)
                .windowedBy(SlidingWindows.ofTimeDifferenceAndGrace(DIFFERENCE, GRACE))
                .count();
        KTable<Windowed<String>, Long> others = other.groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
                .windowedBy(SlidingWindows.ofTimeDifferenceAndGrace(DIFFERENCE, GRACE))
                .count();
        counts.join(others, Long::sum).toStream().to("out1", Produced.with(KEYS, Serdes.Long()));
        counts.filter((key, count) -> count > 1)
                .toStream()
                .map((key, count) -> KeyValue.pair(key.key(), key.window().start() + "=" + count))
                .to("out2");
    }
}
