package io.streamwright.store;

import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** Takes changelog records into the task's open transaction. Owner: the worker that owns the task. */
@FunctionalInterface
public interface ChangelogWriter {

    /**
     * Appends a record.
     *
     * @param changelog where to
     * @param timestamp milliseconds since the epoch
     * @param key serialized key
     * @param value serialized value; null if the key was deleted
     * @param headers in their order
     */
    void append(TopicPartition changelog, long timestamp, byte[] key, byte @Nullable [] value, Header[] headers);
}
