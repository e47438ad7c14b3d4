package io.streamwright.store;

import io.streamwright.state.TimestampedWindowStore;
import io.streamwright.state.ValueAndTimestamp;
import io.streamwright.state.WindowStoreSpec;
import org.jspecify.annotations.Nullable;

/**
 * A window store of values with timestamps.
 *
 * <p>Owner: the worker that owns the task.
 *
 * @param <K> the keys
 * @param <V> the values without timestamps
 */
final class DatedWindowStore<K, V> extends TypedWindowStore<K, V, ValueAndTimestamp<V>>
        implements TimestampedWindowStore<K, V> {

    DatedWindowStore(WindowStoreSpec<K, V> spec) {
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
