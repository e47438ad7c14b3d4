package io.streamwright.dsl.operator;

import io.streamwright.StreamsConfig;
import io.streamwright.processor.StateStore;
import io.streamwright.processor.api.ProcessorContext;
import io.streamwright.processor.api.Record;
import io.streamwright.state.ValueAndTimestamp;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Passes on the updates of a kept table: at once, or one for each row with the commit.
 *
 * <p>Owner: the worker of its task.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public final class TableUpdates<K, V> {
    private static final long CACHE_DEFAULT_BYTES = 10 * 1024 * 1024;

    private final ProcessorContext<K, Change<V>> context;
    private final boolean sendsOldValues;
    private final @Nullable PendingUpdates<K, V> pending;

    private TableUpdates(
            ProcessorContext<K, Change<V>> context, boolean sendsOldValues, @Nullable PendingUpdates<K, V> pending) {
        this.context = context;
        this.sendsOldValues = sendsOldValues;
        this.pending = pending;
    }

    /** Returns what passes on the updates of an operator in a role. */
    public static <K, V> TableUpdates<K, V> of(ProcessorContext<K, Change<V>> context, TableRole role) {
        boolean deferred = role.cached() && cacheBytes(context.appConfigs()) > 0;
        return new TableUpdates<>(
                context, role.sendsOldValues(), deferred ? new PendingUpdates<>(context, role.sendsOldValues()) : null);
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

    /** Has joins find what is held back of the table in a store. */
    public void enter(HeldBack heldBack, StateStore store) {
        if (pending != null) {
            heldBack.enter(store, pending);
        }
    }

    /** Returns whether an update of the key would be the first that is held back, so that the row before is the one passed on. */
    public boolean isFirstOf(K key) {
        return pending != null && !pending.holds(key);
    }

    /** Returns whether {@link #send} makes use of the old value. */
    boolean usesOldValue() {
        return sendsOldValues || pending != null;
    }

    /**
     * Has an update passed on.
     *
     * @param cause the record that brought the update, with the row's key
     * @param change the new value, and the row's value before
     * @param timestamp the row's time, from {@code cause} and the row before
     * @param passedOn the row before, if joins look it up and {@link #isFirstOf} says that it is the one passed on last; else left aside
     */
    public void send(Record<K, ?> cause, Change<V> change, long timestamp, @Nullable ValueAndTimestamp<V> passedOn) {
        if (pending != null) {
            // A deletion has no row to take its time from: it happens when its cause does.
            long updateTimestamp = change.newValue() == null ? cause.timestamp() : timestamp;
            pending.add(new Record<>(cause.key(), change, updateTimestamp, cause.headers()), passedOn);
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
