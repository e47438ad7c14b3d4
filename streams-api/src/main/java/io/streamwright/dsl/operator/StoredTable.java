package io.streamwright.dsl.operator;

import io.streamwright.kstream.Windowed;
import io.streamwright.processor.StateStore;
import io.streamwright.processor.api.ProcessorContext;
import io.streamwright.processor.api.Record;
import io.streamwright.state.SessionStore;
import io.streamwright.state.TimestampedKeyValueStore;
import io.streamwright.state.TimestampedWindowStore;
import io.streamwright.state.ValueAndTimestamp;
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
    private final TimestampedKeyValueStore<K, V> store;
    private final TableUpdates<K, V> updates;

    private StoredTable(TimestampedKeyValueStore<K, V> store, TableUpdates<K, V> updates) {
        this.store = store;
        this.updates = updates;
    }

    /** Opens the table of an operator; null if the table is not kept. */
    public static <K, V> @Nullable StoredTable<K, V> open(ProcessorContext<K, Change<V>> context, TableRole role) {
        if (role.store().isEmpty()) {
            return null;
        }
        TimestampedKeyValueStore<K, V> store =
                context.getStateStore(role.store().get());
        TableUpdates<K, V> updates = TableUpdates.of(context, role);
        role.heldBack().ifPresent(heldBack -> updates.enter(heldBack, store));
        return new StoredTable<>(store, updates);
    }

    /**
     * Returns a row as it was last passed on, which may be older than the row in the store.
     *
     * @param store keeps the table, by key, or by key and window or session
     * @param heldBack where the table enters what it holds back
     * @param key the row's key
     * @return null if there was no such row
     */
    public static <K, V> @Nullable ValueAndTimestamp<V> passedOn(StateStore store, HeldBack heldBack, K key) {
        PendingUpdates<K, V> updates = heldBack.of(store);
        return updates != null && updates.holds(key) ? updates.passedOn(key) : newest(store, key);
    }

    /**
     * Returns a row as it was written last.
     *
     * @param store keeps the table, by key, or by key and window or session
     * @param key the row's key
     * @return null if there is no such row
     */
    @SuppressWarnings("unchecked") // store and key are of one table
    public static <K, V> @Nullable ValueAndTimestamp<V> newest(StateStore store, K key) {
        if (store instanceof TimestampedWindowStore<?, ?> windows) {
            Windowed<Object> windowed = (Windowed<Object>) key;
            return ((TimestampedWindowStore<Object, V>) windows)
                    .fetch(windowed.key(), windowed.window().start());
        }
        if (store instanceof SessionStore<?, ?> sessions) {
            Windowed<Object> session = (Windowed<Object>) key;
            V value = ((SessionStore<Object, V>) sessions)
                    .fetchSession(
                            session.key(),
                            session.window().start(),
                            session.window().end());
            return ValueAndTimestamp.make(value, session.window().end());
        }
        return ((TimestampedKeyValueStore<K, V>) store).get(key);
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
        return updates.usesOldValue();
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
        ValueAndTimestamp<V> before = updates.isFirstOf(cause.key()) ? store.get(cause.key()) : null;
        store.put(cause.key(), ValueAndTimestamp.make(change.newValue(), timestamp));
        updates.send(cause, change, timestamp, before);
    }

    /** Passes on what waits for the commit. */
    public void emitPending() {
        updates.emitPending();
    }
}
