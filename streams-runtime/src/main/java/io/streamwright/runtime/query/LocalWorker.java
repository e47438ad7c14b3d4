package io.streamwright.runtime.query;

import io.streamwright.TaskMetadata;
import io.streamwright.ThreadMetadata;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A worker of this instance as it stood once. Immutable.
 *
 * @param applicationId starts the transactional ids
 * @param threadName its name
 * @param threadState what it was doing
 * @param activeTasks its tasks
 */
record LocalWorker(String applicationId, String threadName, String threadState, Set<TaskMetadata> activeTasks)
        implements ThreadMetadata {
    LocalWorker {
        activeTasks = Set.copyOf(activeTasks);
    }

    /** There are no copies. */
    @Override
    public Set<TaskMetadata> standbyTasks() {
        return Set.of();
    }

    @Override
    public String consumerClientId() {
        return threadName + "-consumer";
    }

    @Override
    public String restoreConsumerClientId() {
        return threadName + "-restore-consumer";
    }

    @Override
    public Set<String> producerClientIds() {
        return activeTasks.stream()
                .map(task -> applicationId + "-" + task.taskId())
                .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public String adminClientId() {
        return applicationId + "-admin";
    }
}
