package io.streamwright.processor;

import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the partitions that a sink writes a record to.
 *
 * <p>One partitioner may serve several tasks: it must be thread-safe, or hold nothing.
 *
 * @param <K> the records' keys
 * @param <V> the records' values
 */
@FunctionalInterface
public interface StreamPartitioner<K extends @Nullable Object, V extends @Nullable Object> {

    /**
     * Chooses by key and value.
     *
     * @param topic the topic written
     * @param key the record's key
     * @param value the record's value
     * @param numPartitions how many partitions the topic has
     * @return the partitions to write the record to, each from 0 to {@code numPartitions - 1}; the empty set drops the record;
     *     empty leaves the choice to the default, the hash of the serialized key
     */
    Optional<Set<Integer>> partitions(String topic, K key, V value, int numPartitions);

    /**
     * Chooses by key, value and headers; what the engine calls. Leaves the headers out of account unless overridden.
     *
     * @param topic the topic written
     * @param key the record's key
     * @param value the record's value
     * @param headers the record's headers
     * @param numPartitions how many partitions the topic has
     * @return as {@link #partitions(String, Object, Object, int)}
     */
    default Optional<Set<Integer>> partitions(String topic, K key, V value, Headers headers, int numPartitions) {
        return partitions(topic, key, value, numPartitions);
    }
}
