package io.streamwright.store;

import io.streamwright.state.KeyValueStoreSpec;
import io.streamwright.state.TimestampedKeyValueStore;
import io.streamwright.state.ValueAndTimestamp;
import io.streamwright.store.view.StoreBytes;
import io.streamwright.topology.RowsByTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A key-value store of values with timestamps. It finds its rows in the order of time if it was asked for that.
 *
 * <p>Owner: the worker that owns the task.
 *
 * @param <K> the keys
 * @param <V> the values without timestamps
 */
final class TimestampedStore<K, V> extends TypedKeyValueStore<K, V, ValueAndTimestamp<V>>
        implements TimestampedKeyValueStore<K, V>, RowsByTime<K> {
    /** Null if rows are found by key alone: it was not asked for, or a query sees one commit. */
    private @Nullable TimedRows rows;

    TimestampedStore(KeyValueStoreSpec<K, V> spec) {
        super(spec);
    }

    @Override
    protected void opened(StoreBytes bytes) {
        rows = bytes instanceof TimedRows timed ? timed : null;
    }

    @Override
    public List<K> keysNotAfter(long timeMs) {
        Ground<K, V> current = ground();
        if (rows == null) {
            throw new IllegalStateException("store " + name() + " does not find rows by time");
        }
        return rows.keysNotAfter(timeMs).stream().map(current.serdes()::readKey).toList();
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
