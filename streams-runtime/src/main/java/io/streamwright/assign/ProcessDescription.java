package io.streamwright.assign;

import io.streamwright.processor.TaskId;
import io.streamwright.processor.assignment.ProcessId;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What is known of one process of an application before tasks are assigned. Immutable.
 *
 * @param instance the process
 * @param consumers its members of the group, with the tasks that each had; at least one
 * @param active the tasks that it ran
 * @param standbys the tasks of which it kept a standby, or has state on its disk
 * @param lags of tasks with changelogs, how many records their stores lack here; a task that is not there lacks everything
 */
public record ProcessDescription(
        Instance instance,
        SortedMap<String, Collection<TaskId>> consumers,
        SortedSet<TaskId> active,
        SortedSet<TaskId> standbys,
        Map<TaskId, Long> lags) {

    public ProcessDescription {
        if (consumers.isEmpty()) {
            throw new IllegalArgumentException("process " + instance.process() + " has no member of the group");
        }
        lags.forEach((task, lag) -> {
            if (lag < 0) {
                throw new IllegalArgumentException(
                        "process " + instance.process() + " says that task " + task + " has lag=" + lag);
            }
        });
        SortedMap<String, Collection<TaskId>> tasksOf = new TreeMap<>();
        consumers.forEach((consumer, tasks) -> tasksOf.put(consumer, Set.copyOf(tasks)));
        consumers = Collections.unmodifiableSortedMap(tasksOf);
        active = Collections.unmodifiableSortedSet(new TreeSet<>(active));
        standbys = Collections.unmodifiableSortedSet(new TreeSet<>(standbys));
        lags = Map.copyOf(lags);
    }

    /** Returns the name of the process. */
    public ProcessId id() {
        return new ProcessId(instance.process());
    }
}
