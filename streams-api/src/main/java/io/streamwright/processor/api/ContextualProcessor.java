package io.streamwright.processor.api;

import org.jspecify.annotations.Nullable;

/**
 * Keeps the context for a processor.
 *
 * <p>Owner: the worker thread of its task.
 *
 * @param <KIn> keys that it gets
 * @param <VIn> values that it gets
 * @param <KOut> keys that it forwards
 * @param <VOut> values that it forwards
 */
public abstract class ContextualProcessor<
                KIn extends @Nullable Object,
                VIn extends @Nullable Object,
                KOut extends @Nullable Object,
                VOut extends @Nullable Object>
        implements Processor<KIn, VIn, KOut, VOut> {

    private @Nullable ProcessorContext<KOut, VOut> context;

    /** For sub-classes. */
    protected ContextualProcessor() {}

    /** Keeps the context; who overrides it calls it first. */
    @Override
    public void init(ProcessorContext<KOut, VOut> context) {
        this.context = context;
    }

    /**
     * Returns the context.
     *
     * @throws IllegalStateException before {@link #init}
     */
    protected final ProcessorContext<KOut, VOut> context() {
        ProcessorContext<KOut, VOut> initialized = context;
        if (initialized == null) {
            throw new IllegalStateException(
                    getClass().getName()
                            + " has no context before init(): use it there or later, and call super.init(context) if you override it");
        }
        return initialized;
    }
}
