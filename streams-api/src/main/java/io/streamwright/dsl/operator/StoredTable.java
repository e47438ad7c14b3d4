package io.streamwright.dsl.operator;

import io.streamwright.kstream.Windowed;
import io.streamwright.processor.PunctuationType;
import io.streamwright.processor.StateStore;
import io.streamwright.processor.api.ProcessingContext;
import io.streamwright.processor.api.ProcessorContext;
import io.streamwright.processor.api.Record;
import io.streamwright.state.SessionStore;
import io.streamwright.state.TimestampedKeyValueStore;
import io.streamwright.state.TimestampedWindowStore;
import io.streamwright.state.ValueAndTimestamp;
import io.streamwright.state.VersionedKeyValueStore;
import io.streamwright.state.VersionedRecord;
import io.streamwright.topology.RowsByTime;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A table in its store: every update is written at once, and passed on at once or with the commit. Rows with a time to live are deleted
 * when it is over: before the table is read or written, and when stream time moves on.
 *
 * <p>Owner: the worker of its task.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public final class StoredTable<K, V> {
    private static final Logger logger = LoggerFactory.getLogger(StoredTable.class);
    private static final Duration EACH_STEP_OF_TIME = Duration.ofMillis(1);

    private final ProcessorContext<K, Change<V>> context;
    private final StateStore store;
    private final TableUpdates<K, V> updates;
    /** Null if rows stay until they are deleted. */
    private final @Nullable RowLife<K> life;

    private StoredTable(
            ProcessorContext<K, Change<V>> context,
            StateStore store,
            TableUpdates<K, V> updates,
            @Nullable RowLife<K> life) {
        this.context = context;
        this.store = store;
        this.updates = updates;
        this.life = life;
    }

    /** Opens the table of an operator; null if the table is not kept. */
    public static <K, V> @Nullable StoredTable<K, V> open(ProcessorContext<K, Change<V>> context, TableRole role) {
        if (role.store().isEmpty()) {
            return null;
        }
        StateStore store = RowsOf.table(context, role.store().get());
        TableUpdates<K, V> updates = TableUpdates.of(context, role);
        role.heldBack().ifPresent(heldBack -> updates.enter(heldBack, store));
        if (role.timeToLiveMs().isEmpty()) {
            return new StoredTable<>(context, store, updates, null);
        }
        RowLife<K> life =
                new RowLife<>(context, byTime(store), role.timeToLiveMs().getAsLong());
        StoredTable<K, V> table = new StoredTable<>(context, store, updates, life);
        context.schedule(EACH_STEP_OF_TIME, PunctuationType.STREAM_TIME, time -> table.deleteWhatIsOver());
        return table;
    }

    @SuppressWarnings("unchecked") // store and rows are of one table
    private static <K> RowsByTime<K> byTime(StateStore store) {
        if (store instanceof RowsByTime<?> rows) {
            return (RowsByTime<K>) rows;
        }
        throw new IllegalStateException(
                "store " + store.name() + " has a time to live, but does not find rows by time");
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

    /**
     * Returns a row as it was written last, unless its time to live is over: it may wait to be deleted.
     *
     * @param store keeps the table
     * @param key the row's key
     * @param context tells stream time
     * @param timeToLiveMs how long rows stay that are not updated
     * @return null if there is no such row
     */
    public static <K, V> @Nullable ValueAndTimestamp<V> alive(
            StateStore store, K key, ProcessingContext context, long timeToLiveMs) {
        ValueAndTimestamp<V> row = newest(store, key);
        return row == null || RowLife.isOver(row.timestamp(), context, timeToLiveMs) ? null : row;
    }

    /** Returns the row of a key; null if there is none. */
    @Nullable
    ValueAndTimestamp<V> row(K key) {
        deleteWhatIsOver();
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
     * followers are told; one that comes too late is left aside. If rows have a time to live, an update that sets a row that is over is dropped.
     *
     * @param cause the record that brought the update, with the row's key
     * @param change the new value, and the row's value before this call; the latter may be null if {@link #usesOldValue} says no
     * @param timestamp the row's time, from {@code cause} and the row before
     */
    public void update(Record<K, ?> cause, Change<V> change, long timestamp) {
        deleteWhatIsOver();
        if (life != null && change.newValue() != null && life.isOver(timestamp)) {
            DroppedRecords.report(logger, context, life.lateness(store.name(), timestamp));
            return;
        }
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

    private void deleteWhatIsOver() {
        if (life == null) {
            return;
        }
        for (K key : life.over()) {
            ValueAndTimestamp<V> row = newest(store, key);
            if (row != null) {
                long endMs = life.endOf(row.timestamp());
                ValueAndTimestamp<V> passedOn = updates.isFirstOf(key) ? row : null;
                put(key, null, endMs);
                updates.send(
                        new Record<K, @Nullable Object>(key, null, endMs),
                        new Change<>(null, row.value()),
                        endMs,
                        passedOn);
            }
        }
    }

    /** Passes on what waits for the commit. */
    public void emitPending() {
        updates.emitPending();
    }
}
