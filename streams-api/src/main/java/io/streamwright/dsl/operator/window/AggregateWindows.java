package io.streamwright.dsl.operator.window;

import io.streamwright.dsl.operator.AggregateStep;
import io.streamwright.dsl.operator.Change;
import io.streamwright.dsl.operator.DroppedRecords;
import io.streamwright.dsl.operator.TableRole;
import io.streamwright.kstream.EmitStrategy;
import io.streamwright.kstream.Windowed;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.EmitOnCommit;
import io.streamwright.processor.api.ProcessorContext;
import io.streamwright.processor.api.ProcessorSupplier;
import io.streamwright.processor.api.Record;
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

    private final Windowing windowing;
    private final EmitStrategy.StrategyType emission;
    private final AggregateStep<K, V, A> adding;
    private final TableRole role;
    private @Nullable Opened<K, V, A> opened;
    /** Highest timestamp of a record that came here, or to another operator with the same store; -1 before the first. */
    private long observedMs;

    private AggregateWindows(
            Windowing windowing, EmitStrategy.StrategyType emission, AggregateStep<K, V, A> adding, TableRole role) {
        this.windowing = windowing;
        this.emission = emission;
        this.adding = adding;
        this.role = role;
    }

    /**
     * Aggregates in windows.
     *
     * @param windowing which windows a record changes
     * @param emission when results are passed on
     * @param adding brings a record into an aggregate
     * @param role what the program asks of the result
     */
    public static <K, V extends @Nullable Object, A>
            ProcessorSupplier<@Nullable K, V, Windowed<K>, Change<A>> aggregating(
                    Windowing windowing, EmitStrategy emission, AggregateStep<K, V, A> adding, TableRole role) {
        return () -> new AggregateWindows<>(windowing, emission.type(), adding, role);
    }

    @Override
    public void init(ProcessorContext<Windowed<K>, Change<A>> context) {
        super.init(context);
        WindowRows<K, V, A> rows = new WindowRows<>(context, role, adding, emission);
        opened = new Opened<>(rows, new ClosedWindows<>(windowing, rows.store(), context));
        observedMs = StreamTime.in(rows.store());
    }

    @Override
    public void process(Record<@Nullable K, V> record) {
        K key = record.key();
        String refusal = windowing.refusalOf(record);
        if (key == null || refusal != null) {
            DroppedRecords.report(logger, context(), Objects.requireNonNullElse(refusal, "the record has no key"));
            return;
        }
        Opened<K, V, A> current = Objects.requireNonNull(opened, "store of an aggregation");
        if (role.delivery() == TableRole.Delivery.HANDED_OVER) {
            // Windows that several streams share close once: the store lets them go by the time of them all.
            observedMs = Math.max(observedMs, StreamTime.in(current.rows.store()));
        }
        long observedBeforeMs = observedMs;
        observedMs = Math.max(observedMs, record.timestamp());
        if (emission == EmitStrategy.StrategyType.ON_WINDOW_CLOSE && observedMs > observedBeforeMs) {
            // Before the record moves the store's time, which may leave the closed windows behind.
            current.closed.emit(observedBeforeMs, observedMs);
        }
        windowing.add(record.withKey(key), current.rows, observedMs - windowing.graceMs());
    }

    @Override
    public void emitPending() {
        if (opened != null) {
            opened.rows.emitPending();
        }
    }

    /**
     * What an open processor works with. Immutable; what it holds has owners of its own.
     *
     * @param rows the windows
     * @param closed passes on final results
     */
    private record Opened<K, V extends @Nullable Object, A>(WindowRows<K, V, A> rows, ClosedWindows<K, A> closed) {}
}
