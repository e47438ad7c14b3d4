package io.streamwright.dsl.operator;

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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Adds each record of a stream to the aggregate of its key.
 *
 * <p>Owner: the worker of its task.
 *
 * @param <K> the keys
 * @param <V> the values
 * @param <A> the aggregates
 */
public final class AggregateStream<K, V, A> extends ContextualProcessor<@Nullable K, @Nullable V, K, Change<A>>
        implements EmitOnCommit {
    private static final Logger logger = LoggerFactory.getLogger(AggregateStream.class);

    private final AggregateStep<K, V, A> adding;
    private final TableRole role;
    private @Nullable StoredTable<K, A> table;

    private AggregateStream(AggregateStep<K, V, A> adding, TableRole role) {
        this.adding = adding;
        this.role = role;
    }

    /** Aggregates with an initializer and an aggregator. */
    public static <K, V, A> ProcessorSupplier<@Nullable K, @Nullable V, K, Change<A>> aggregating(
            Initializer<A> initializer, Aggregator<? super K, ? super V, A> aggregator, TableRole role) {
        return adding(AggregateStep.adding(initializer, aggregator), role);
    }

    /** Combines the values of each key. */
    public static <K, V> ProcessorSupplier<@Nullable K, @Nullable V, K, Change<V>> reducing(
            Reducer<V> reducer, TableRole role) {
        return adding(AggregateStep.adding(reducer), role);
    }

    /** Brings records into aggregates. */
    public static <K, V, A> ProcessorSupplier<@Nullable K, @Nullable V, K, Change<A>> adding(
            AggregateStep<K, V, A> adding, TableRole role) {
        return () -> new AggregateStream<>(adding, role);
    }

    @Override
    public void init(ProcessorContext<K, Change<A>> context) {
        super.init(context);
        table = StoredTable.open(context, role);
    }

    @Override
    public void process(Record<@Nullable K, @Nullable V> record) {
        K key = record.key();
        V value = record.value();
        if (key == null || value == null) {
            DroppedRecords.report(logger, context(), "an aggregation's record needs a key and a value");
            return;
        }
        StoredTable<K, A> aggregates = Objects.requireNonNull(table, "store of an aggregation");
        ValueAndTimestamp<A> row = aggregates.row(key);
        A before = ValueAndTimestamp.getValueOrNull(row);
        A after = adding.apply(key, value, before);
        long timestamp = row == null ? record.timestamp() : Math.max(record.timestamp(), row.timestamp());
        aggregates.update(record.withKey(key), new Change<>(after, before), timestamp);
    }

    @Override
    public void emitPending() {
        if (table != null) {
            table.emitPending();
        }
    }
}
