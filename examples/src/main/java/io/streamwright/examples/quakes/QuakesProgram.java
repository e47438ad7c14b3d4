package io.streamwright.examples.quakes;

import io.streamwright.StreamsBuilder;
import io.streamwright.Topology;
import io.streamwright.kstream.Consumed;
import io.streamwright.kstream.Grouped;
import io.streamwright.kstream.KGroupedStream;
import io.streamwright.kstream.Materialized;
import io.streamwright.kstream.Produced;
import io.streamwright.kstream.SessionWindows;
import io.streamwright.kstream.Suppressed;
import io.streamwright.kstream.Suppressed.BufferConfig;
import io.streamwright.kstream.TimeWindows;
import io.streamwright.kstream.Windowed;
import io.streamwright.kstream.WindowedSerdes;
import io.streamwright.state.SessionStore;
import io.streamwright.state.WindowStore;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;

/** From earthquakes, by region, to what happened on each day. */
final class QuakesProgram {
    static final String APPLICATION_ID = "quakes";
    /** By region, the line of each quake, in the order in which they became known. */
    static final String LINES = "quakes-by-region";
    /** By region and day, the strongest quake: the last record of a region and day holds. */
    static final String STRONGEST = "strongest-of-days";
    /** By region and time from the first to the last, quakes that follow each other within {@link #GAP}. */
    static final String SWARMS = "swarms";
    /** By region and day, how many quakes there were: one record each, when the day is over. */
    static final String FINAL_COUNTS = "final-counts";

    static final List<String> TOPICS = List.of(LINES, STRONGEST, SWARMS, FINAL_COUNTS);

    static final Duration DAY = Duration.ofDays(1);
    /** Quakes become known up to a week late. */
    static final Duration LATEST = Duration.ofDays(7);
    /** Who wants a final count cannot wait that long. */
    static final Duration GRACE_OF_FINAL_COUNTS = Duration.ofDays(1);

    static final Duration GAP = Duration.ofHours(1);

    static final Serde<Windowed<String>> REGION_AND_DAY =
            WindowedSerdes.timeWindowedSerdeFrom(String.class, DAY.toMillis());
    static final Serde<Windowed<String>> REGION_AND_TIME = WindowedSerdes.sessionWindowedSerdeFrom(String.class);

    private static final Serde<Quake> QUAKE = new QuakeSerde();

    private QuakesProgram() {}

    static Topology topology() {
        StreamsBuilder builder = new StreamsBuilder();
        KGroupedStream<String, Quake> quakes = builder.stream(
                        LINES,
                        Consumed.with(Serdes.String(), QUAKE)
                                .withTimestampExtractor((line, partitionTime) -> ((Quake) line.value()).timeMs()))
                .groupByKey(Grouped.with(Serdes.String(), QUAKE));

        quakes.windowedBy(TimeWindows.ofSizeAndGrace(DAY, LATEST))
                .reduce(
                        Quake::stronger,
                        Materialized.<String, Quake, WindowStore<Bytes, byte[]>>as("strongest")
                                .withKeySerde(Serdes.String())
                                .withValueSerde(QUAKE))
                .toStream()
                .to(STRONGEST, Produced.with(REGION_AND_DAY, QUAKE));

        quakes.windowedBy(SessionWindows.ofInactivityGapAndGrace(GAP, LATEST))
                .aggregate(
                        () -> Swarm.NONE,
                        (region, quake, swarm) -> swarm.plus(quake),
                        (region, one, other) -> one.plus(other),
                        Materialized.<String, Swarm, SessionStore<Bytes, byte[]>>as("swarms")
                                .withKeySerde(Serdes.String())
                                .withValueSerde(Swarm.serde()))
                .toStream()
                .to(SWARMS, Produced.with(REGION_AND_TIME, Swarm.serde()));

        quakes.windowedBy(TimeWindows.ofSizeAndGrace(DAY, GRACE_OF_FINAL_COUNTS))
                .count(Materialized.as("counts"))
                .suppress(Suppressed.untilWindowCloses(BufferConfig.unbounded()))
                .toStream()
                .to(FINAL_COUNTS, Produced.with(REGION_AND_DAY, Serdes.Long()));
        return builder.build();
    }
}
