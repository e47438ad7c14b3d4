package io.streamwright.dsl;

import io.streamwright.processor.api.Processor;
import io.streamwright.processor.api.ProcessorSupplier;
import io.streamwright.state.StoreBuilder;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes the processors of an operator, and brings their stores along. Immutable, but for the builders.
 *
 * @param processors makes the processors
 * @param stores makes the stores
 */
record StoredSupplier<
                KIn extends @Nullable Object,
                VIn extends @Nullable Object,
                KOut extends @Nullable Object,
                VOut extends @Nullable Object>(
        ProcessorSupplier<KIn, VIn, KOut, VOut> processors, Set<StoreBuilder<?>> stores)
        implements ProcessorSupplier<KIn, VIn, KOut, VOut> {

    /** Returns a supplier of the same processors with stores of theirs beside those that they bring already. */
    static ProcessorSupplier<?, ?, ?, ?> of(
            ProcessorSupplier<?, ?, ?, ?> processors, List<? extends StoreBuilder<?>> stores) {
        if (stores.isEmpty()) {
            return processors;
        }
        Set<StoreBuilder<?>> all = new LinkedHashSet<>(stores);
        Set<StoreBuilder<?>> brought = processors.stores();
        if (brought != null) {
            all.addAll(brought);
        }
        return new StoredSupplier<>(processors, all);
    }

    @Override
    public Processor<KIn, VIn, KOut, VOut> get() {
        return processors.get();
    }
}
