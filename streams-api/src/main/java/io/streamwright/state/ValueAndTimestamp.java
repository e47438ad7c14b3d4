package io.streamwright.state;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A value with the timestamp of the record that it came from. Immutable, as long as the value is.
 *
 * @param <V> the value
 */
public final class ValueAndTimestamp<V extends @Nullable Object> {

    private final V value;
    private final long timestamp;

    private ValueAndTimestamp(V value, long timestamp) {
        this.value = value;
        this.timestamp = timestamp;
    }

    /**
     * Pairs a value with its timestamp.
     *
     * @param value the value
     * @param timestamp milliseconds since the epoch
     * @return null if the value is null, as a store then has no entry
     */
    public static <V> @Nullable ValueAndTimestamp<V> make(@Nullable V value, long timestamp) {
        return value == null ? null : new ValueAndTimestamp<>(value, timestamp);
    }

    /**
     * Pairs a value, or a deletion, with its timestamp.
     *
     * @param value the value; null for a deletion
     * @param timestamp milliseconds since the epoch
     */
    public static <V extends @Nullable Object> ValueAndTimestamp<V> makeAllowNullable(V value, long timestamp) {
        return new ValueAndTimestamp<>(value, timestamp);
    }

    /** Returns the value of a pair; null if there is no pair or no value in it. */
    public static <V extends @Nullable Object> @Nullable V getValueOrNull(@Nullable ValueAndTimestamp<V> pair) {
        return pair == null ? null : pair.value;
    }

    /** Returns the value. */
    public V value() {
        return value;
    }

    /** Returns the timestamp, in milliseconds since the epoch. */
    public long timestamp() {
        return timestamp;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof ValueAndTimestamp<?> that
                        && timestamp == that.timestamp
                        && Objects.equals(value, that.value));
    }

    @Override
    public int hashCode() {
        return Objects.hash(value, timestamp);
    }

    @Override
    public String toString() {
        return "<" + value + "," + timestamp + ">";
    }
}
