package io.streamwright.query;

import java.util.Objects;

/**
 * Asks a key-value store for the value of a key; the answer is null if there is none. A store with timestamps answers without them.
 *
 * <p>Immutable.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public final class KeyQuery<K, V> implements Query<V> {

    private final K key;
    private final boolean skipCache;

    private KeyQuery(K key, boolean skipCache) {
        this.key = Objects.requireNonNull(key, "the key cannot be null");
        this.skipCache = skipCache;
    }

    /** Asks for a key. */
    public static <K, V> KeyQuery<K, V> withKey(K key) {
        return new KeyQuery<>(key, false);
    }

    /** Asks to pass by the cache, which changes nothing here: caches do not hold what a query may not see. */
    public KeyQuery<K, V> skipCache() {
        return new KeyQuery<>(key, true);
    }

    /** Returns the key. */
    public K getKey() {
        return key;
    }

    /** Returns whether the cache is to be passed by. */
    public boolean isSkipCache() {
        return skipCache;
    }
}
