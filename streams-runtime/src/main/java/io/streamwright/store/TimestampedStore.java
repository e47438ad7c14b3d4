package io.streamwright.store;

import io.streamwright.state.KeyValueStoreSpec;
import io.streamwright.state.TimestampedKeyValueStore;
import io.streamwright.state.ValueAndTimestamp;
import org.jspecify.annotations.Nullable;

/**
 * A key-value store of values with timestamps.
 *
 * <p>Owner: the worker that owns the task.
 *
 * @param <K> the keys
 * @param <V> the values without timestamps
 */
final class TimestampedStore<K, V> extends TypedKeyValueStore<K, V, ValueAndTimestamp<V>>
        implements TimestampedKeyValueStore<K, V> {

    TimestampedStore(KeyValueStoreSpec<K, V> spec) {
        super(spec);
    }

    @Override
    byte @Nullable [] toBytes(StoreSerdes<K, V> serdes, ValueAndTimestamp<V> pair) {
        return serdes.pair(pair);
    }

    @Override
    @Nullable
    ValueAndTimestamp<V> fromBytes(StoreSerdes<K, V> serdes, byte[] stored) {
        return serdes.readPair(stored);
    }
}
