package io.streamwright.processor.api;

import org.jspecify.annotations.Nullable;

/**
 * Does the work of one node of a topology, record by record.
 *
 * <p>Owner: the worker thread of the task that it was made for. Its fields are not part of the task's transaction: when a
 * transaction is aborted, the engine closes the processor and gets another one from the supplier. What has to last belongs into a
 * store. A processor that holds results back until the commit implements {@link EmitOnCommit} as well.
 *
 * @param <KIn> keys that it gets
 * @param <VIn> values that it gets
 * @param <KOut> keys that it forwards
 * @param <VOut> values that it forwards
 */
@FunctionalInterface
public interface Processor<
        KIn extends @Nullable Object,
        VIn extends @Nullable Object,
        KOut extends @Nullable Object,
        VOut extends @Nullable Object> {

    /**
     * Prepares the processor; called once, before any record. Stores are open.
     *
     * @param context what the processor works with until it is closed
     */
    default void init(ProcessorContext<KOut, VOut> context) {}

    /**
     * Works on one record.
     *
     * @param record belongs to the processor for the time of the call and may be forwarded
     */
    void process(Record<KIn, VIn> record);

    /** Gives up what the processor holds outside of its stores; called once, and nothing can be forwarded any more. */
    default void close() {}
}
