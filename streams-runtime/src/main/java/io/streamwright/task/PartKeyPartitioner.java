package io.streamwright.task;

import io.streamwright.log.KeyPartitioner;
import io.streamwright.processor.StreamPartitioner;
import io.streamwright.topology.PartitionKeySerializer;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * Chooses partitions by the part of a key that its serializer says, and leaves the choice open where there is none. Immutable.
 *
 * @param serializer of the keys
 */
record PartKeyPartitioner(PartitionKeySerializer serializer)
        implements StreamPartitioner<@Nullable Object, @Nullable Object> {

    @Override
    public Optional<Set<Integer>> partitions(
            String topic, @Nullable Object key, @Nullable Object value, int numPartitions) {
        return partitions(topic, key, value, new RecordHeaders(), numPartitions);
    }

    @Override
    public Optional<Set<Integer>> partitions(
            String topic, @Nullable Object key, @Nullable Object value, Headers headers, int numPartitions) {
        byte[] part = key == null ? null : serializer.partitionKey(topic, headers, key);
        return part == null ? Optional.empty() : Optional.of(Set.of(KeyPartitioner.partition(part, numPartitions)));
    }
}
