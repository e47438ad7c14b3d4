package io.streamwright.porting.after;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.streamwright.KeyValue;
import io.streamwright.StreamsBuilder;
import io.streamwright.Topology;
import io.streamwright.kstream.Consumed;
import io.streamwright.kstream.Grouped;
import io.streamwright.kstream.KGroupedStream;
import io.streamwright.kstream.KStream;
import io.streamwright.kstream.Materialized;
import io.streamwright.kstream.Named;
import io.streamwright.kstream.Produced;
import io.streamwright.kstream.SessionWindows;
import io.streamwright.kstream.SlidingWindows;
import io.streamwright.kstream.Suppressed;
import io.streamwright.kstream.TimeWindows;
import io.streamwright.kstream.Windowed;
import io.streamwright.processor.TimestampExtractor;
import io.streamwright.runtime.StreamsApp;
import io.streamwright.state.SessionStore;
import io.streamwright.state.WindowStore;
import java.time.Duration;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;

/**
 * Follows visitors through the pages of a site: visits, popular pages, bursts, and how much of each visitor is known.
 *
 * <p>A view is {@code time page}, by visitor; a purchase is {@code amount}, by visitor.
 */
public final class PageVisits {
    private static final Serde<String> TEXT = Serdes.String();
    private static final Serde<View> VIEW = Serdes.serdeFrom(
            (topic, view) -> (view.timeMs() + " " + view.page()).getBytes(UTF_8),
            (topic, bytes) -> View.of(new String(bytes, UTF_8)));
    private static final Duration PAUSE = Duration.ofSeconds(30);
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration GRACE = Duration.ofSeconds(20);

    private PageVisits() {}

    /** One view of a page. */
    record View(long timeMs, String page) {
        static View of(String text) {
            int space = text.indexOf(' ');
            return new View(Long.parseLong(text.substring(0, space)), text.substring(space + 1));
        }
    }

    /** Starts it. */
    public static StreamsApp start(Properties settings) {
        StreamsApp streams = new StreamsApp(topology(), settings);
        streams.start();
        return streams;
    }

    /** Returns the program. */
    public static Topology topology() {
        StreamsBuilder builder = new StreamsBuilder();
        TimestampExtractor timeOfView =
                (record, partitionTime) -> record.value() instanceof View view ? view.timeMs() : partitionTime;
        KStream<String, View> views =
                builder.stream("views", Consumed.with(TEXT, VIEW).withTimestampExtractor(timeOfView));
        KStream<String, String> purchases = builder.stream("purchases", Consumed.with(TEXT, TEXT));

        KGroupedStream<String, View> byVisitor = views.groupByKey(Grouped.with("visitor", TEXT, VIEW));
        visits(byVisitor);
        bursts(byVisitor);
        popularPages(views);
        profiles(byVisitor, purchases.groupByKey(Grouped.with("buyer", TEXT, TEXT)));
        return builder.build();
    }

    private static void visits(KGroupedStream<String, View> byVisitor) {
        byVisitor
                .windowedBy(SessionWindows.ofInactivityGapAndGrace(PAUSE, GRACE))
                .aggregate(
                        () -> "",
                        (visitor, view, path) -> path + "/" + view.page(),
                        (visitor, earlier, later) -> earlier + later,
                        Named.as("visit"),
                        Materialized.<String, String, SessionStore<Bytes, byte[]>>as("visits")
                                .withKeySerde(TEXT)
                                .withValueSerde(TEXT))
                .toStream((visit, path) -> shown(visit))
                .to("visits", Produced.with(TEXT, TEXT));
    }

    private static void bursts(KGroupedStream<String, View> byVisitor) {
        byVisitor
                .windowedBy(SlidingWindows.ofTimeDifferenceAndGrace(Duration.ofSeconds(5), GRACE))
                .count(Materialized.<String, Long, WindowStore<Bytes, byte[]>>as("bursts")
                        .withCachingDisabled())
                .filter((window, views) -> views >= 3)
                .toStream((window, views) -> shown(window))
                .mapValues(views -> views == null ? "over" : views + " views")
                .to("bursts", Produced.with(TEXT, TEXT));
    }

    private static void popularPages(KStream<String, View> views) {
        views.map((visitor, view) -> KeyValue.pair(view.page(), visitor))
                .groupByKey(Grouped.with("page", TEXT, TEXT))
                .windowedBy(TimeWindows.ofSizeAndGrace(MINUTE, GRACE))
                .count(Materialized.as("views-of-minutes"))
                .suppress(Suppressed.untilWindowCloses(Suppressed.BufferConfig.unbounded())
                        .withName("final-views"))
                .toStream()
                .filter((page, count) -> count > 1)
                .map((page, count) -> KeyValue.pair(shown(page), Long.toString(count)))
                .to("popular", Produced.with(TEXT, TEXT));
    }

    private static void profiles(KGroupedStream<String, View> views, KGroupedStream<String, String> purchases) {
        views.<String>cogroup((visitor, view, profile) ->
                        profile.contains(view.page()) ? profile : profile + view.page() + ",")
                .cogroup(purchases, (visitor, amount, profile) -> profile + "$" + amount + ",")
                .aggregate(() -> "", Materialized.with(TEXT, TEXT))
                .toStream(Named.as("profile-changes"))
                .to("profiles", Produced.with(TEXT, TEXT));
    }

    private static String shown(Windowed<String> window) {
        return window.key() + "@" + window.window().start() + ".."
                + window.window().end();
    }
}
