package io.streamwright.kstream;

import org.jspecify.annotations.Nullable;

/**
 * Decides about records.
 *
 * <p>Called by any worker: it must be thread-safe.
 *
 * @param <K> the keys
 * @param <V> the values
 */
@FunctionalInterface
public interface Predicate<K extends @Nullable Object, V extends @Nullable Object> {

    /**
     * Returns whether the record is meant.
     *
     * @param key the record's key
     * @param value the record's value
     */
    boolean test(K key, V value);
}
