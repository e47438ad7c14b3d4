package io.streamwright.dsl.operator;

import io.streamwright.StreamsConfig;
import io.streamwright.processor.api.ProcessorContext;
import io.streamwright.processor.api.Record;
import io.streamwright.state.TimestampedKeyValueStore;
import io.streamwright.state.ValueAndTimestamp;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A table in its store: every update is written at once, and passed on at once or with the commit.
 *
 * <p>Owner: the worker of its task.
 *
 * @param <K> the keys
 * @param <V> the values
 */
final class StoredTable<K, V> {
    private static final long CACHE_DEFAULT_BYTES = 10 * 1024 * 1024;

    private final ProcessorContext<K, Change<V>> context;
    private final TimestampedKeyValueStore<K, V> store;
    private final boolean sendsOldValues;
    private final @Nullable PendingUpdates<K, V> pending;

    private StoredTable(
            ProcessorContext<K, Change<V>> context,
            TimestampedKeyValueStore<K, V> store,
            boolean sendsOldValues,
            @Nullable PendingUpdates<K, V> pending) {
        this.context = context;
        this.store = store;
        this.sendsOldValues = sendsOldValues;
        this.pending = pending;
    }

    /** Opens the table of an operator; null if the table is not kept. */
    static <K, V> @Nullable StoredTable<K, V> open(ProcessorContext<K, Change<V>> context, TableRole role) {
        if (role.store().isEmpty()) {
            return null;
        }
        TimestampedKeyValueStore<K, V> store =
                context.getStateStore(role.store().get());
        boolean deferred = role.cached() && cacheBytes(context.appConfigs()) > 0;
        return new StoredTable<>(
                context,
                store,
                role.sendsOldValues(),
                deferred ? new PendingUpdates<>(context, role.sendsOldValues()) : null);
    }

    private static long cacheBytes(Map<String, Object> configs) {
        Object value = configs.get(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG);
        if (value == null) {
            return CACHE_DEFAULT_BYTES;
        }
        return value instanceof Number number
                ? number.longValue()
                : Long.parseLong(value.toString().trim());
    }

    /** Returns the row of a key; null if there is none. */
    @Nullable
    ValueAndTimestamp<V> row(K key) {
        return store.get(key);
    }

    /** Returns the value of a key's row; null if there is none. */
    @Nullable
    V value(K key) {
        return ValueAndTimestamp.getValueOrNull(store.get(key));
    }

    /** Returns whether {@link #update} makes use of the old value. */
    boolean usesOldValue() {
        return sendsOldValues || pending != null;
    }

    /**
     * Sets or deletes a row, and has the update passed on.
     *
     * @param cause the record that brought the update, with the row's key
     * @param change the new value, and the row's value before this call; the latter may be null if {@link #usesOldValue} says no
     * @param timestamp the row's time, from {@code cause} and the row before
     */
    void update(Record<K, ?> cause, Change<V> change, long timestamp) {
        store.put(cause.key(), ValueAndTimestamp.make(change.newValue(), timestamp));
        if (pending != null) {
            // A deletion has no row to take its time from: it happens when its cause does.
            long updateTimestamp = change.newValue() == null ? cause.timestamp() : timestamp;
            pending.add(new Record<>(cause.key(), change, updateTimestamp, cause.headers()));
        } else {
            Change<V> sent = sendsOldValues ? change : new Change<>(change.newValue(), null);
            context.forward(new Record<>(cause.key(), sent, timestamp, cause.headers()));
        }
    }

    /** Passes on what waits for the commit. */
    void emitPending() {
        if (pending != null) {
            pending.emit();
        }
    }
}
