package io.streamwright.kstream;

import org.jspecify.annotations.Nullable;

/**
 * Makes a value, or several, of a value.
 *
 * <p>Called by any worker: it must be thread-safe, and it may be called again for the same record after an abort.
 *
 * @param <V> the values
 * @param <VR> what is made
 */
@FunctionalInterface
public interface ValueMapper<V extends @Nullable Object, VR extends @Nullable Object> {

    /**
     * Maps one value.
     *
     * @param value the record's value
     * @return what it becomes
     */
    VR apply(V value);
}
