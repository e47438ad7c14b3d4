package io.streamwright.dsl.operator.transform;

import static java.util.Objects.requireNonNull;

import io.streamwright.dsl.operator.Change;
import io.streamwright.dsl.operator.StoredTable;
import io.streamwright.dsl.operator.TableRole;
import io.streamwright.dsl.operator.transform.TransformerContext.AtWork;
import io.streamwright.kstream.ValueTransformerWithKey;
import io.streamwright.kstream.ValueTransformerWithKeySupplier;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.EmitOnCommit;
import io.streamwright.processor.api.Processor;
import io.streamwright.processor.api.ProcessorContext;
import io.streamwright.processor.api.ProcessorSupplier;
import io.streamwright.processor.api.Record;
import io.streamwright.state.StoreBuilder;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Gives each row the value that a program's transformer makes of it, deletions included.
 *
 * <p>Where the result is not kept, old values are made by the transformer too, after the new ones.
 *
 * <p>Owner: the worker of its task.
 *
 * @param <K> the keys
 * @param <V> the values
 * @param <VOut> the new values
 */
public final class TransformTableValues<K, V, VOut> extends ContextualProcessor<K, Change<V>, K, Change<VOut>>
        implements EmitOnCommit {
    private final ValueTransformerWithKey<? super K, ? super V, ? extends VOut> transformer;
    private final TableRole role;
    private @Nullable TransformerContext view;
    private @Nullable StoredTable<K, VOut> table;

    private TransformTableValues(
            ValueTransformerWithKey<? super K, ? super V, ? extends VOut> transformer, TableRole role) {
        this.transformer = requireNonNull(transformer, "transformer of a supplier");
        this.role = role;
    }

    /** Gives each row the value that a transformer returns; the stores that its supplier brings come along. */
    public static <K, V, VOut> ProcessorSupplier<K, Change<V>, K, Change<VOut>> with(
            ValueTransformerWithKeySupplier<? super K, ? super V, ? extends VOut> supplier, TableRole role) {
        return new ProcessorSupplier<>() {
            @Override
            public Processor<K, Change<V>, K, Change<VOut>> get() {
                return new TransformTableValues<K, V, VOut>(supplier.get(), role);
            }

            @Override
            public @Nullable Set<StoreBuilder<?>> stores() {
                return supplier.stores();
            }
        };
    }

    @Override
    public void init(ProcessorContext<K, Change<VOut>> context) {
        super.init(context);
        table = StoredTable.open(context, role);
        view = new TransformerContext(context);
        transformer.init(view);
    }

    @Override
    public void process(Record<K, Change<V>> record) {
        VOut newValue = transformed(record, record.value().newValue());
        Change<VOut> change =
                new Change<>(newValue, oldValue(record), record.value().latest());
        if (table == null) {
            context().forward(record.withValue(change));
        } else {
            table.update(record.withValue(change), change, record.timestamp());
        }
    }

    private @Nullable VOut transformed(Record<K, ?> record, @Nullable V value) {
        AtWork work = new AtWork(record.timestamp(), record.headers(), context().recordMetadata());
        return requireNonNull(view, "context of a transformer")
                .<K, V, VOut>transform(transformer, work, record.key(), value);
    }

    private @Nullable VOut oldValue(Record<K, Change<V>> record) {
        if (table != null) {
            return table.usesOldValue() ? table.value(record.key()) : null;
        }
        return role.sendsOldValues() ? transformed(record, record.value().oldValue()) : null;
    }

    @Override
    public void emitPending() {
        if (table != null) {
            table.emitPending();
        }
    }

    @Override
    public void close() {
        transformer.close();
    }
}
