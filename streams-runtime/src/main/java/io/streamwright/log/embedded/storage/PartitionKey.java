package io.streamwright.log.embedded.storage;

import java.nio.ByteBuffer;
import org.apache.kafka.common.TopicPartition;

/**
 * A partition as storage knows it. Immutable.
 *
 * @param topicId given when the topic was created; never used again for another one
 * @param topic the topic's name, for messages
 * @param partition number of the partition
 */
public record PartitionKey(int topicId, String topic, int partition) {
    /** Length of an encoded key with an offset. */
    static final int BYTES = 2 * Integer.BYTES + Long.BYTES;

    /** Returns the key of the batch at an offset; keys of one partition sort by offset. */
    byte[] at(long offset) {
        return ByteBuffer.allocate(BYTES)
                .putInt(topicId)
                .putInt(partition)
                .putLong(offset)
                .array();
    }

    /** Returns the partition by its public name. */
    public TopicPartition topicPartition() {
        return new TopicPartition(topic, partition);
    }
}
