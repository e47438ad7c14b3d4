package io.streamwright.dsl.operator;

import io.streamwright.kstream.Windowed;
import io.streamwright.processor.StateStore;
import io.streamwright.processor.api.ProcessorContext;
import io.streamwright.processor.api.Record;
import io.streamwright.state.SessionStore;
import io.streamwright.state.TimestampedKeyValueStore;
import io.streamwright.state.TimestampedWindowStore;
import io.streamwright.state.ValueAndTimestamp;
import io.streamwright.state.VersionedKeyValueStore;
import io.streamwright.state.VersionedRecord;
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
    private final StateStore store;
    private final TableUpdates<K, V> updates;

    private StoredTable(StateStore store, TableUpdates<K, V> updates) {
        this.store = store;
        this.updates = updates;
    }

    /** Opens the table of an operator; null if the table is not kept. */
    public static <K, V> @Nullable StoredTable<K, V> open(ProcessorContext<K, Change<V>> context, TableRole role) {
        if (role.store().isEmpty()) {
            return null;
        }
        StateStore store = context.getStateStore(role.store().get());
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
        if (store instanceof VersionedKeyValueStore<?, ?>) {
            return row(((VersionedKeyValueStore<K, V>) store).get(key));
        }
        return ((TimestampedKeyValueStore<K, V>) store).get(key);
    }

    private static <V> @Nullable ValueAndTimestamp<V> row(@Nullable VersionedRecord<V> version) {
        return version == null ? null : ValueAndTimestamp.make(version.value(), version.timestamp());
    }

    /**
     * Returns a row as it was at a time, if the table is versioned; else as it was written last.
     *
     * @param store keeps the table, by key or by key and window
     * @param key the row's key
     * @param asOfMs the time, in ms since the epoch
     * @return null if there was no such row, or it can no longer be known
     */
    @SuppressWarnings("unchecked") // store and key are of one table
    public static <K, V> @Nullable ValueAndTimestamp<V> asOf(StateStore store, K key, long asOfMs) {
        return store instanceof VersionedKeyValueStore<?, ?>
                ? row(((VersionedKeyValueStore<K, V>) store).get(key, asOfMs))
                : newest(store, key);
    }

    /** Returns the row of a key; null if there is none. */
    @Nullable
    ValueAndTimestamp<V> row(K key) {
        return newest(store, key);
    }

    /** Returns the value of a key's row; null if there is none. */
    public @Nullable V value(K key) {
        return ValueAndTimestamp.getValueOrNull(row(key));
    }

    /** Returns whether {@link #update} makes use of the old value. */
    public boolean usesOldValue() {
        return updates.usesOldValue();
    }

    /**
     * Sets or deletes a row, and has the update passed on. If the table is versioned, the update may make an older version, which the
     * followers are told; one that comes too late is left aside.
     *
     * @param cause the record that brought the update, with the row's key
     * @param change the new value, and the row's value before this call; the latter may be null if {@link #usesOldValue} says no
     * @param timestamp the row's time, from {@code cause} and the row before
     */
    public void update(Record<K, ?> cause, Change<V> change, long timestamp) {
        // Only the first update of a transaction replaces a row that was passed on.
        ValueAndTimestamp<V> before = updates.isFirstOf(cause.key()) ? row(cause.key()) : null;
        long validTo = put(cause.key(), change.newValue(), timestamp);
        if (validTo != VersionedKeyValueStore.PUT_RETURN_CODE_NOT_PUT) {
            boolean latest = validTo == VersionedKeyValueStore.PUT_RETURN_CODE_VALID_TO_UNDEFINED;
            updates.send(cause, new Change<>(change.newValue(), change.oldValue(), latest), timestamp, before);
        }
    }

    @SuppressWarnings("unchecked") // the store is of this table
    private long put(K key, @Nullable V value, long timestamp) {
        if (store instanceof VersionedKeyValueStore<?, ?>) {
            return ((VersionedKeyValueStore<K, V>) store).put(key, value, timestamp);
        }
        ((TimestampedKeyValueStore<K, V>) store).put(key, ValueAndTimestamp.make(value, timestamp));
        return VersionedKeyValueStore.PUT_RETURN_CODE_VALID_TO_UNDEFINED;
    }

    /** Passes on what waits for the commit. */
    public void emitPending() {
        updates.emitPending();
    }
}
