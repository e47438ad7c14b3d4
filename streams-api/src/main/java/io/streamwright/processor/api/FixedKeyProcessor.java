package io.streamwright.processor.api;

import org.jspecify.annotations.Nullable;

/**
 * Does the work of one node of a topology without changing keys, so that its output needs no repartitioning (KIP-820).
 *
 * <p>Owner and life as for a {@link Processor}.
 *
 * @param <KIn> keys that it gets and forwards
 * @param <VIn> values that it gets
 * @param <VOut> values that it forwards
 */
@FunctionalInterface
public interface FixedKeyProcessor<
        KIn extends @Nullable Object, VIn extends @Nullable Object, VOut extends @Nullable Object> {

    /**
     * Prepares the processor; called once, before any record. Stores are open.
     *
     * @param context what the processor works with until it is closed
     */
    default void init(FixedKeyProcessorContext<KIn, VOut> context) {}

    /**
     * Works on one record.
     *
     * @param record belongs to the processor for the time of the call and may be forwarded
     */
    void process(FixedKeyRecord<KIn, VIn> record);

    /** Gives up what the processor holds outside of its stores; called once, and nothing can be forwarded any more. */
    default void close() {}
}
