package io.streamwright.processor.api;

import org.jspecify.annotations.Nullable;

/**
 * Makes the processors that a {@link ProcessorWrapper} wants in the place of others (KIP-1112).
 *
 * <p>It is asked for its {@link #stores}, not the supplier that it stands for: a wrapper that keeps the processors' stores returns them.
 *
 * @param <KIn> keys that the processors get
 * @param <VIn> values that they get
 * @param <KOut> keys that they forward
 * @param <VOut> values that they forward
 */
@FunctionalInterface
public interface WrappedProcessorSupplier<
                KIn extends @Nullable Object,
                VIn extends @Nullable Object,
                KOut extends @Nullable Object,
                VOut extends @Nullable Object>
        extends ProcessorSupplier<KIn, VIn, KOut, VOut> {}
