package io.streamwright.store;

import io.streamwright.state.WindowStoreSpec;
import org.jspecify.annotations.Nullable;

/**
 * A window store of values as they are.
 *
 * <p>Owner: the worker that owns the task.
 *
 * @param <K> the keys
 * @param <V> the values
 */
final class PlainWindowStore<K, V> extends TypedWindowStore<K, V, V> {

    PlainWindowStore(WindowStoreSpec<K, V> spec) {
        super(spec);
    }

    @Override
    byte @Nullable [] toBytes(StoreSerdes<K, V> serdes, V value) {
        return serdes.value(value);
    }

    @Override
    @Nullable
    V fromBytes(StoreSerdes<K, V> serdes, byte[] stored) {
        return serdes.readValue(stored);
    }
}
