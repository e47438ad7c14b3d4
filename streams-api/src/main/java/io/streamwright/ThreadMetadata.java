package io.streamwright;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A worker of this instance and its tasks, as they stood when they were asked about. Immutable. */
public interface ThreadMetadata {

    /** Returns what it is doing: {@code STARTING}, {@code RUNNING}, {@code PENDING_SHUTDOWN} or {@code DEAD}. */
    String threadState();

    /** Returns its name. */
    String threadName();

    /** Returns its tasks. */
    Set<TaskMetadata> activeTasks();

    /** Returns the tasks whose stores it keeps copies of. */
    Set<TaskMetadata> standbyTasks();

    /** Returns how the log knows it as a reader. */
    String consumerClientId();

    /** Returns how the log knows it as a reader of changelogs. */
    String restoreConsumerClientId();

    /** Returns how the log knows it as a writer: the transactional ids of its tasks. */
    Set<String> producerClientIds();

    /** Returns how the log knows it when it looks after topics. */
    String adminClientId();

    @Override
    boolean equals(@Nullable Object o);

    @Override
    int hashCode();
}
