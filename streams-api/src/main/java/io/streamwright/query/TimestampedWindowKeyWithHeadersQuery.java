package io.streamwright.query;

import io.streamwright.kstream.Windowed;
import io.streamwright.state.ReadOnlyRecordIterator;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * Asks a window store with headers for the windows of a key that start in a range of times, both ends included, the earliest first.
 *
 * <p>Immutable.
 *
 * @param <K> the keys
 * @param <V> the values without timestamps and headers
 */
public final class TimestampedWindowKeyWithHeadersQuery<K, V> implements Query<ReadOnlyRecordIterator<Windowed<K>, V>> {

    private final K key;
    private final Instant timeFrom;
    private final Instant timeTo;

    private TimestampedWindowKeyWithHeadersQuery(K key, Instant timeFrom, Instant timeTo) {
        this.key = Objects.requireNonNull(key, "key cannot be null");
        this.timeFrom = Objects.requireNonNull(timeFrom, "timeFrom cannot be null");
        this.timeTo = Objects.requireNonNull(timeTo, "timeTo cannot be null");
    }

    /** Asks for the windows of a key by when they start. */
    public static <K, V> TimestampedWindowKeyWithHeadersQuery<K, V> withKeyAndWindowStartRange(
            K key, Instant timeFrom, Instant timeTo) {
        return new TimestampedWindowKeyWithHeadersQuery<>(key, timeFrom, timeTo);
    }

    /** Returns the key. */
    public K key() {
        return key;
    }

    /** Returns the earliest start; never empty. */
    public Optional<Instant> timeFrom() {
        return Optional.of(timeFrom);
    }

    /** Returns the latest start; never empty. */
    public Optional<Instant> timeTo() {
        return Optional.of(timeTo);
    }

    @Override
    public String toString() {
        return "TimestampedWindowKeyWithHeadersQuery(key=" + key + ", timeFrom=" + timeFrom + ", timeTo=" + timeTo
                + ")";
    }
}
