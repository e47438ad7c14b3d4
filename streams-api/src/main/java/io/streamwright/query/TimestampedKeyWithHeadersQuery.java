package io.streamwright.query;

import io.streamwright.processor.api.ReadOnlyRecord;
import java.util.Objects;

/**
 * Asks a key-value store with headers for the value of a key, its timestamp and its headers; the answer is null if there is none.
 *
 * <p>Immutable.
 *
 * @param <K> the keys
 * @param <V> the values without timestamps and headers
 */
public final class TimestampedKeyWithHeadersQuery<K, V> implements Query<ReadOnlyRecord<K, V>> {

    private final K key;
    private final boolean skipCache;

    private TimestampedKeyWithHeadersQuery(K key, boolean skipCache) {
        this.key = Objects.requireNonNull(key, "the key cannot be null");
        this.skipCache = skipCache;
    }

    /** Asks for a key. */
    public static <K, V> TimestampedKeyWithHeadersQuery<K, V> withKey(K key) {
        return new TimestampedKeyWithHeadersQuery<>(key, false);
    }

    /** Asks to pass by the cache, which changes nothing here, see {@link KeyQuery#skipCache}. */
    public TimestampedKeyWithHeadersQuery<K, V> skipCache() {
        return new TimestampedKeyWithHeadersQuery<>(key, true);
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
