package io.streamwright.examples.flights;

import io.streamwright.examples.flights.Delays.Compared;
import io.streamwright.log.LogClient;
import io.streamwright.log.TopicReader;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * What is known of the delays. Immutable.
 *
 * @param usual by airport
 * @param days by airport and start of the day
 */
record FlightResults(Map<String, Delays> usual, Map<AirportDay, Compared> days) {
    private static final long DAY_MS = FlightsProgram.DAY.toMillis();

    FlightResults {
        usual = Map.copyOf(usual);
        days = Map.copyOf(days);
    }

    /** Reads what the application has committed. */
    static FlightResults read(LogClient log) {
        Map<AirportDay, Compared> days = new HashMap<>();
        last(log, FlightsProgram.COMPARED, FlightsProgram.AIRPORT_AND_DAY, Compared.serde())
                .forEach((key, compared) ->
                        days.put(new AirportDay(key.key(), key.window().start()), compared));
        return new FlightResults(last(log, FlightsProgram.USUAL, Serdes.String(), Delays.serde()), days);
    }

    private static <K, V> Map<K, V> last(LogClient log, String topic, Serde<K> keys, Serde<V> values) {
        Map<K, V> last = new HashMap<>();
        try (TopicReader<K, V> reader = TopicReader.open(log, topic, keys.deserializer(), values.deserializer())) {
            for (ConsumerRecord<K, V> record : reader.readAll()) {
                last.put(record.key(), record.value());
            }
        }
        return last;
    }

    /** Reckons the results without streams, from all flights on the input topic: what the application must come to. */
    static FlightResults plain(LogClient log) {
        Map<String, Delays> usual = new HashMap<>();
        Map<AirportDay, Delays> days = new TreeMap<>();
        try (TopicReader<String, String> reader =
                TopicReader.open(log, FlightsProgram.LINES, new StringDeserializer(), new StringDeserializer())) {
            for (ConsumerRecord<String, String> record : reader.readAll()) {
                Flight flight = Flight.parse(record.value());
                AirportDay day = new AirportDay(flight.origin(), flight.departureMs() - flight.departureMs() % DAY_MS);
                usual.put(
                        flight.origin(),
                        usual.getOrDefault(flight.origin(), Delays.NONE).plus(flight));
                days.put(day, days.getOrDefault(day, Delays.NONE).plus(flight));
            }
        }
        Map<AirportDay, Compared> compared = new HashMap<>();
        days.forEach((day, delays) ->
                compared.put(day, new Compared(delays, usual.getOrDefault(day.airport(), Delays.NONE))));
        return new FlightResults(usual, compared);
    }

    /** Returns how many flights there are. */
    long flights() {
        return usual.values().stream().mapToLong(Delays::flights).sum();
    }

    /**
     * An airport on one day. Immutable.
     *
     * @param startMs of the day
     */
    record AirportDay(String airport, long startMs) implements Comparable<AirportDay> {
        @Override
        public int compareTo(AirportDay other) {
            int byAirport = airport.compareTo(other.airport);
            return byAirport != 0 ? byAirport : Long.compare(startMs, other.startMs);
        }
    }
}
