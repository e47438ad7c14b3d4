package io.streamwright.kstream;

import org.jspecify.annotations.Nullable;

/**
 * Does something for each record, outside of the program: what it does is not undone when a transaction is aborted, and it is done
 * again when the record is read again.
 *
 * <p>Called by any worker: it must be thread-safe.
 *
 * @param <K> the keys
 * @param <V> the values
 */
@FunctionalInterface
public interface ForeachAction<K extends @Nullable Object, V extends @Nullable Object> {

    /**
     * Looks at one record.
     *
     * @param key the record's key; not to be changed
     * @param value the record's value; not to be changed
     */
    void apply(K key, V value);
}
