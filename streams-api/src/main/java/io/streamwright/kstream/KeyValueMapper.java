package io.streamwright.kstream;

import org.jspecify.annotations.Nullable;

/**
 * Makes something of a key and a value: a new key, a new pair, or several pairs.
 *
 * <p>Called by any worker: it must be thread-safe, and it may be called again for the same record after an abort.
 *
 * @param <K> the keys
 * @param <V> the values
 * @param <VR> what is made
 */
@FunctionalInterface
public interface KeyValueMapper<K extends @Nullable Object, V extends @Nullable Object, VR extends @Nullable Object> {

    /**
     * Maps one record.
     *
     * @param key the record's key; not to be changed
     * @param value the record's value
     * @return what the pair becomes
     */
    VR apply(K key, V value);
}
