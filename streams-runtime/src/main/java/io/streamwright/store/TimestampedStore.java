package io.streamwright.store;

import io.streamwright.DslStoreFormat;
import io.streamwright.state.KeyValueStoreSpec;
import io.streamwright.state.TimestampedKeyValueStore;
import io.streamwright.state.ValueAndTimestamp;
import io.streamwright.store.view.StoreBytes;
import io.streamwright.topology.RowsByTime;
import java.util.List;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
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

    /** Whether it is what a store with headers shows without them. */
    private final boolean beside;

    TimestampedStore(KeyValueStoreSpec<K, V> spec) {
        super(spec);
        beside = spec.format() == DslStoreFormat.HEADERS;
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
    @Nullable
    Headers headersWith(StoreBytes bytes, @Nullable ValueAndTimestamp<V> pair) {
        return beside && pair != null ? new RecordHeaders() : super.headersWith(bytes, pair);
    }

    @Override
    byte @Nullable [] toBytes(StoreSerdes<K, V> serdes, ValueAndTimestamp<V> pair, @Nullable Headers headers) {
        V value = ValueAndTimestamp.getValueOrNull(pair);
        return headers == null || value == null
                ? serdes.pair(pair)
                : serdes.withHeaders(headers, value, pair.timestamp());
    }

    @Override
    @Nullable
    ValueAndTimestamp<V> fromBytes(StoreSerdes<K, V> serdes, byte[] stored) {
        return beside ? serdes.readPairWithoutHeaders(stored) : serdes.readPair(stored);
    }
}
