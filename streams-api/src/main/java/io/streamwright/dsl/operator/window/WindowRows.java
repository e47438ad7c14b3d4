package io.streamwright.dsl.operator.window;

import io.streamwright.dsl.operator.AggregateStep;
import io.streamwright.dsl.operator.Change;
import io.streamwright.dsl.operator.DroppedRecords;
import io.streamwright.dsl.operator.RowsOf;
import io.streamwright.dsl.operator.TableRole;
import io.streamwright.dsl.operator.TableUpdates;
import io.streamwright.kstream.EmitStrategy;
import io.streamwright.kstream.Window;
import io.streamwright.kstream.Windowed;
import io.streamwright.processor.api.ProcessorContext;
import io.streamwright.processor.api.Record;
import io.streamwright.state.TimestampedWindowStore;
import io.streamwright.state.ValueAndTimestamp;
import io.streamwright.state.WindowStoreIterator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The aggregates of an operator by key and window: every change is written at once, and passed on as the program wants it.
 *
 * <p>Owner: the worker of its task.
 *
 * @param <K> the keys
 * @param <V> the values
 * @param <A> the aggregates
 */
final class WindowRows<K, V extends @Nullable Object, A> {
    private static final Logger logger = LoggerFactory.getLogger(WindowRows.class);

    private final ProcessorContext<Windowed<K>, Change<A>> context;
    private final TimestampedWindowStore<K, A> store;
    private final TableUpdates<Windowed<K>, A> updates;
    private final AggregateStep<K, V, A> adding;
    private final boolean passesOnChanges;

    WindowRows(
            ProcessorContext<Windowed<K>, Change<A>> context,
            TableRole role,
            AggregateStep<K, V, A> adding,
            EmitStrategy.StrategyType emission) {
        this.context = context;
        this.store = RowsOf.table(context, role.store().orElseThrow());
        this.updates = TableUpdates.of(context, role);
        this.adding = adding;
        this.passesOnChanges = emission == EmitStrategy.StrategyType.ON_WINDOW_UPDATE;
        role.heldBack().ifPresent(heldBack -> updates.enter(heldBack, store));
    }

    TimestampedWindowStore<K, A> store() {
        return store;
    }

    @Nullable
    ValueAndTimestamp<A> row(K key, long start) {
        return store.fetch(key, start);
    }

    /** Returns the windows of a key that start in a range of times, both ends inside, the latest first. */
    WindowStoreIterator<ValueAndTimestamp<A>> latestFirst(K key, long fromMs, long toMs) {
        return store.backwardFetch(key, fromMs, toMs);
    }

    /** Returns the same, the earliest first. */
    WindowStoreIterator<ValueAndTimestamp<A>> earliestFirst(K key, long fromMs, long toMs) {
        return store.fetch(key, fromMs, toMs);
    }

    /** Adds a record to a window; the row is that of the window, null if there is none. */
    void add(Record<K, V> record, long start, Window window, @Nullable ValueAndTimestamp<A> row) {
        A before = ValueAndTimestamp.getValueOrNull(row);
        long timestamp = row == null ? record.timestamp() : Math.max(record.timestamp(), row.timestamp());
        A after = adding.apply(record.key(), record.value(), before);
        write(record, start, window, row, ValueAndTimestamp.make(after, timestamp), timestamp);
    }

    /** Begins a window with a record and what lies in it already; null if nothing does. */
    void begin(Record<K, V> record, Window window, @Nullable A others) {
        A after = adding.apply(record.key(), record.value(), others);
        long timestamp = record.timestamp();
        write(record, window.start(), window, null, ValueAndTimestamp.make(after, timestamp), timestamp);
    }

    /** Begins a window that a record brings without being in it. */
    void begin(Record<K, V> cause, Window window, ValueAndTimestamp<A> row) {
        write(cause, window.start(), window, null, row, row.timestamp());
    }

    private void write(
            Record<K, V> cause,
            long start,
            Window window,
            @Nullable ValueAndTimestamp<A> before,
            @Nullable ValueAndTimestamp<A> after,
            long timestamp) {
        store.put(cause.key(), after, start);
        if (passesOnChanges) {
            Windowed<K> windowed = new Windowed<>(cause.key(), window);
            Change<A> change =
                    new Change<>(ValueAndTimestamp.getValueOrNull(after), ValueAndTimestamp.getValueOrNull(before));
            updates.send(cause.withKey(windowed), change, timestamp, updates.isFirstOf(windowed) ? before : null);
        }
    }

    /** Says that a record came when a window took no more. */
    void dropAsLate(Record<K, V> record, String window, long closeMs) {
        DroppedRecords.report(
                logger,
                context,
                window + " is closed: timestamp=" + record.timestamp() + ", and stream time less the grace period is "
                        + closeMs);
    }

    void emitPending() {
        updates.emitPending();
    }
}
