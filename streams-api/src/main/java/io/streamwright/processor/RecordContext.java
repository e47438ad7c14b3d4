package io.streamwright.processor;

import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Where the record at work came from.
 *
 * <p>Valid during the call that it was passed to.
 */
public interface RecordContext {

    /** Returns the input topic; null in a punctuation. */
    @Nullable
    String topic();

    /** Returns the input partition; -1 in a punctuation. */
    int partition();

    /** Returns the offset in the input partition; -1 in a punctuation. */
    long offset();

    /** Returns the record's timestamp, in milliseconds since the epoch. */
    long timestamp();

    /** Returns the record's headers. */
    Headers headers();

    /** Returns the input record's key as it was read; null if it had none, or if it was not kept. */
    byte @Nullable [] sourceRawKey();

    /** Returns the input record's value as it was read; null if it had none, or if it was not kept. */
    byte @Nullable [] sourceRawValue();
}
