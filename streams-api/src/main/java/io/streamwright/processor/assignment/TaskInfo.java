package io.streamwright.processor.assignment;

import io.streamwright.processor.TaskId;
import java.util.Set;

/** What an assignor is told about one task (KIP-924). Immutable. */
public interface TaskInfo {

    /** Returns the task. */
    TaskId id();

    /** Returns whether it has stores, whether they have changelogs or not. */
    boolean isStateful();

    /** Returns the names of its stores. */
    Set<String> stateStoreNames();

    /** Returns the partitions that it reads, and those of its changelogs. */
    Set<TaskTopicPartition> topicPartitions();
}
