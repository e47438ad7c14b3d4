package io.streamwright.task;

import io.streamwright.AutoOffsetReset;
import io.streamwright.store.TaskStore;
import io.streamwright.topology.SubTopology;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * What a task runs, and on which partitions. Immutable.
 *
 * @param subTopology the part of the program
 * @param inputs by input partition, the name of the source node that reads it
 * @param stores the stores of its processors
 * @param offsetResets where to begin a partition without a committed offset; the earliest record if it is missing
 */
public record TaskDefinition(
        SubTopology subTopology,
        Map<TopicPartition, String> inputs,
        List<TaskStore> stores,
        Map<TopicPartition, AutoOffsetReset> offsetResets) {
    public TaskDefinition {
        inputs = Collections.unmodifiableMap(new LinkedHashMap<>(inputs));
        stores = List.copyOf(stores);
        offsetResets = Map.copyOf(offsetResets);
    }
}
