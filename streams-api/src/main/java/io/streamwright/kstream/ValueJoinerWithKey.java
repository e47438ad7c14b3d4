package io.streamwright.kstream;

import org.jspecify.annotations.Nullable;

/**
 * Makes a value of two that were joined, and may look at the key.
 *
 * <p>Called by any worker: it must be thread-safe, and it may be called again for the same values after an abort.
 *
 * @param <K1> the keys
 * @param <V1> the values of this side
 * @param <V2> the values of the other side
 * @param <VR> the results
 */
@FunctionalInterface
public interface ValueJoinerWithKey<
        K1 extends @Nullable Object,
        V1 extends @Nullable Object,
        V2 extends @Nullable Object,
        VR extends @Nullable Object> {

    /**
     * Joins two values.
     *
     * @param readOnlyKey the key of both; it must not be changed, as records with equal keys would go separate ways
     * @param value1 of this side; null if it is missing and the join has results for the other alone
     * @param value2 of the other side; null alike
     * @return the result
     */
    VR apply(K1 readOnlyKey, V1 value1, V2 value2);
}
