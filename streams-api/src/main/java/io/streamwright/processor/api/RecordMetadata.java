package io.streamwright.processor.api;

/** Where the input record at work came from. Immutable. */
public interface RecordMetadata {

    /** Returns the input topic. */
    String topic();

    /** Returns the input partition. */
    int partition();

    /** Returns the offset in the input partition. */
    long offset();
}
