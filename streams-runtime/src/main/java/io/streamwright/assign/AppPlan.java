package io.streamwright.assign;

import io.streamwright.log.TopicSpec;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * What an application needs on the log, and what it runs. Immutable.
 *
 * @param internalTopics repartition and changelog topics, with their partitions; some may exist already
 * @param tasks all tasks, by sub-topology, then partition
 * @param globalInputs all partitions of the topics of global stores, with the store that each feeds
 */
public record AppPlan(
        List<TopicSpec> internalTopics, List<PlannedTask> tasks, Map<TopicPartition, String> globalInputs) {
    public AppPlan {
        internalTopics = List.copyOf(internalTopics);
        tasks = List.copyOf(tasks);
        globalInputs = Collections.unmodifiableMap(new LinkedHashMap<>(globalInputs));
    }
}
