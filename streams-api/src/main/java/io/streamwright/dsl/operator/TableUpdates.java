package io.streamwright.dsl.operator;

import io.streamwright.StreamsConfig;
import io.streamwright.processor.StateStore;
import io.streamwright.processor.api.ProcessorContext;
import io.streamwright.processor.api.Record;
import io.streamwright.state.ValueAndTimestamp;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Passes on the updates of a kept table: at once, or one for each row with the commit, or to the operator that does this for several.
 *
 * <p>Owner: the worker of its task.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public abstract sealed class TableUpdates<K, V> {
    private static final long CACHE_DEFAULT_BYTES = 10 * 1024 * 1024;

    private TableUpdates() {}

    /** Returns what passes on the updates of an operator in a role. */
    @SuppressWarnings("unchecked") // the operator behind one that hands over takes what it hands over
    public static <K, V> TableUpdates<K, V> of(ProcessorContext<K, Change<V>> context, TableRole role) {
        return switch (role.delivery()) {
            case EACH -> new Each<>(context, role.sendsOldValues());
            case WITH_COMMIT ->
                cacheBytes(context.appConfigs()) > 0
                        ? new WithCommit<>(new PendingUpdates<>(context, role.sendsOldValues()))
                        : new Each<>(context, role.sendsOldValues());
            case HANDED_OVER ->
                new ToOther<>(
                        (ProcessorContext<K, HandedOver<V>>) (ProcessorContext<K, ?>) context,
                        RowsOf.table(context, role.store().orElseThrow()));
        };
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
    public void enter(HeldBack heldBack, StateStore store) {}

    /**
     * Returns whether {@link #send} makes use of the row before an update of the key: it may be the first that is held back, so that the
     * row before is the one passed on, which joins look up.
     */
    public abstract boolean isFirstOf(K key);

    /** Returns whether {@link #send} makes use of the old value. */
    abstract boolean usesOldValue();

    /**
     * Has an update passed on.
     *
     * @param cause the record that brought the update, with the row's key
     * @param change the new value, and the row's value before
     * @param timestamp the row's time, from {@code cause} and the row before
     * @param passedOn the row before, if {@link #isFirstOf} asks for it; else left aside
     */
    public abstract void send(
            Record<K, ?> cause, Change<V> change, long timestamp, @Nullable ValueAndTimestamp<V> passedOn);

    /** Passes on what waits for the commit. */
    public void emitPending() {}

    private static final class Each<K, V> extends TableUpdates<K, V> {
        private final ProcessorContext<K, Change<V>> context;
        private final boolean sendsOldValues;

        Each(ProcessorContext<K, Change<V>> context, boolean sendsOldValues) {
            this.context = context;
            this.sendsOldValues = sendsOldValues;
        }

        @Override
        public boolean isFirstOf(K key) {
            return false;
        }

        @Override
        boolean usesOldValue() {
            return sendsOldValues;
        }

        @Override
        public void send(
                Record<K, ?> cause, Change<V> change, long timestamp, @Nullable ValueAndTimestamp<V> passedOn) {
            Change<V> sent = sendsOldValues ? change : change.withoutOld();
            context.forward(new Record<>(cause.key(), sent, timestamp, cause.headers()));
        }
    }

    private static final class WithCommit<K, V> extends TableUpdates<K, V> {
        private final PendingUpdates<K, V> pending;
        private boolean lookedUp;

        WithCommit(PendingUpdates<K, V> pending) {
            this.pending = pending;
        }

        @Override
        public void enter(HeldBack heldBack, StateStore store) {
            heldBack.enter(store, pending);
            lookedUp = true;
        }

        @Override
        public boolean isFirstOf(K key) {
            return lookedUp && !pending.holds(key);
        }

        @Override
        boolean usesOldValue() {
            return true;
        }

        @Override
        public void send(
                Record<K, ?> cause, Change<V> change, long timestamp, @Nullable ValueAndTimestamp<V> passedOn) {
            // A deletion has no row to take its time from: it happens when its cause does.
            long updateTimestamp = change.newValue() == null ? cause.timestamp() : timestamp;
            pending.add(new Record<>(cause.key(), change, updateTimestamp, cause.headers()), passedOn);
        }

        @Override
        public void emitPending() {
            pending.emit();
        }
    }

    /** Hands over with each update what {@link #send} of the other operator needs. */
    private static final class ToOther<K, V> extends TableUpdates<K, V> {
        private final ProcessorContext<K, HandedOver<V>> context;
        private final StateStore store;

        ToOther(ProcessorContext<K, HandedOver<V>> context, StateStore store) {
            this.context = context;
            this.store = store;
        }

        @Override
        public boolean isFirstOf(K key) {
            return true; // the other operator knows better, and leaves the row aside
        }

        @Override
        boolean usesOldValue() {
            return true;
        }

        @Override
        public void send(
                Record<K, ?> cause, Change<V> change, long timestamp, @Nullable ValueAndTimestamp<V> passedOn) {
            context.forward(cause.withValue(new HandedOver<>(change, timestamp, passedOn, store)));
        }
    }
}
