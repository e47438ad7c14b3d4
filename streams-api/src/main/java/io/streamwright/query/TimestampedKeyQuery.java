package io.streamwright.query;

import io.streamwright.state.ValueAndTimestamp;
import java.util.Objects;

/**
 * Asks a key-value store with timestamps for the value of a key and its timestamp; the answer is null if there is none.
 *
 * <p>Immutable.
 *
 * @param <K> the keys
 * @param <V> the values without timestamps
 */
public final class TimestampedKeyQuery<K, V> implements Query<ValueAndTimestamp<V>> {

    private final K key;
    private final boolean skipCache;

    private TimestampedKeyQuery(K key, boolean skipCache) {
        this.key = Objects.requireNonNull(key, "the key cannot be null");
        this.skipCache = skipCache;
    }

    /** Asks for a key. */
    public static <K, V> TimestampedKeyQuery<K, V> withKey(K key) {
        return new TimestampedKeyQuery<>(key, false);
    }

    /** Asks to pass by the cache, which changes nothing here, see {@link KeyQuery#skipCache}. */
    public TimestampedKeyQuery<K, V> skipCache() {
        return new TimestampedKeyQuery<>(key, true);
    }

    /** Returns the key. */
    public K key() {
        return key;
    }

    /** Returns whether the cache is to be passed by. */
    public boolean isSkipCache() {
        return skipCache;
    }
}
