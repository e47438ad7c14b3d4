package io.streamwright.processor.assignment.assignors;

import io.streamwright.placement.StandbyPlacement;
import io.streamwright.processor.TaskId;
import io.streamwright.processor.assignment.ApplicationState;
import io.streamwright.processor.assignment.KafkaStreamsState;
import io.streamwright.processor.assignment.ProcessId;
import io.streamwright.processor.assignment.TaskInfo;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** How much of each task each process has. Immutable. */
final class ReplicaLags {
    /** Distance of a standby to a process where nothing of it would be lost if it did not go there. */
    private static final long NOTHING_TO_KEEP = 3;

    private final Map<ProcessId, KafkaStreamsState> processes;
    private final Map<TaskId, TaskInfo> tasks;
    private final long acceptableLag;

    ReplicaLags(ApplicationState application) {
        this.processes = new TreeMap<>(application.kafkaStreamsStates(true));
        this.tasks = application.allTasks();
        this.acceptableLag = application.assignmentConfigs().acceptableRecoveryLag();
    }

    SortedSet<TaskId> tasksWithChangelog() {
        return tasks(StandbyPlacement::hasChangelog);
    }

    SortedSet<TaskId> tasksWithout() {
        return tasks(task -> !StandbyPlacement.hasChangelog(task));
    }

    private SortedSet<TaskId> tasks(Predicate<TaskInfo> isWanted) {
        return tasks.values().stream()
                .filter(isWanted)
                .map(TaskInfo::id)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns who had tasks, and is up to date with them; or nobody else is. */
    Map<TaskId, ProcessId> homesToKeep(Set<TaskId> wanted) {
        Map<TaskId, ProcessId> homes = new TreeMap<>();
        processes.forEach((process, state) -> state.previousActiveTasks().stream()
                .filter(wanted::contains)
                .filter(task -> isCaughtUp(task, process)
                        || processes.keySet().stream().noneMatch(other -> isCaughtUp(task, other)))
                .forEach(task -> homes.putIfAbsent(task, process)));
        return homes;
    }

    /**
     * Returns where a task runs until it can move to its target, which is at once if it has no changelog: where it is up to date, or else where it was, if there is more of it than
     * at the target.
     *
     * @param byLoad which process is rather to be chosen, of several that are up to date
     */
    ProcessId homeFor(TaskId task, ProcessId target, Comparator<ProcessId> byLoad) {
        if (!hasChangelog(task) || isCaughtUp(task, target)) {
            return target;
        }
        return processes.keySet().stream()
                .filter(process -> isCaughtUp(task, process))
                .min(Comparator.<ProcessId>comparingInt(process -> had(task, process) ? 0 : 1)
                        .thenComparing(byLoad)
                        .thenComparing(Comparator.naturalOrder()))
                .or(() -> processes.keySet().stream()
                        .filter(process -> had(task, process))
                        .filter(process -> distance(task, process) < distance(task, target))
                        .findFirst())
                .orElse(target);
    }

    private boolean hasChangelog(TaskId task) {
        TaskInfo info = tasks.get(task);
        return info != null && StandbyPlacement.hasChangelog(info);
    }

    private boolean had(TaskId task, ProcessId process) {
        return stateOf(process).previousActiveTasks().contains(task);
    }

    private boolean isCaughtUp(TaskId task, ProcessId process) {
        return distance(task, process) == 0;
    }

    /** Returns 0 if a process can run a task at once, else how many records it lacks. Tasks without changelogs run anywhere. */
    long distance(TaskId task, ProcessId process) {
        if (!hasChangelog(task)) {
            return had(task, process) ? 0 : 1;
        }
        long lag = stateOf(process).lagFor(task);
        return lag <= acceptableLag ? 0 : lag;
    }

    /** Returns how much a standby belongs to a process: it stays rather than goes to where the task was, and both rather than anew. */
    long distanceOfStandby(TaskId task, ProcessId process) {
        boolean followed = stateOf(process).previousStandbyTasks().contains(task);
        if (isCaughtUp(task, process)) {
            return followed ? 0 : had(task, process) ? 1 : NOTHING_TO_KEEP;
        }
        return followed || had(task, process) ? 2 : NOTHING_TO_KEEP;
    }

    private KafkaStreamsState stateOf(ProcessId process) {
        KafkaStreamsState state = processes.get(process);
        if (state == null) {
            throw new IllegalArgumentException("the application has no process " + process);
        }
        return state;
    }
}
