package io.streamwright.dsl.operator.window;

import io.streamwright.dsl.operator.AggregateStep;
import io.streamwright.dsl.operator.Change;
import io.streamwright.dsl.operator.DroppedRecords;
import io.streamwright.dsl.operator.TableRole;
import io.streamwright.dsl.operator.TableUpdates;
import io.streamwright.kstream.EmitStrategy;
import io.streamwright.kstream.Window;
import io.streamwright.kstream.Windowed;
import io.streamwright.kstream.Windows;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.EmitOnCommit;
import io.streamwright.processor.api.ProcessorContext;
import io.streamwright.processor.api.ProcessorSupplier;
import io.streamwright.processor.api.Record;
import io.streamwright.state.TimestampedWindowStore;
import io.streamwright.state.ValueAndTimestamp;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Adds each record of a stream to the aggregates of its key in the windows that its time is in.
 *
 * <p>Owner: the worker of its task.
 *
 * @param <K> the keys
 * @param <V> the values
 * @param <A> the aggregates
 */
public final class AggregateWindows<K, V extends @Nullable Object, A>
        extends ContextualProcessor<@Nullable K, V, Windowed<K>, Change<A>> implements EmitOnCommit {
    private static final Logger logger = LoggerFactory.getLogger(AggregateWindows.class);

    private final Windows<?> windows;
    private final EmitStrategy.StrategyType emission;
    private final AggregateStep<K, V, A> adding;
    private final TableRole role;
    private @Nullable Opened<K, A> opened;
    /** Highest timestamp of a record that came here; -1 before the first. */
    private long observedMs;

    private AggregateWindows(
            Windows<?> windows, EmitStrategy.StrategyType emission, AggregateStep<K, V, A> adding, TableRole role) {
        this.windows = windows;
        this.emission = emission;
        this.adding = adding;
        this.role = role;
    }

    /**
     * Aggregates in windows.
     *
     * @param windows which windows a time is in
     * @param emission when results are passed on
     * @param adding brings a record into an aggregate
     * @param role what the program asks of the result
     */
    public static <K, V extends @Nullable Object, A>
            ProcessorSupplier<@Nullable K, V, Windowed<K>, Change<A>> aggregating(
                    Windows<?> windows, EmitStrategy emission, AggregateStep<K, V, A> adding, TableRole role) {
        return () -> new AggregateWindows<>(windows, emission.type(), adding, role);
    }

    @Override
    public void init(ProcessorContext<Windowed<K>, Change<A>> context) {
        super.init(context);
        TimestampedWindowStore<K, A> store = context.getStateStore(role.store().orElseThrow());
        TableUpdates<Windowed<K>, A> updates = TableUpdates.of(context, role);
        role.heldBack().ifPresent(heldBack -> updates.enter(heldBack, store));
        opened = new Opened<>(store, updates, new ClosedWindows<>(windows, store, context));
        observedMs = StreamTime.in(store);
    }

    @Override
    public void process(Record<@Nullable K, V> record) {
        K key = record.key();
        if (key == null) {
            DroppedRecords.report(logger, context(), "a windowed aggregation's record needs a key");
            return;
        }
        Opened<K, A> current = Objects.requireNonNull(opened, "store of an aggregation");
        long observedBeforeMs = observedMs;
        observedMs = Math.max(observedMs, record.timestamp());
        if (emission == EmitStrategy.StrategyType.ON_WINDOW_CLOSE && observedMs > observedBeforeMs) {
            // Before the record moves the store's time, which may leave the closed windows behind.
            current.closed.emit(observedBeforeMs, observedMs);
        }
        long closeMs = observedMs - windows.gracePeriodMs();
        for (Map.Entry<Long, ? extends Window> entry :
                windows.windowsFor(record.timestamp()).entrySet()) {
            Window window = entry.getValue();
            if (window.end() > closeMs) {
                add(current, record.withKey(key), entry.getKey(), window);
            } else {
                DroppedRecords.report(
                        logger,
                        context(),
                        "window [" + window.start() + "," + window.end() + ") is closed: timestamp="
                                + record.timestamp() + " streamTime=" + observedMs + " grace="
                                + windows.gracePeriodMs());
            }
        }
    }

    private void add(Opened<K, A> current, Record<K, V> record, long start, Window window) {
        K key = record.key();
        ValueAndTimestamp<A> row = current.store.fetch(key, start);
        A before = ValueAndTimestamp.getValueOrNull(row);
        A after = adding.apply(key, record.value(), before);
        long timestamp = row == null ? record.timestamp() : Math.max(record.timestamp(), row.timestamp());
        current.store.put(key, ValueAndTimestamp.make(after, timestamp), start);
        if (emission == EmitStrategy.StrategyType.ON_WINDOW_UPDATE) {
            Windowed<K> windowed = new Windowed<>(key, window);
            boolean isPassedOn = role.heldBack().isPresent() && current.updates.isFirstOf(windowed);
            current.updates.send(
                    record.withKey(windowed), new Change<>(after, before), timestamp, isPassedOn ? row : null);
        }
    }

    @Override
    public void emitPending() {
        if (opened != null) {
            opened.updates.emitPending();
        }
    }

    /**
     * What an open processor works with. Immutable; what it holds has owners of its own.
     *
     * @param store keeps the windows
     * @param updates passes on changes
     * @param closed passes on final results
     */
    private record Opened<K, A>(
            TimestampedWindowStore<K, A> store, TableUpdates<Windowed<K>, A> updates, ClosedWindows<K, A> closed) {}
}
