package io.streamwright.processor.api;

import org.jspecify.annotations.Nullable;

/**
 * Makes the fixed-key processors that a {@link ProcessorWrapper} wants in the place of others (KIP-1112).
 *
 * <p>It is asked for its {@link #stores}, not the supplier that it stands for: a wrapper that keeps the processors' stores returns them.
 *
 * @param <KIn> keys that the processors get and forward
 * @param <VIn> values that they get
 * @param <VOut> values that they forward
 */
@FunctionalInterface
public interface WrappedFixedKeyProcessorSupplier<
                KIn extends @Nullable Object, VIn extends @Nullable Object, VOut extends @Nullable Object>
        extends FixedKeyProcessorSupplier<KIn, VIn, VOut> {}
