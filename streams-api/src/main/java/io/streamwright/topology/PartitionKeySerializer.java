package io.streamwright.topology;

import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * A serializer of keys of which only a part decides the partition, where the program has no partitioner: records of one key go to
 * one partition, whatever their windows.
 */
public interface PartitionKeySerializer {

    /**
     * Returns the bytes whose hash decides the partition.
     *
     * @param key what is serialized
     * @return null if the key decides nothing
     */
    byte @Nullable [] partitionKey(String topic, Headers headers, Object key);
}
