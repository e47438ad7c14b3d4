package io.streamwright.processor.api;

import io.streamwright.processor.ConnectedStoreProvider;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes processors, and may bring their stores along.
 *
 * <p>Called by any worker: it must be thread-safe.
 *
 * @param <KIn> keys that the processors get
 * @param <VIn> values that they get
 * @param <KOut> keys that they forward
 * @param <VOut> values that they forward
 */
@FunctionalInterface
public interface ProcessorSupplier<
                KIn extends @Nullable Object,
                VIn extends @Nullable Object,
                KOut extends @Nullable Object,
                VOut extends @Nullable Object>
        extends ConnectedStoreProvider, Supplier<Processor<KIn, VIn, KOut, VOut>> {

    /** Returns a new processor: a different one at each call, as each task has its own, and a new one after an abort. */
    @Override
    Processor<KIn, VIn, KOut, VOut> get();
}
