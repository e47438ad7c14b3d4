package io.streamwright.store.buffer;

import java.util.NavigableMap;
import java.util.NoSuchElementException;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;

/**
 * The order in which updates leave a buffer: by time, then by serialized key; with the bytes that each counts.
 *
 * <p>Owner: the worker that owns the task.
 */
public final class TimeOrder {
    private final NavigableMap<Place, Long> places = new TreeMap<>();
    private long bytes;

    /** Starts without updates. */
    public TimeOrder() {}

    /** Where an update stands. Immutable. */
    private record Place(long timeMs, Bytes key) implements Comparable<Place> {
        @Override
        public int compareTo(Place other) {
            int byTime = Long.compare(timeMs, other.timeMs);
            return byTime != 0 ? byTime : key.compareTo(other.key);
        }
    }

    /** Adds an update, or replaces that of the same time and key. */
    public void add(Bytes key, BufferedUpdate update) {
        long counted = update.countedBytes(key.get().length);
        Long before = places.put(new Place(update.timeMs(), key), counted);
        bytes += counted - (before == null ? 0 : before);
    }

    /** Removes an update that was added. */
    public void remove(Bytes key, BufferedUpdate update) {
        Long counted = places.remove(new Place(update.timeMs(), key));
        if (counted == null) {
            throw new IllegalStateException("no update of time " + update.timeMs() + " waits for key " + key);
        }
        bytes -= counted;
    }

    /**
     * Returns the key of the earliest update.
     *
     * @throws NoSuchElementException if there is none
     */
    public Bytes firstKey() {
        return places.firstKey().key();
    }

    /**
     * Returns the time of the earliest update.
     *
     * @throws NoSuchElementException if there is none
     */
    public long firstTimeMs() {
        return places.firstKey().timeMs();
    }

    /** Returns how many updates there are. */
    public int size() {
        return places.size();
    }

    /** Returns how many bytes they count. */
    public long bytes() {
        return bytes;
    }
}
