package io.streamwright.processor.assignment;

import io.streamwright.processor.TaskId;
import io.streamwright.state.HostInfo;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;

/** What an assignor is told about one process, which is one {@code StreamsApp} (KIP-924). Immutable. */
public interface KafkaStreamsState {

    /** Returns the process. */
    ProcessId processId();

    /** Returns how many workers it has; tasks are spread in proportion to them. */
    int numProcessingThreads();

    /** Returns the names of its members of the group: one, which all its workers share. */
    SortedSet<String> consumerClientIds();

    /** Returns the tasks that it ran before. */
    SortedSet<TaskId> previousActiveTasks();

    /** Returns the tasks of which it kept a standby before, or has state on its disk. */
    SortedSet<TaskId> previousStandbyTasks();

    /**
     * Returns how many records the stores of a task lack here, summed over its changelogs: the whole changelogs, if there is nothing.
     *
     * @param task a task with changelogs
     * @throws UnsupportedOperationException if the state was asked for without lags
     * @throws IllegalStateException if the application has no such task, or the task has no changelog
     */
    long lagFor(TaskId task);

    /**
     * Returns the tasks with changelogs that a member had before, the one with the smallest lag first.
     *
     * @param consumerClientId one of {@link #consumerClientIds()}; another one has no tasks
     * @throws UnsupportedOperationException if the state was asked for without lags
     */
    SortedSet<TaskId> prevTasksByLag(String consumerClientId);

    /**
     * Returns what {@link #lagFor} says of each task with changelogs.
     *
     * @throws UnsupportedOperationException if the state was asked for without lags
     */
    Map<TaskId, Long> statefulTasksToLagSums();

    /** Returns where it takes requests, if it set {@code application.server}. */
    Optional<HostInfo> hostInfo();

    /** Returns its tags: its settings that start with {@code client.tag.}, without that. */
    Map<String, String> clientTags();

    /** Returns its rack, if it set {@code client.rack}. */
    Optional<String> rackId();
}
