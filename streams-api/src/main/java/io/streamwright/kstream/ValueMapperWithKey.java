package io.streamwright.kstream;

import org.jspecify.annotations.Nullable;

/**
 * Makes a value, or several, of a value, and may look at the key.
 *
 * <p>Called by any worker: it must be thread-safe, and it may be called again for the same record after an abort.
 *
 * @param <K> the keys
 * @param <V> the values
 * @param <VR> what is made
 */
@FunctionalInterface
public interface ValueMapperWithKey<
        K extends @Nullable Object, V extends @Nullable Object, VR extends @Nullable Object> {

    /**
     * Maps one value.
     *
     * @param readOnlyKey the record's key; it must not be changed, as records with equal keys would go separate ways
     * @param value the record's value
     * @return what the value becomes
     */
    VR apply(K readOnlyKey, V value);
}
