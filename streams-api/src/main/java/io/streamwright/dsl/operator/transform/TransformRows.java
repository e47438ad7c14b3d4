package io.streamwright.dsl.operator.transform;

import static java.util.Objects.requireNonNull;

import io.streamwright.dsl.operator.RowOperation;
import io.streamwright.dsl.operator.transform.TransformerContext.AtWork;
import io.streamwright.kstream.ValueTransformerWithKey;
import io.streamwright.kstream.ValueTransformerWithKeySupplier;
import io.streamwright.processor.api.ProcessorContext;
import io.streamwright.state.StoreBuilder;
import io.streamwright.state.ValueAndTimestamp;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes rows by a program's transformer when joins look them up: each join has a transformer of its own.
 *
 * <p>It gets missing rows as well, as it gets deletions.
 *
 * <p>Immutable; what it opens belongs to the worker of a task.
 *
 * @param <K> the keys
 * @param <V> the values
 * @param <VOut> the new values
 */
public final class TransformRows<K extends @Nullable Object, V, VOut> implements RowOperation<K, V, VOut> {
    private static final long UNKNOWN_MS = -1;

    private final ValueTransformerWithKeySupplier<? super K, ? super V, ? extends VOut> supplier;
    private final Set<String> stores;

    /**
     * Starts with a program's transformer.
     *
     * @param supplier makes transformers
     * @param connected names of stores that they use besides those that the supplier brings
     */
    public TransformRows(
            ValueTransformerWithKeySupplier<? super K, ? super V, ? extends VOut> supplier, List<String> connected) {
        this.supplier = supplier;
        Set<String> names = new LinkedHashSet<>(connected);
        Set<StoreBuilder<?>> brought = supplier.stores();
        if (brought != null) {
            brought.forEach(builder -> names.add(builder.name()));
        }
        this.stores = Set.copyOf(names);
    }

    @Override
    public Set<String> stores() {
        return stores;
    }

    @Override
    public Opened<K, V, VOut> open(ProcessorContext<?, ?> context) {
        ValueTransformerWithKey<? super K, ? super V, ? extends VOut> transformer =
                requireNonNull(supplier.get(), "transformer of a supplier");
        TransformerContext view = new TransformerContext(context);
        transformer.init(view);
        return new Opened<>() {
            @Override
            public @Nullable ValueAndTimestamp<VOut> of(K key, @Nullable ValueAndTimestamp<V> row) {
                long timestampMs = row == null ? UNKNOWN_MS : row.timestamp();
                VOut value = view.<K, V, VOut>transform(
                        transformer, AtWork.withoutRecord(timestampMs), key, ValueAndTimestamp.getValueOrNull(row));
                return ValueAndTimestamp.make(value, timestampMs);
            }

            @Override
            public void close() {
                transformer.close();
            }
        };
    }
}
