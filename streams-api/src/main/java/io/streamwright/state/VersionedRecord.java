package io.streamwright.state;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A version of a key's value, and the time in which it holds (KIP-889, KIP-960). Immutable, as long as the value is.
 *
 * @param <V> the value
 */
public final class VersionedRecord<V> {
    private final V value;
    private final long timestamp;
    private final Optional<Long> validTo;

    /**
     * The newest version of a key, or one of which nobody knows how long it holds.
     *
     * @param value the value
     * @param timestamp from when on it holds, in ms since the epoch
     * @throws NullPointerException if the value is null: a deletion is no version that can be read
     */
    public VersionedRecord(V value, long timestamp) {
        this(value, timestamp, Optional.empty());
    }

    /**
     * A version with one after it.
     *
     * @param value the value
     * @param timestamp from when on it holds, in ms since the epoch
     * @param validTo from when on it holds no longer, in ms since the epoch
     * @throws NullPointerException if the value is null: a deletion is no version that can be read
     */
    public VersionedRecord(V value, long timestamp, long validTo) {
        this(value, timestamp, Optional.of(validTo));
    }

    private VersionedRecord(V value, long timestamp, Optional<Long> validTo) {
        this.value = Objects.requireNonNull(value, "value cannot be null.");
        this.timestamp = timestamp;
        this.validTo = validTo;
    }

    /** Returns the value. */
    public V value() {
        return value;
    }

    /** Returns from when on the value holds, in ms since the epoch. */
    public long timestamp() {
        return timestamp;
    }

    /**
     * Returns from when on the value holds no longer, in ms since the epoch; empty if it is the newest, and where a store is read by its own
     * {@code get} and {@code delete}, which do not look for it.
     */
    public Optional<Long> validTo() {
        return validTo;
    }

    @Override
    public String toString() {
        return "<" + value + "," + timestamp + "," + validTo + ">";
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof VersionedRecord<?> that
                        && timestamp == that.timestamp
                        && value.equals(that.value)
                        && validTo.equals(that.validTo));
    }

    @Override
    public int hashCode() {
        return Objects.hash(value, timestamp, validTo);
    }
}
