package io.streamwright.query;

import io.streamwright.kstream.Windowed;
import io.streamwright.state.ReadOnlyRecordIterator;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Asks a window store with headers for the windows of all keys that start in a range of times, both ends included; or a session store with
 * headers for the sessions of a key, whose records have the session's end as timestamp.
 *
 * <p>Immutable.
 *
 * @param <K> the keys
 * @param <V> the values without timestamps and headers
 */
public final class TimestampedWindowRangeWithHeadersQuery<K, V>
        implements Query<ReadOnlyRecordIterator<Windowed<K>, V>> {

    private final @Nullable K key;
    private final @Nullable Instant timeFrom;
    private final @Nullable Instant timeTo;

    private TimestampedWindowRangeWithHeadersQuery(
            @Nullable K key, @Nullable Instant timeFrom, @Nullable Instant timeTo) {
        this.key = key;
        this.timeFrom = timeFrom;
        this.timeTo = timeTo;
    }

    /** Asks a session store for the sessions of a key. */
    public static <K, V> TimestampedWindowRangeWithHeadersQuery<K, V> withKey(K key) {
        return new TimestampedWindowRangeWithHeadersQuery<>(
                Objects.requireNonNull(key, "key cannot be null"), null, null);
    }

    /** Asks a window store for windows by when they start. */
    public static <K, V> TimestampedWindowRangeWithHeadersQuery<K, V> withWindowStartRange(
            Instant timeFrom, Instant timeTo) {
        return new TimestampedWindowRangeWithHeadersQuery<>(
                null,
                Objects.requireNonNull(timeFrom, "timeFrom cannot be null"),
                Objects.requireNonNull(timeTo, "timeTo cannot be null"));
    }

    /** Returns the key; empty if all keys are asked for. */
    public Optional<K> key() {
        return Optional.ofNullable(key);
    }

    /** Returns the earliest start; empty if a key is asked for. */
    public Optional<Instant> timeFrom() {
        return Optional.ofNullable(timeFrom);
    }

    /** Returns the latest start; empty if a key is asked for. */
    public Optional<Instant> timeTo() {
        return Optional.ofNullable(timeTo);
    }

    @Override
    public String toString() {
        return "TimestampedWindowRangeWithHeadersQuery(key=" + key + ", timeFrom=" + timeFrom + ", timeTo=" + timeTo
                + ")";
    }
}
