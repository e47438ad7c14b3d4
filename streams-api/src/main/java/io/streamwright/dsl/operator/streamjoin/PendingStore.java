package io.streamwright.dsl.operator.streamjoin;

import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * Where records wait that have no match yet. Immutable, but for what it finds out about open stores.
 *
 * @param name of the store
 * @param keys null: the configured default
 * @param left serde of this stream's values; null: the configured default
 * @param right serde of the other stream's values; null: the configured default
 * @param closes when windows of waiting records close
 */
record PendingStore<K, V1, V2>(
        String name,
        @Nullable Serde<K> keys,
        @Nullable Serde<V1> left,
        @Nullable Serde<V2> right,
        EarliestCloses closes) {}
