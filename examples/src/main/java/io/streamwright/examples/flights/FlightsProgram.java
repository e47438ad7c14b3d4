package io.streamwright.examples.flights;

import io.streamwright.StreamsBuilder;
import io.streamwright.Topology;
import io.streamwright.examples.flights.Delays.Compared;
import io.streamwright.kstream.Consumed;
import io.streamwright.kstream.Grouped;
import io.streamwright.kstream.KGroupedStream;
import io.streamwright.kstream.KTable;
import io.streamwright.kstream.Materialized;
import io.streamwright.kstream.Produced;
import io.streamwright.kstream.TableJoined;
import io.streamwright.kstream.TimeWindows;
import io.streamwright.kstream.Windowed;
import io.streamwright.kstream.WindowedSerdes;
import io.streamwright.state.KeyValueStore;
import io.streamwright.state.WindowStore;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;

/** From flights, by airport, to the delays of each airport and day beside those that are usual there. */
final class FlightsProgram {
    static final String APPLICATION_ID = "flights";
    /** By airport of origin, the line of each flight. */
    static final String LINES = "flights-by-airport";
    /** By airport, the delays of all its flights: the last record of an airport holds. */
    static final String USUAL = "usual-delays";
    /** By airport and day, the delays of the day beside the usual ones: the last record holds. */
    static final String COMPARED = "delays-of-days";

    static final List<String> TOPICS = List.of(LINES, USUAL, COMPARED);

    static final Duration DAY = Duration.ofDays(1);
    /** The file is in no order of time: a flight may come a season late. */
    private static final Duration LATEST = Duration.ofDays(120);

    static final Serde<Windowed<String>> AIRPORT_AND_DAY =
            WindowedSerdes.timeWindowedSerdeFrom(String.class, DAY.toMillis());

    private FlightsProgram() {}

    static Topology topology() {
        StreamsBuilder builder = new StreamsBuilder();
        KGroupedStream<String, Flight> flights = builder.stream(
                        LINES,
                        Consumed.with(Serdes.String(), Flight.serde())
                                .withTimestampExtractor((line, partitionTime) -> ((Flight) line.value()).departureMs()))
                .groupByKey(Grouped.with(Serdes.String(), Flight.serde()));

        KTable<String, Delays> usual = flights.aggregate(
                () -> Delays.NONE,
                (airport, flight, delays) -> delays.plus(flight),
                Materialized.<String, Delays, KeyValueStore<Bytes, byte[]>>as("usual")
                        .withKeySerde(Serdes.String())
                        .withValueSerde(Delays.serde()));
        usual.toStream().to(USUAL, Produced.with(Serdes.String(), Delays.serde()));

        KTable<Windowed<String>, Delays> days = flights.windowedBy(TimeWindows.ofSizeAndGrace(DAY, LATEST))
                .aggregate(
                        () -> Delays.NONE,
                        (airport, flight, delays) -> delays.plus(flight),
                        Materialized.<String, Delays, WindowStore<Bytes, byte[]>>as("days")
                                .withKeySerde(Serdes.String())
                                .withValueSerde(Delays.serde()));

        days.join(
                        usual,
                        (airportAndDay, delays) -> airportAndDay.key(),
                        Compared::new,
                        TableJoined.as("day-beside-usual"),
                        Materialized.with(AIRPORT_AND_DAY, Compared.serde()))
                .toStream()
                .to(COMPARED, Produced.with(AIRPORT_AND_DAY, Compared.serde()));
        return builder.build();
    }
}
