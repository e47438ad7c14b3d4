package io.streamwright.store;

import io.streamwright.state.KeyValueStoreSpec;
import io.streamwright.state.TimestampedKeyValueStore;
import io.streamwright.state.ValueAndTimestamp;
import io.streamwright.store.committed.ValueLayout;
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
        V value = ValueAndTimestamp.getValueOrNull(pair);
        byte[] bytes = value == null ? null : serdes.value(value);
        return bytes == null ? null : ValueLayout.withTimestamp(bytes, pair.timestamp());
    }

    @Override
    @Nullable
    ValueAndTimestamp<V> fromBytes(StoreSerdes<K, V> serdes, byte[] stored) {
        V value = serdes.readValue(ValueLayout.TIMESTAMPED.toChangelog(stored));
        return ValueAndTimestamp.make(value, ValueLayout.timestampOf(stored));
    }
}
