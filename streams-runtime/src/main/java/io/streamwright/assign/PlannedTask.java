package io.streamwright.assign;

import io.streamwright.processor.TaskId;
import io.streamwright.topology.SubTopology;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * A task that somebody has to run. Immutable.
 *
 * @param id sub-topology and partition
 * @param subTopology what it runs
 * @param inputs by input partition, the name of the source node that reads it
 */
public record PlannedTask(TaskId id, SubTopology subTopology, Map<TopicPartition, String> inputs) {
    public PlannedTask {
        inputs = Collections.unmodifiableMap(new LinkedHashMap<>(inputs));
    }
}
