package io.streamwright.processor.api;

import org.jspecify.annotations.Nullable;

/**
 * What a {@link Processor} works with.
 *
 * <p>Owner: the task's worker thread.
 *
 * @param <KForward> keys that may be forwarded
 * @param <VForward> values that may be forwarded
 */
public interface ProcessorContext<KForward extends @Nullable Object, VForward extends @Nullable Object>
        extends ProcessingContext {

    /**
     * Passes a record to all children; they have processed it when this returns.
     *
     * @param record the record
     */
    <K extends KForward, V extends VForward> void forward(Record<K, V> record);

    /**
     * Passes a record to one child.
     *
     * @param record the record
     * @param childName the child's name
     * @throws io.streamwright.errors.StreamsException if the processor has no such child
     */
    <K extends KForward, V extends VForward> void forward(Record<K, V> record, String childName);
}
