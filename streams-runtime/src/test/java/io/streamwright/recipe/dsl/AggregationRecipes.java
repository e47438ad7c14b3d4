package io.streamwright.recipe.dsl;

import io.streamwright.KeyValue;
import io.streamwright.kstream.EmitStrategy;
import io.streamwright.kstream.Grouped;
import io.streamwright.kstream.KGroupedStream;
import io.streamwright.kstream.KStream;
import io.streamwright.kstream.KTable;
import io.streamwright.kstream.Materialized;
import io.streamwright.kstream.SessionWindows;
import io.streamwright.kstream.SlidingWindows;
import io.streamwright.kstream.Suppressed;
import io.streamwright.kstream.Suppressed.BufferConfig;
import io.streamwright.kstream.TimeWindows;
import io.streamwright.kstream.UnlimitedWindows;
import io.streamwright.kstream.Windowed;
import java.time.Duration;
import org.apache.kafka.common.serialization.Serdes;

/** What {@code docs/dsl.md} shows of aggregations. Thread-safe: holds nothing. */
final class AggregationRecipes {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration GRACE = Duration.ofSeconds(10);

    private AggregationRecipes() {}

    static void groups(KStream<String, String> clicks) {
        // recipe: begin
        KTable<String, Long> counts = clicks.groupByKey().count(Materialized.as("counts"));
        KTable<String, String> paths = clicks.groupByKey().reduce((path, page) -> path + "/" + page);
        KTable<String, Long> letters = clicks.groupBy((user, page) -> page, Grouped.as("by-page"))
                .aggregate(() -> 0L, (page, text, sum) -> sum + text.length(), Materialized.with(null, Serdes.Long()));
        // recipe: end
        send(counts.toStream(), "out1");
        send(paths.toStream(), "out2");
        send(letters.toStream(), "out3");
    }

    static void tables(KTable<String, String> customers) {
        // recipe: begin
        KTable<String, Long> perCity =
                customers.groupBy((name, city) -> KeyValue.pair(city, name)).count();
        KTable<String, String> names = customers
                .groupBy((name, city) -> KeyValue.pair(city, name))
                .aggregate(() -> "", (city, name, all) -> all + name, (city, name, all) -> all.replace(name, ""));
        // recipe: end
        send(perCity.toStream(), "out1");
        send(names.toStream(), "out2");
    }

    static void windows(KGroupedStream<String, String> clicks) {
        // recipe: begin
        KTable<Windowed<String>, Long> tumbling =
                clicks.windowedBy(TimeWindows.ofSizeAndGrace(MINUTE, GRACE)).count();
        KTable<Windowed<String>, Long> hopping = clicks.windowedBy(
                        TimeWindows.ofSizeAndGrace(MINUTE, GRACE).advanceBy(GRACE))
                .count();
        KTable<Windowed<String>, Long> sliding = clicks.windowedBy(
                        SlidingWindows.ofTimeDifferenceAndGrace(MINUTE, GRACE))
                .count();
        KTable<Windowed<String>, Long> unlimited =
                clicks.windowedBy(UnlimitedWindows.of()).count();
        // recipe: end
        send(tumbling.toStream((window, count) -> window.key()), "out1");
        send(hopping.toStream((window, count) -> window.key()), "out2");
        send(sliding.toStream((window, count) -> window.key()), "out3");
        send(unlimited.toStream((window, count) -> window.key()), "out4");
    }

    static void sessions(KGroupedStream<String, String> clicks) {
        // recipe: begin
        KTable<Windowed<String>, String> visits = clicks.windowedBy(
                        SessionWindows.ofInactivityGapAndGrace(MINUTE, GRACE))
                .aggregate(() -> "", (user, page, path) -> path + page, (user, one, other) -> one + other);
        // recipe: end
        send(visits.toStream((window, path) -> window.key()), "out1");
    }

    static void finalResults(KGroupedStream<String, String> clicks) {
        // recipe: begin
        KTable<Windowed<String>, Long> once = clicks.windowedBy(TimeWindows.ofSizeAndGrace(MINUTE, GRACE))
                .emitStrategy(EmitStrategy.onWindowClose())
                .count();
        KTable<Windowed<String>, Long> heldBack = clicks.windowedBy(TimeWindows.ofSizeAndGrace(MINUTE, GRACE))
                .count()
                .suppress(Suppressed.untilWindowCloses(BufferConfig.unbounded()));
        // recipe: end
        send(once.toStream((window, count) -> window.key()), "out1");
        send(heldBack.toStream((window, count) -> window.key()), "out2");
    }

    static void slower(KTable<String, String> prices) {
        // recipe: begin
        KTable<String, String> calm = prices.suppress(
                Suppressed.untilTimeLimit(MINUTE, BufferConfig.maxRecords(1_000).emitEarlyWhenFull()));
        // recipe: end
        send(calm.toStream(), "out1");
    }

    static void cogroups(KGroupedStream<String, String> clicks, KGroupedStream<String, Long> payments) {
        // recipe: begin
        KTable<String, String> profiles = clicks.<String>cogroup((user, page, profile) -> profile + page)
                .cogroup(payments, (user, cents, profile) -> profile + cents)
                .aggregate(() -> "");
        // recipe: end
        send(profiles.toStream(), "out1");
    }

    private static void send(KStream<String, ?> stream, String topic) {
        stream.mapValues(value -> String.valueOf(value)).to(topic);
    }
}
