package io.streamwright.placement;

import io.streamwright.processor.TaskId;
import io.streamwright.processor.assignment.ApplicationState;
import io.streamwright.processor.assignment.KafkaStreamsAssignment;
import io.streamwright.processor.assignment.KafkaStreamsAssignment.AssignedTask;
import io.streamwright.processor.assignment.KafkaStreamsState;
import io.streamwright.processor.assignment.ProcessId;
import io.streamwright.processor.assignment.TaskAssignmentUtils.MoveStandbyTaskPredicate;
import io.streamwright.processor.assignment.TaskInfo;
import io.streamwright.processor.assignment.TaskTopicPartition;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Swaps tasks between processes so that fewer records cross racks (KIP-925), at the price of tasks that move.
 *
 * <p>A task costs {@code trafficCost} for each of its partitions without a replica in the rack of its process, and
 * {@code nonOverlapCost} if it is not where it was. Each process has as many tasks as before.
 *
 * <p>Owner: the assignor that made it.
 */
public final class RackPlacement {
    private static final Logger LOG = LoggerFactory.getLogger(RackPlacement.class);

    /** Where tags count, replicas move one after the other; so often at most, as each time could open a way for the next. */
    private static final int MAX_ROUNDS = 4;

    private final ApplicationState application;
    private final Map<ProcessId, KafkaStreamsState> processes;
    private final Map<ProcessId, KafkaStreamsAssignment> assignments;
    private final int trafficCost;
    private final int nonOverlapCost;

    /**
     * Takes assignments to improve.
     *
     * @param application the tasks and the processes
     * @param assignments what each process runs; changed, and processes that have none are added
     * @param trafficCost the cost of a partition that is read across racks
     * @param nonOverlapCost the cost of a task that moves
     */
    public RackPlacement(
            ApplicationState application,
            Map<ProcessId, KafkaStreamsAssignment> assignments,
            int trafficCost,
            int nonOverlapCost) {
        this.application = application;
        this.processes = application.kafkaStreamsStates(false);
        this.assignments = assignments;
        this.trafficCost = trafficCost;
        this.nonOverlapCost = nonOverlapCost;
    }

    /** Returns whether a strategy is configured and the racks are known that it needs: those of all processes and partitions. */
    public static boolean isPossible(ApplicationState application, AssignedTask.Type type) {
        if (RackStrategy.of(application) == RackStrategy.NONE) {
            LOG.debug("racks are left out of account: rack.aware.assignment.strategy is none");
            return false;
        }
        Stream<String> processes = application.kafkaStreamsStates(false).values().stream()
                .filter(state -> state.rackId().isEmpty())
                .map(state -> "process " + state.processId() + " (set client.rack)");
        Stream<String> partitions = application.allTasks().values().stream()
                .flatMap(task -> partitions(task, type))
                .filter(partition -> partition.rackIds().map(Set::isEmpty).orElse(true))
                .map(partition -> "partition " + partition.topicPartition());
        String unknown =
                Stream.concat(processes, partitions).distinct().sorted().collect(Collectors.joining(", "));
        if (!unknown.isEmpty()) {
            LOG.warn("racks are left out of account: not known is the rack of {}", unknown);
        }
        return unknown.isEmpty();
    }

    /**
     * Moves active tasks.
     *
     * @param tasks which may move
     * @throws IllegalArgumentException if one is not assigned to exactly one process; nothing was changed
     */
    public void moveActive(SortedSet<TaskId> tasks) {
        StandbyPlacement.addMissing(application, assignments);
        SortedMap<TaskId, Set<ProcessId>> homes = homes(tasks, AssignedTask.Type.ACTIVE);
        for (TaskId task : tasks) {
            Set<ProcessId> found = homes.getOrDefault(task, Set.of());
            if (found.size() != 1) {
                throw new IllegalArgumentException("task " + task + " is active on "
                        + (found.isEmpty() ? "no process" : "more than one process: " + found));
            }
        }
        apply(
                AssignedTask.Type.ACTIVE,
                homes,
                spread(AssignedTask.Type.ACTIVE, homes, (task, process) -> !has(process, task)));
    }

    /**
     * Moves standbys, never to where the task is already; with tags configured, never to where the tags of the task's processes would be
     * less different.
     *
     * @param tasks whose standbys may move
     */
    public void moveStandbys(SortedSet<TaskId> tasks) {
        StandbyPlacement.addMissing(application, assignments);
        if (application.assignmentConfigs().rackAwareAssignmentTags().isEmpty()) {
            SortedMap<TaskId, Set<ProcessId>> homes = homes(tasks, AssignedTask.Type.STANDBY);
            apply(
                    AssignedTask.Type.STANDBY,
                    homes,
                    spread(AssignedTask.Type.STANDBY, homes, (task, process) -> !has(process, task)));
            return;
        }
        MoveStandbyTaskPredicate moves = TagSpread.keepingDifference(application);
        boolean hasMoved = true;
        for (int round = 0; hasMoved && round < MAX_ROUNDS; round++) {
            hasMoved = false;
            for (int replica = 0; replica < processes.size(); replica++) {
                hasMoved |= moveOneStandby(tasks, replica, moves);
            }
        }
    }

    /** Moves one standby of each task, while the others stay. */
    private boolean moveOneStandby(SortedSet<TaskId> tasks, int replica, MoveStandbyTaskPredicate moves) {
        SortedMap<TaskId, Set<ProcessId>> movable = new TreeMap<>();
        homes(tasks, AssignedTask.Type.STANDBY).forEach((task, homes) -> {
            if (replica < homes.size()) {
                movable.put(task, Set.of(List.copyOf(homes).get(replica)));
            }
        });
        if (movable.isEmpty()) {
            return false;
        }
        Map<TaskId, Set<ProcessId>> better = spread(
                AssignedTask.Type.STANDBY,
                movable,
                (task, process) -> !has(process, task)
                        && movable.getOrDefault(task, Set.of()).stream()
                                .allMatch(source -> moves.canMoveStandbyTask(
                                        stateOf(source), stateOf(process), task, assignments)));
        boolean hasMoved = !better.equals(movable);
        apply(AssignedTask.Type.STANDBY, movable, better);
        return hasMoved;
    }

    private SortedMap<TaskId, Set<ProcessId>> homes(SortedSet<TaskId> tasks, AssignedTask.Type type) {
        SortedMap<TaskId, Set<ProcessId>> homes = new TreeMap<>();
        for (ProcessId process : new TreeSet<>(processes.keySet())) {
            for (AssignedTask task : assignmentOf(process).tasks().values()) {
                if (task.type() == type && tasks.contains(task.id())) {
                    homes.computeIfAbsent(task.id(), any -> new TreeSet<>()).add(process);
                }
            }
        }
        return homes;
    }

    private Map<TaskId, Set<ProcessId>> spread(
            AssignedTask.Type type, Map<TaskId, Set<ProcessId>> homes, BiPredicate<TaskId, ProcessId> isAllowed) {
        ReplicaFlow flow = new ReplicaFlow(
                homes,
                processes.keySet(),
                isAllowed,
                (task, process) -> traffic(task, type, process)
                        + (homes.getOrDefault(task, Set.of()).contains(process) ? 0 : nonOverlapCost),
                this::knewBefore);
        return flow.solve(RackStrategy.of(application) == RackStrategy.BALANCE_SUBTOPOLOGY);
    }

    private long traffic(TaskId task, AssignedTask.Type type, ProcessId process) {
        Optional<String> rack = stateOf(process).rackId();
        TaskInfo info = application.allTasks().get(task);
        if (info == null) {
            throw new IllegalArgumentException("the application has no task " + task);
        }
        return trafficCost
                * partitions(info, type)
                        .filter(partition ->
                                !partition.rackIds().orElse(Set.of()).contains(rack.orElse("")))
                        .count();
    }

    /** A task reads all its partitions, a standby its changelogs only. */
    private static Stream<TaskTopicPartition> partitions(TaskInfo task, AssignedTask.Type type) {
        return task.topicPartitions().stream()
                .filter(partition -> type == AssignedTask.Type.ACTIVE || partition.isChangelog());
    }

    private boolean knewBefore(TaskId task, ProcessId process) {
        KafkaStreamsState state = stateOf(process);
        return state.previousActiveTasks().contains(task)
                || state.previousStandbyTasks().contains(task);
    }

    private void apply(AssignedTask.Type type, Map<TaskId, Set<ProcessId>> before, Map<TaskId, Set<ProcessId>> after) {
        before.forEach((task, homes) ->
                homes.forEach(process -> assignmentOf(process).removeTask(new AssignedTask(task, type))));
        after.forEach((task, homes) ->
                homes.forEach(process -> assignmentOf(process).assignTask(new AssignedTask(task, type))));
    }

    private boolean has(ProcessId process, TaskId task) {
        return assignmentOf(process).tasks().containsKey(task);
    }

    private KafkaStreamsAssignment assignmentOf(ProcessId process) {
        KafkaStreamsAssignment assignment = assignments.get(process);
        if (assignment == null) {
            throw new IllegalArgumentException("process " + process + " has no assignment");
        }
        return assignment;
    }

    private KafkaStreamsState stateOf(ProcessId process) {
        KafkaStreamsState state = processes.get(process);
        if (state == null) {
            throw new IllegalArgumentException("the application has no process " + process);
        }
        return state;
    }
}
