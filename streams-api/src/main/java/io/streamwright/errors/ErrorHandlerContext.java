package io.streamwright.errors;

import io.streamwright.processor.TaskId;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Where in a topology, and at which input record, a record-level error was met (KIP-1033, KIP-1034).
 *
 * <p>Valid during the call that it was passed to. In a punctuation there is no input record: topic, raw key and raw value are null,
 * partition and offset are -1, and there are no headers.
 */
public interface ErrorHandlerContext {

    /** Returns the topic of the input record; null in a punctuation. */
    @Nullable
    String topic();

    /** Returns the partition of the input record; -1 in a punctuation. */
    int partition();

    /** Returns the offset of the input record; -1 in a punctuation. */
    long offset();

    /** Returns the headers of the input record; empty in a punctuation. */
    Headers headers();

    /** Returns the name of the source, processor or sink that met the error. */
    String processorNodeId();

    /** Returns the task that met the error. */
    TaskId taskId();

    /** Returns the timestamp of the input record, or of the punctuation, in milliseconds since the epoch. */
    long timestamp();

    /**
     * Returns the input record's key as it was read. Of a record from a repartition topic this is the key in that topic, not the one
     * in the topic that it was made from.
     *
     * @return null if the record has no key, in a punctuation, or if it was not kept
     */
    byte @Nullable [] sourceRawKey();

    /**
     * Returns the input record's value as it was read, with the restriction of {@link #sourceRawKey()}.
     *
     * @return null if the record has no value, in a punctuation, or if it was not kept
     */
    byte @Nullable [] sourceRawValue();
}
