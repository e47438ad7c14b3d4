package io.streamwright.dsl.operator;

import io.streamwright.kstream.ValueMapperWithKey;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.EmitOnCommit;
import io.streamwright.processor.api.ProcessorContext;
import io.streamwright.processor.api.ProcessorSupplier;
import io.streamwright.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Gives each row a new value.
 *
 * <p>Owner: the worker of its task.
 *
 * @param <K> the keys
 * @param <V> the values
 * @param <VOut> the new values
 */
public final class MapTableValues<K, V, VOut> extends ContextualProcessor<K, Change<V>, K, Change<VOut>>
        implements EmitOnCommit {
    private final ValueMapperWithKey<? super K, ? super V, ? extends @Nullable VOut> mapper;
    private final TableRole role;
    private @Nullable StoredTable<K, VOut> table;

    private MapTableValues(ValueMapperWithKey<? super K, ? super V, ? extends @Nullable VOut> mapper, TableRole role) {
        this.mapper = mapper;
        this.role = role;
    }

    /** Gives each row the value that the mapper returns. */
    public static <K, V, VOut> ProcessorSupplier<K, Change<V>, K, Change<VOut>> with(
            ValueMapperWithKey<? super K, ? super V, ? extends @Nullable VOut> mapper, TableRole role) {
        return () -> new MapTableValues<K, V, VOut>(mapper, role);
    }

    @Override
    public void init(ProcessorContext<K, Change<VOut>> context) {
        super.init(context);
        table = StoredTable.open(context, role);
    }

    @Override
    public void process(Record<K, Change<V>> record) {
        K key = record.key();
        VOut newValue = mapped(key, record.value().newValue());
        Change<VOut> change = new Change<>(
                newValue, oldValue(key, record.value()), record.value().latest());
        if (table == null) {
            context().forward(record.withValue(change));
        } else {
            table.update(record.withValue(change), change, record.timestamp());
        }
    }

    private @Nullable VOut mapped(K key, @Nullable V value) {
        return value == null ? null : mapper.apply(key, value);
    }

    private @Nullable VOut oldValue(K key, Change<V> change) {
        if (table != null) {
            return table.usesOldValue() ? table.value(key) : null;
        }
        return role.sendsOldValues() ? mapped(key, change.oldValue()) : null;
    }

    @Override
    public void emitPending() {
        if (table != null) {
            table.emitPending();
        }
    }
}
