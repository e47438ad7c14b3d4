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
public final class StoredTable<K, V> {
    private static final long CACHE_DEFAULT_BYTES = 10 * 1024 * 1024;

    private final ProcessorContext<K, Change<V>> context;
    private final TimestampedKeyValueStore<K, V> store;
    private final boolean sendsOldValues;
    private final boolean lookedUp;
    private final @Nullable PendingUpdates<K, V> pending;

    private StoredTable(ProcessorContext<K, Change<V>> context, TimestampedKeyValueStore<K, V> store, TableRole role) {
        this.context = context;
        this.store = store;
        this.sendsOldValues = role.sendsOldValues();
        this.lookedUp = role.heldBack().isPresent();
        boolean deferred = role.cached() && cacheBytes(context.appConfigs()) > 0;
        this.pending = deferred ? new PendingUpdates<>(context, sendsOldValues) : null;
    }

    /** Opens the table of an operator; null if the table is not kept. */
    public static <K, V> @Nullable StoredTable<K, V> open(ProcessorContext<K, Change<V>> context, TableRole role) {
        if (role.store().isEmpty()) {
            return null;
        }
        TimestampedKeyValueStore<K, V> store =
                context.getStateStore(role.store().get());
        StoredTable<K, V> table = new StoredTable<>(context, store, role);
        PendingUpdates<K, V> updates = table.pending;
        if (updates != null) {
            role.heldBack().ifPresent(heldBack -> heldBack.enter(store, updates));
        }
        return table;
    }

    /**
     * Returns a row as it was last passed on, which may be older than the row in the store.
     *
     * @param store keeps the table
     * @param heldBack where the table enters what it holds back
     * @param key the row's key
     * @return null if there was no such row
     */
    public static <K, V> @Nullable ValueAndTimestamp<V> passedOn(
            TimestampedKeyValueStore<K, V> store, HeldBack heldBack, K key) {
        PendingUpdates<K, V> updates = heldBack.of(store);
        return updates != null && updates.holds(key) ? updates.passedOn(key) : store.get(key);
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
    public @Nullable V value(K key) {
        return ValueAndTimestamp.getValueOrNull(store.get(key));
    }

    /** Returns whether {@link #update} makes use of the old value. */
    public boolean usesOldValue() {
        return sendsOldValues || pending != null;
    }

    /**
     * Sets or deletes a row, and has the update passed on.
     *
     * @param cause the record that brought the update, with the row's key
     * @param change the new value, and the row's value before this call; the latter may be null if {@link #usesOldValue} says no
     * @param timestamp the row's time, from {@code cause} and the row before
     */
    public void update(Record<K, ?> cause, Change<V> change, long timestamp) {
        // Only the first update of a transaction replaces a row that was passed on.
        boolean replacesPassedOn = lookedUp && pending != null && !pending.holds(cause.key());
        ValueAndTimestamp<V> before = replacesPassedOn ? store.get(cause.key()) : null;
        store.put(cause.key(), ValueAndTimestamp.make(change.newValue(), timestamp));
        if (pending != null) {
            // A deletion has no row to take its time from: it happens when its cause does.
            long updateTimestamp = change.newValue() == null ? cause.timestamp() : timestamp;
            pending.add(new Record<>(cause.key(), change, updateTimestamp, cause.headers()), before);
        } else {
            Change<V> sent = sendsOldValues ? change : new Change<>(change.newValue(), null);
            context.forward(new Record<>(cause.key(), sent, timestamp, cause.headers()));
        }
    }

    /** Passes on what waits for the commit. */
    public void emitPending() {
        if (pending != null) {
            pending.emit();
        }
    }
}
