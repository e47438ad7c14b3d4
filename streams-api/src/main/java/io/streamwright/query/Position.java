package io.streamwright.query;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * How far a store has come: by topic and partition, the offset up to which input has taken effect on it, that offset included.
 *
 * <p>A position grows by {@link #withComponent} and {@link #merge}, which never take anything back.
 *
 * <p>Thread-safe.
 */
public class Position {

    private final ConcurrentHashMap<String, ConcurrentHashMap<Integer, Long>> offsets = new ConcurrentHashMap<>();

    private Position() {}

    /** Returns a position before all input. */
    public static Position emptyPosition() {
        return new Position();
    }

    /**
     * Returns a position with these offsets.
     *
     * @param map by topic, then partition; null for none
     */
    public static Position fromMap(@Nullable Map<String, ? extends Map<Integer, Long>> map) {
        Position position = new Position();
        if (map != null) {
            map.forEach((topic, partitions) ->
                    partitions.forEach((partition, offset) -> position.withComponent(topic, partition, offset)));
        }
        return position;
    }

    /**
     * Adds an offset, unless the position has come further already.
     *
     * @return this
     */
    public Position withComponent(String topic, int partition, long offset) {
        offsets.computeIfAbsent(topic, any -> new ConcurrentHashMap<>()).merge(partition, offset, Math::max);
        return this;
    }

    /** Returns another position of the same offsets. */
    public Position copy() {
        return fromMap(offsets);
    }

    /**
     * Adds the offsets of another position, where it has come further.
     *
     * @param other null for none
     * @return this
     */
    public Position merge(@Nullable Position other) {
        if (other != null) {
            other.offsets.forEach((topic, partitions) ->
                    partitions.forEach((partition, offset) -> withComponent(topic, partition, offset)));
        }
        return this;
    }

    /** Returns the topics it knows of. */
    public Set<String> getTopics() {
        return Collections.unmodifiableSet(offsets.keySet());
    }

    /** Returns the offsets of a topic, by partition; empty if it knows none. */
    public Map<Integer, Long> getPartitionPositions(String topic) {
        Map<Integer, Long> known = offsets.get(topic);
        return known == null ? Map.of() : Collections.unmodifiableMap(known);
    }

    /** Returns whether it knows of no topic. */
    public boolean isEmpty() {
        return offsets.isEmpty();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || (other instanceof Position that && offsets.equals(that.offsets));
    }

    /** Not supported, as a position can grow. */
    @Override
    public int hashCode() {
        throw new UnsupportedOperationException("a position can grow, so it cannot be a key");
    }

    @Override
    public String toString() {
        return "Position" + offsets;
    }
}
