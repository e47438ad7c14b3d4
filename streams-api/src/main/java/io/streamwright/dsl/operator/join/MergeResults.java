package io.streamwright.dsl.operator.join;

import io.streamwright.dsl.operator.Change;
import io.streamwright.dsl.operator.StoredTable;
import io.streamwright.dsl.operator.TableRole;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.EmitOnCommit;
import io.streamwright.processor.api.ProcessorContext;
import io.streamwright.processor.api.ProcessorSupplier;
import io.streamwright.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Takes the results of both sides of a join as one table.
 *
 * <p>Owner: the worker of its task.
 *
 * @param <K> the keys
 * @param <V> the results
 */
public final class MergeResults<K, V> extends ContextualProcessor<K, Change<V>, K, Change<V>> implements EmitOnCommit {
    private final TableRole role;
    private @Nullable StoredTable<K, V> table;

    private MergeResults(TableRole role) {
        this.role = role;
    }

    /** Takes results as updates. */
    public static <K, V> ProcessorSupplier<K, Change<V>, K, Change<V>> in(TableRole role) {
        return () -> new MergeResults<>(role);
    }

    @Override
    public void init(ProcessorContext<K, Change<V>> context) {
        super.init(context);
        table = StoredTable.open(context, role);
    }

    @Override
    public void process(Record<K, Change<V>> record) {
        if (table == null) {
            context().forward(record);
            return;
        }
        V oldValue = table.usesOldValue() ? table.value(record.key()) : null;
        table.update(record, new Change<>(record.value().newValue(), oldValue), record.timestamp());
    }

    @Override
    public void emitPending() {
        if (table != null) {
            table.emitPending();
        }
    }
}
