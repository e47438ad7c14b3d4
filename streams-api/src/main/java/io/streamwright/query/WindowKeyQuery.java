package io.streamwright.query;

import io.streamwright.state.WindowStoreIterator;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * Asks a window store for the windows of a key that start in a range of times, both ends included, the earliest first. A store with
 * timestamps answers with pairs of value and timestamp.
 *
 * <p>Immutable.
 *
 * @param <K> the keys
 * @param <V> the values as they are stored
 */
public class WindowKeyQuery<K, V> implements Query<WindowStoreIterator<V>> {

    private final K key;
    private final Instant timeFrom;
    private final Instant timeTo;

    private WindowKeyQuery(K key, Instant timeFrom, Instant timeTo) {
        this.key = Objects.requireNonNull(key, "key cannot be null");
        this.timeFrom = Objects.requireNonNull(timeFrom, "timeFrom cannot be null");
        this.timeTo = Objects.requireNonNull(timeTo, "timeTo cannot be null");
    }

    /** Asks for the windows of a key by when they start. */
    public static <K, V> WindowKeyQuery<K, V> withKeyAndWindowStartRange(K key, Instant timeFrom, Instant timeTo) {
        return new WindowKeyQuery<>(key, timeFrom, timeTo);
    }

    /** Returns the key. */
    public K getKey() {
        return key;
    }

    /** Returns the earliest start; never empty. */
    public Optional<Instant> getTimeFrom() {
        return Optional.of(timeFrom);
    }

    /** Returns the latest start; never empty. */
    public Optional<Instant> getTimeTo() {
        return Optional.of(timeTo);
    }

    @Override
    public String toString() {
        return "WindowKeyQuery(key=" + key + ", timeFrom=" + timeFrom + ", timeTo=" + timeTo + ")";
    }
}
