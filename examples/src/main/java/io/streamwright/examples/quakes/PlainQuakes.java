package io.streamwright.examples.quakes;

import io.streamwright.examples.quakes.QuakeResults.Span;
import io.streamwright.log.LogClient;
import io.streamwright.log.TopicReader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * Reckons the results without streams, from all earthquakes at once: what the application must come to.
 *
 * <p>Owner: who checks.
 */
final class PlainQuakes {
    private static final long DAY_MS = QuakesProgram.DAY.toMillis();

    /** By partition, the quakes in the order in which they became known. */
    private final Map<Integer, List<Quake>> known = new LinkedHashMap<>();

    /** Adds a quake that became known. */
    void add(int partition, Quake quake) {
        known.computeIfAbsent(partition, key -> new ArrayList<>()).add(quake);
    }

    /** Returns the quakes on the input topic. */
    static PlainQuakes read(LogClient log) {
        PlainQuakes quakes = new PlainQuakes();
        try (TopicReader<String, String> reader =
                TopicReader.open(log, QuakesProgram.LINES, new StringDeserializer(), new StringDeserializer())) {
            for (ConsumerRecord<String, String> record : reader.readAll()) {
                quakes.add(record.partition(), Quake.parse(record.value()).orElseThrow());
            }
        }
        return quakes;
    }

    /** Returns how many quakes there are. */
    int count() {
        return known.values().stream().mapToInt(List::size).sum();
    }

    /** Returns how many quakes there are, by start of the day. */
    SortedMap<Long, Long> countOfDays() {
        SortedMap<Long, Long> days = new TreeMap<>();
        known.values().forEach(quakes -> quakes.forEach(quake -> days.merge(startOfDay(quake), 1L, Long::sum)));
        return days;
    }

    /** Returns the results. */
    QuakeResults results() {
        SortedMap<Span, Quake> strongest = new TreeMap<>();
        SortedMap<Span, Swarm> swarms = new TreeMap<>();
        SortedMap<Span, Long> finalCounts = new TreeMap<>();
        for (List<Quake> quakes : known.values()) {
            quakes.forEach(quake -> strongest.merge(dayOf(quake), quake, Quake::stronger));
            swarms.putAll(swarms(quakes));
            finalCounts.putAll(finalCounts(quakes));
        }
        return new QuakeResults(strongest, swarms, finalCounts);
    }

    private static long startOfDay(Quake quake) {
        return quake.timeMs() - quake.timeMs() % DAY_MS;
    }

    private static Span dayOf(Quake quake) {
        long start = startOfDay(quake);
        return new Span(quake.region(), start, start + DAY_MS);
    }

    private static SortedMap<Span, Swarm> swarms(List<Quake> quakes) {
        SortedMap<Span, Swarm> swarms = new TreeMap<>();
        Map<String, Span> latest = new LinkedHashMap<>();
        List<Quake> byTime = new ArrayList<>(quakes);
        byTime.sort(Comparator.comparingLong(Quake::timeMs));
        for (Quake quake : byTime) {
            Span before = latest.get(quake.region());
            Span span = new Span(quake.region(), quake.timeMs(), quake.timeMs());
            Swarm swarm = Swarm.NONE;
            if (before != null && quake.timeMs() - before.endMs() <= QuakesProgram.GAP.toMillis()) {
                span = new Span(quake.region(), before.startMs(), quake.timeMs());
                swarm = swarms.remove(before);
            }
            swarms.put(span, swarm.plus(quake));
            latest.put(quake.region(), span);
        }
        return swarms;
    }

    /** Counts as the quakes become known: a day is over when a quake is known that happened long enough after it. */
    private static SortedMap<Span, Long> finalCounts(List<Quake> quakes) {
        SortedMap<Span, Long> counts = new TreeMap<>();
        long streamTime = Long.MIN_VALUE;
        for (Quake quake : quakes) {
            streamTime = Math.max(streamTime, quake.timeMs());
            if (!isOver(dayOf(quake), streamTime)) {
                counts.merge(dayOf(quake), 1L, Long::sum);
            }
        }
        long end = streamTime;
        counts.keySet().removeIf(day -> !isOver(day, end));
        return counts;
    }

    private static boolean isOver(Span day, long streamTime) {
        return day.endMs() + QuakesProgram.GRACE_OF_FINAL_COUNTS.toMillis() <= streamTime;
    }
}
