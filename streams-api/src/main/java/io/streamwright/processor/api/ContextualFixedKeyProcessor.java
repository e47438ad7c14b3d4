package io.streamwright.processor.api;

import org.jspecify.annotations.Nullable;

/**
 * Keeps the context for a fixed-key processor.
 *
 * <p>Owner: the worker thread of its task.
 *
 * @param <KIn> keys that it gets and forwards
 * @param <VIn> values that it gets
 * @param <VOut> values that it forwards
 */
public abstract class ContextualFixedKeyProcessor<
                KIn extends @Nullable Object, VIn extends @Nullable Object, VOut extends @Nullable Object>
        implements FixedKeyProcessor<KIn, VIn, VOut> {

    private @Nullable FixedKeyProcessorContext<KIn, VOut> context;

    /** For sub-classes. */
    protected ContextualFixedKeyProcessor() {}

    /** Keeps the context; who overrides it calls it first. */
    @Override
    public void init(FixedKeyProcessorContext<KIn, VOut> context) {
        this.context = context;
    }

    /**
     * Returns the context.
     *
     * @throws IllegalStateException before {@link #init}
     */
    protected final FixedKeyProcessorContext<KIn, VOut> context() {
        FixedKeyProcessorContext<KIn, VOut> initialized = context;
        if (initialized == null) {
            throw new IllegalStateException(
                    getClass().getName()
                            + " has no context before init(): use it there or later, and call super.init(context) if you override it");
        }
        return initialized;
    }
}
