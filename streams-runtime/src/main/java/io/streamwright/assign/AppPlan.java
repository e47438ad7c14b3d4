package io.streamwright.assign;

import io.streamwright.log.TopicSpec;
import java.util.List;

/**
 * What an application needs on the log, and what it runs. Immutable.
 *
 * @param internalTopics repartition and changelog topics, with their partitions; some may exist already
 * @param tasks all tasks, by sub-topology, then partition
 */
public record AppPlan(List<TopicSpec> internalTopics, List<PlannedTask> tasks) {
    public AppPlan {
        internalTopics = List.copyOf(internalTopics);
        tasks = List.copyOf(tasks);
    }
}
