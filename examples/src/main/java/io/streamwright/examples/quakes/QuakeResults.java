package io.streamwright.examples.quakes;

import io.streamwright.kstream.Windowed;
import io.streamwright.log.LogClient;
import io.streamwright.log.TopicReader;
import java.util.Comparator;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;

/**
 * What is known of the earthquakes. Immutable.
 *
 * @param strongest by region and day
 * @param swarms by region and time
 * @param finalCounts by region and day, of the days that are over
 */
record QuakeResults(
        SortedMap<Span, Quake> strongest, SortedMap<Span, Swarm> swarms, SortedMap<Span, Long> finalCounts) {

    /** Reads what the application has committed. */
    static QuakeResults read(LogClient log) {
        return new QuakeResults(
                last(log, QuakesProgram.STRONGEST, QuakesProgram.REGION_AND_DAY, new QuakeSerde()),
                last(log, QuakesProgram.SWARMS, QuakesProgram.REGION_AND_TIME, Swarm.serde()),
                only(log, QuakesProgram.FINAL_COUNTS));
    }

    /** Returns the last value of each key; a key whose last value is null is gone. */
    private static <V> SortedMap<Span, V> last(
            LogClient log, String topic, Serde<Windowed<String>> keys, Serde<V> values) {
        SortedMap<Span, V> last = new TreeMap<>();
        try (TopicReader<Windowed<String>, V> reader =
                TopicReader.open(log, topic, keys.deserializer(), values.deserializer())) {
            for (ConsumerRecord<Windowed<String>, V> record : reader.readAll()) {
                if (record.value() == null) {
                    last.remove(Span.of(record.key()));
                } else {
                    last.put(Span.of(record.key()), record.value());
                }
            }
        }
        return last;
    }

    /** Returns the values of keys that may each be there once. */
    private static SortedMap<Span, Long> only(LogClient log, String topic) {
        SortedMap<Span, Long> counts = new TreeMap<>();
        try (TopicReader<Windowed<String>, Long> reader = TopicReader.open(
                log,
                topic,
                QuakesProgram.REGION_AND_DAY.deserializer(),
                Serdes.Long().deserializer())) {
            for (ConsumerRecord<Windowed<String>, Long> record : reader.readAll()) {
                Long before = counts.put(Span.of(record.key()), record.value());
                if (before != null) {
                    throw new IllegalStateException("topic " + topic + " has two final counts of " + record.key());
                }
            }
        }
        return counts;
    }

    /** Returns how many quakes were counted finally, by start of the day. */
    SortedMap<Long, Long> finalCountOfDays() {
        SortedMap<Long, Long> days = new TreeMap<>();
        for (Map.Entry<Span, Long> count : finalCounts.entrySet()) {
            days.merge(count.getKey().startMs(), count.getValue(), Long::sum);
        }
        return days;
    }

    /**
     * A region and a time. Immutable.
     *
     * @param startMs of the day, or of the first quake
     * @param endMs of the day, which is not in it, or of the last quake
     */
    record Span(String region, long startMs, long endMs) implements Comparable<Span> {
        private static final Comparator<Span> ORDER = Comparator.comparingLong(Span::startMs)
                .thenComparing(Span::region)
                .thenComparingLong(Span::endMs);

        static Span of(Windowed<String> key) {
            return new Span(key.key(), key.window().start(), key.window().end());
        }

        @Override
        public int compareTo(Span other) {
            return ORDER.compare(this, other);
        }
    }
}
