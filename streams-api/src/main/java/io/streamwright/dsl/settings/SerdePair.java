package io.streamwright.dsl.settings;

import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * The serdes that are known at a place of the program. Immutable.
 *
 * @param key null: the configured default
 * @param value null: the configured default
 * @param <K> the keys
 * @param <V> the values
 */
public record SerdePair<K extends @Nullable Object, V extends @Nullable Object>(
        @Nullable Serde<K> key, @Nullable Serde<V> value) {

    /** Returns these, where one is open the fallback's. */
    public SerdePair<K, V> or(SerdePair<K, V> fallback) {
        return new SerdePair<>(key != null ? key : fallback.key, value != null ? value : fallback.value);
    }
}
