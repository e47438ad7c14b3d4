package io.streamwright.kstream;

import org.jspecify.annotations.Nullable;

/**
 * Makes one value of two.
 *
 * <p>Called by any worker: it must be thread-safe, and it may be called again for the same record after an abort.
 *
 * @param <V> the values
 */
@FunctionalInterface
public interface Reducer<V extends @Nullable Object> {

    /**
     * Combines what there is with a new value.
     *
     * @param value1 the values so far, combined
     * @param value2 the record's value
     * @return both combined; null removes the key from the table
     */
    V apply(V value1, V value2);
}
