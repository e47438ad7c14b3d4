package io.streamwright.query;

import io.streamwright.kstream.Windowed;
import io.streamwright.state.KeyValueIterator;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Asks a window store for the windows of all keys that start in a range of times, both ends included; or a session store for the sessions
 * of a key. A store with timestamps answers with pairs of value and timestamp.
 *
 * <p>Immutable.
 *
 * @param <K> the keys
 * @param <V> the values as they are stored
 */
public class WindowRangeQuery<K, V> implements Query<KeyValueIterator<Windowed<K>, V>> {

    private final @Nullable K key;
    private final @Nullable Instant timeFrom;
    private final @Nullable Instant timeTo;

    private WindowRangeQuery(@Nullable K key, @Nullable Instant timeFrom, @Nullable Instant timeTo) {
        this.key = key;
        this.timeFrom = timeFrom;
        this.timeTo = timeTo;
    }

    /** Asks a session store for the sessions of a key. */
    public static <K, V> WindowRangeQuery<K, V> withKey(K key) {
        return new WindowRangeQuery<>(Objects.requireNonNull(key, "key cannot be null"), null, null);
    }

    /** Asks a window store for windows by when they start. */
    public static <K, V> WindowRangeQuery<K, V> withWindowStartRange(Instant timeFrom, Instant timeTo) {
        return new WindowRangeQuery<>(
                null,
                Objects.requireNonNull(timeFrom, "timeFrom cannot be null"),
                Objects.requireNonNull(timeTo, "timeTo cannot be null"));
    }

    /** Returns the key; empty if all keys are asked for. */
    public Optional<K> getKey() {
        return Optional.ofNullable(key);
    }

    /** Returns the earliest start; empty if a key is asked for. */
    public Optional<Instant> getTimeFrom() {
        return Optional.ofNullable(timeFrom);
    }

    /** Returns the latest start; empty if a key is asked for. */
    public Optional<Instant> getTimeTo() {
        return Optional.ofNullable(timeTo);
    }

    @Override
    public String toString() {
        return "WindowRangeQuery(key=" + key + ", timeFrom=" + timeFrom + ", timeTo=" + timeTo + ")";
    }
}
