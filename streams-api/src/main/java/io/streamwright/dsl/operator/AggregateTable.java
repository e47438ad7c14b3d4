package io.streamwright.dsl.operator;

import io.streamwright.errors.StreamsException;
import io.streamwright.kstream.Aggregator;
import io.streamwright.kstream.Initializer;
import io.streamwright.kstream.Reducer;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.EmitOnCommit;
import io.streamwright.processor.api.ProcessorContext;
import io.streamwright.processor.api.ProcessorSupplier;
import io.streamwright.processor.api.Record;
import io.streamwright.state.ValueAndTimestamp;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Takes a row's old value out of the aggregate of its group, and adds the new one.
 *
 * <p>Owner: the worker of its task.
 *
 * @param <K> the groups' keys
 * @param <V> the values
 * @param <A> the aggregates
 */
public final class AggregateTable<K, V, A> extends ContextualProcessor<K, Change<V>, K, Change<A>>
        implements EmitOnCommit {
    private final AggregateStep<K, V, A> adding;
    private final AggregateStep<K, V, A> subtracting;
    private final TableRole role;
    private @Nullable StoredTable<K, A> table;

    private AggregateTable(AggregateStep<K, V, A> adding, AggregateStep<K, V, A> subtracting, TableRole role) {
        this.adding = adding;
        this.subtracting = subtracting;
        this.role = role;
    }

    /** Aggregates with an initializer, an adder and a subtractor. */
    public static <K, V, A> ProcessorSupplier<K, Change<V>, K, Change<A>> aggregating(
            Initializer<A> initializer,
            Aggregator<? super K, ? super V, A> adder,
            Aggregator<? super K, ? super V, A> subtractor,
            TableRole role) {
        AggregateStep<K, V, A> adding = AggregateStep.adding(initializer, adder);
        AggregateStep<K, V, A> subtracting = AggregateStep.subtracting(subtractor);
        return () -> new AggregateTable<>(adding, subtracting, role);
    }

    /** Combines the values of each group. */
    public static <K, V> ProcessorSupplier<K, Change<V>, K, Change<V>> reducing(
            Reducer<V> adder, Reducer<V> subtractor, TableRole role) {
        AggregateStep<K, V, V> adding = AggregateStep.adding(adder);
        AggregateStep<K, V, V> subtracting = AggregateStep.subtracting(subtractor);
        return () -> new AggregateTable<>(adding, subtracting, role);
    }

    @Override
    public void init(ProcessorContext<K, Change<A>> context) {
        super.init(context);
        table = StoredTable.open(context, role);
    }

    @Override
    public void process(Record<K, Change<V>> record) {
        K key = record.key();
        StoredTable<K, A> aggregates = Objects.requireNonNull(table, "store of an aggregation");
        if (key == null) {
            throw new StreamsException("an update without a key cannot be aggregated in store "
                    + role.store().get() + ": a table operator upstream forwarded it");
        }
        ValueAndTimestamp<A> row = aggregates.row(key);
        A before = ValueAndTimestamp.getValueOrNull(row);
        A remaining = apply(subtracting, key, record.value().oldValue(), before);
        A after = apply(adding, key, record.value().newValue(), remaining);
        long timestamp = row == null ? record.timestamp() : Math.max(record.timestamp(), row.timestamp());
        aggregates.update(record, new Change<>(after, before), timestamp);
    }

    private static <K, V, A> @Nullable A apply(
            AggregateStep<K, V, A> step, K key, @Nullable V value, @Nullable A aggregate) {
        return value == null ? aggregate : step.apply(key, value, aggregate);
    }

    @Override
    public void emitPending() {
        if (table != null) {
            table.emitPending();
        }
    }
}
