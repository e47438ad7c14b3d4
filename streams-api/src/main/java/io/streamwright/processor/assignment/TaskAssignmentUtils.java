package io.streamwright.processor.assignment;

import io.streamwright.StreamsConfig;
import io.streamwright.placement.RackPlacement;
import io.streamwright.placement.StandbyPlacement;
import io.streamwright.processor.TaskId;
import io.streamwright.processor.assignment.KafkaStreamsAssignment.AssignedTask;
import io.streamwright.processor.assignment.TaskAssignor.AssignmentError;
import io.streamwright.processor.assignment.TaskAssignor.TaskAssignment;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Steps that assignors have in common (KIP-924). Thread-safe: holds nothing. */
public final class TaskAssignmentUtils {
    private static final Logger LOG = LoggerFactory.getLogger(TaskAssignmentUtils.class);

    private TaskAssignmentUtils() {}

    /**
     * Checks an answer. What is wrong is logged.
     *
     * <p>A task that no process runs is not found here; the engine refuses such an answer all the same.
     *
     * @param applicationState the tasks and the processes
     * @param taskAssignment the answer
     * @return what was found first, or {@link AssignmentError#NONE}
     */
    public static AssignmentError validateTaskAssignment(
            ApplicationState applicationState, TaskAssignment taskAssignment) {
        Map<TaskId, ProcessId> active = new HashMap<>();
        Map<TaskId, ProcessId> standby = new TreeMap<>();
        Set<ProcessId> assigned = new TreeSet<>();
        for (KafkaStreamsAssignment assignment : taskAssignment.assignment()) {
            ProcessId process = assignment.processId();
            assigned.add(process);
            for (AssignedTask task : assignment.tasks().values()) {
                if (!applicationState.allTasks().containsKey(task.id())) {
                    LOG.error("task {} of process {} is not one of the application", task, process);
                    return AssignmentError.UNKNOWN_TASK_ID;
                }
                if (task.type() == AssignedTask.Type.STANDBY) {
                    standby.put(task.id(), process);
                    continue;
                }
                ProcessId other = active.put(task.id(), process);
                if (other != null) {
                    LOG.error("task {} is active on process {} and on process {}", task.id(), other, process);
                    return AssignmentError.ACTIVE_TASK_ASSIGNED_MULTIPLE_TIMES;
                }
            }
        }
        for (Map.Entry<TaskId, ProcessId> entry : standby.entrySet()) {
            TaskInfo task = applicationState.allTasks().get(entry.getKey());
            if (task != null && !task.isStateful()) {
                LOG.error("task {} has no stores, but a standby on process {}", entry.getKey(), entry.getValue());
                return AssignmentError.INVALID_STANDBY_TASK;
            }
        }
        return checkProcesses(applicationState.kafkaStreamsStates(false).keySet(), assigned);
    }

    private static AssignmentError checkProcesses(Set<ProcessId> known, Set<ProcessId> assigned) {
        Set<ProcessId> missing = new TreeSet<>(known);
        missing.removeAll(assigned);
        if (!missing.isEmpty()) {
            LOG.error("processes {} have no assignment, not even one without tasks", missing);
            return AssignmentError.MISSING_PROCESS_ID;
        }
        Set<ProcessId> unknown = new TreeSet<>(assigned);
        unknown.removeAll(known);
        if (!unknown.isEmpty()) {
            LOG.error("processes {} have an assignment, but are not of the application", unknown);
            return AssignmentError.UNKNOWN_PROCESS_ID;
        }
        return AssignmentError.NONE;
    }

    /**
     * Returns what each process had before, as a new map that can be changed.
     *
     * @param applicationState the tasks and the processes
     * @throws IllegalStateException if a process had a task both as active and as standby
     */
    public static Map<ProcessId, KafkaStreamsAssignment> identityAssignment(ApplicationState applicationState) {
        Map<ProcessId, KafkaStreamsAssignment> assignments = new HashMap<>();
        applicationState.kafkaStreamsStates(false).forEach((process, state) -> {
            Set<AssignedTask> tasks = new HashSet<>();
            state.previousActiveTasks().forEach(task -> tasks.add(new AssignedTask(task, AssignedTask.Type.ACTIVE)));
            state.previousStandbyTasks().forEach(task -> tasks.add(new AssignedTask(task, AssignedTask.Type.STANDBY)));
            assignments.put(process, KafkaStreamsAssignment.of(process, tasks));
        });
        return assignments;
    }

    /**
     * Adds standbys: {@code num.standby.replicas} of each task with a changelog, never beside the task itself, on the least busy
     * processes. With {@code rack.aware.assignment.tags}, first on processes whose tags are different from those of the task's other
     * processes, as far as there are any (KIP-708).
     *
     * @param applicationState the tasks and the processes
     * @param kafkaStreamsAssignments which process runs what; changed, and processes that are not in it are added
     */
    public static void defaultStandbyTaskAssignment(
            ApplicationState applicationState, Map<ProcessId, KafkaStreamsAssignment> kafkaStreamsAssignments) {
        new StandbyPlacement(applicationState, kafkaStreamsAssignments).place();
    }

    /**
     * Swaps active tasks between processes so that they cost the least: each partition that a process reads across racks, and each task
     * that moves (KIP-925). Each process runs as many tasks as before; with the strategy {@code balance_subtopology} also its share of
     * each sub-topology. Of answers that cost the same, the one that moves the fewest tasks is taken.
     *
     * <p>Nothing happens, and a warning says why, if the strategy is {@code none}, if a cost is neither configured nor given, or if the
     * rack of a process or a partition is not known. Best called before standbys are placed: an active task does not move to its standby.
     *
     * @param optimizationParams which tasks may move, and the costs
     * @param kafkaStreamsAssignments which process runs what; changed, and processes that are not in it are added
     * @throws IllegalArgumentException if one of the tasks is not active on exactly one process; nothing was changed
     */
    public static void optimizeRackAwareActiveTasks(
            RackAwareOptimizationParams optimizationParams,
            Map<ProcessId, KafkaStreamsAssignment> kafkaStreamsAssignments) {
        SortedSet<TaskId> tasks = optimizationParams.tasksOf(kafkaStreamsAssignments, AssignedTask.Type.ACTIVE);
        if (!tasks.isEmpty() && optimizationParams.isPossible(AssignedTask.Type.ACTIVE)) {
            optimizationParams.placement(kafkaStreamsAssignments).moveActive(tasks);
        }
    }

    /**
     * Swaps standbys between processes, as {@link #optimizeRackAwareActiveTasks} does with active tasks; what counts are the changelogs
     * that a standby reads. A standby never moves to where its task is, and with {@code rack.aware.assignment.tags} never to where the
     * tags of the task's processes would be less different.
     *
     * @param optimizationParams which tasks may move, and the costs
     * @param kafkaStreamsAssignments which process runs what; changed, and processes that are not in it are added
     */
    public static void optimizeRackAwareStandbyTasks(
            RackAwareOptimizationParams optimizationParams,
            Map<ProcessId, KafkaStreamsAssignment> kafkaStreamsAssignments) {
        SortedSet<TaskId> tasks = optimizationParams.tasksOf(kafkaStreamsAssignments, AssignedTask.Type.STANDBY);
        if (!tasks.isEmpty() && optimizationParams.isPossible(AssignedTask.Type.STANDBY)) {
            optimizationParams.placement(kafkaStreamsAssignments).moveStandbys(tasks);
        }
    }

    /** Decides whether a standby may move. Pure. */
    @FunctionalInterface
    public interface MoveStandbyTaskPredicate {

        /**
         * Returns whether a standby may move.
         *
         * @param source the process that has it
         * @param destination the process that would get it
         * @param taskId the task
         * @param assignments what each process runs
         */
        boolean canMoveStandbyTask(
                KafkaStreamsState source,
                KafkaStreamsState destination,
                TaskId taskId,
                Map<ProcessId, KafkaStreamsAssignment> assignments);
    }

    /** Which tasks an optimisation may move, and what it weighs. Immutable; without anything else, all tasks and the configured costs. */
    public static final class RackAwareOptimizationParams {

        private final ApplicationState applicationState;
        private final OptionalInt trafficCost;
        private final OptionalInt nonOverlapCost;
        private final boolean isAll;
        private final SortedSet<TaskId> tasks;

        private RackAwareOptimizationParams(
                ApplicationState applicationState,
                OptionalInt trafficCost,
                OptionalInt nonOverlapCost,
                boolean isAll,
                SortedSet<TaskId> tasks) {
            this.applicationState = applicationState;
            this.trafficCost = trafficCost;
            this.nonOverlapCost = nonOverlapCost;
            this.isAll = isAll;
            this.tasks = tasks;
        }

        /** Lets all assigned tasks move, at the costs that are configured. */
        public static RackAwareOptimizationParams of(ApplicationState applicationState) {
            AssignmentConfigs configs = applicationState.assignmentConfigs();
            return new RackAwareOptimizationParams(
                    applicationState,
                    configs.rackAwareTrafficCost(),
                    configs.rackAwareNonOverlapCost(),
                    true,
                    Collections.emptySortedSet());
        }

        /** Lets tasks with stores move only. */
        public RackAwareOptimizationParams forStatefulTasks() {
            return forTasks(tasks(TaskInfo::isStateful));
        }

        /** Lets tasks without stores move only. */
        public RackAwareOptimizationParams forStatelessTasks() {
            return forTasks(tasks(task -> !task.isStateful()));
        }

        private SortedSet<TaskId> tasks(Predicate<TaskInfo> isWanted) {
            return applicationState.allTasks().values().stream()
                    .filter(isWanted)
                    .map(TaskInfo::id)
                    .collect(Collectors.toCollection(TreeSet::new));
        }

        /** Lets these tasks move only. */
        public RackAwareOptimizationParams forTasks(SortedSet<TaskId> tasksToOptimize) {
            return new RackAwareOptimizationParams(
                    applicationState,
                    trafficCost,
                    nonOverlapCost,
                    false,
                    Collections.unmodifiableSortedSet(new TreeSet<>(tasksToOptimize)));
        }

        /** Weighs a partition that is read across racks, whatever is configured. */
        public RackAwareOptimizationParams withTrafficCostOverride(int trafficCostOverride) {
            return new RackAwareOptimizationParams(
                    applicationState, OptionalInt.of(trafficCostOverride), nonOverlapCost, isAll, tasks);
        }

        /** Weighs a task that moves, whatever is configured. */
        public RackAwareOptimizationParams withNonOverlapCostOverride(int nonOverlapCostOverride) {
            return new RackAwareOptimizationParams(
                    applicationState, trafficCost, OptionalInt.of(nonOverlapCostOverride), isAll, tasks);
        }

        private SortedSet<TaskId> tasksOf(Map<ProcessId, KafkaStreamsAssignment> assignments, AssignedTask.Type type) {
            if (!isAll) {
                return tasks;
            }
            return assignments.values().stream()
                    .flatMap(assignment -> assignment.tasks().values().stream())
                    .filter(task -> task.type() == type)
                    .map(AssignedTask::id)
                    .collect(Collectors.toCollection(TreeSet::new));
        }

        private boolean isPossible(AssignedTask.Type type) {
            if (!RackPlacement.isPossible(applicationState, type)) {
                return false;
            }
            Stream<String> missing = Stream.concat(
                    trafficCost.isPresent()
                            ? Stream.empty()
                            : Stream.of(StreamsConfig.RACK_AWARE_ASSIGNMENT_TRAFFIC_COST_CONFIG),
                    nonOverlapCost.isPresent()
                            ? Stream.empty()
                            : Stream.of(StreamsConfig.RACK_AWARE_ASSIGNMENT_NON_OVERLAP_COST_CONFIG));
            String names = missing.collect(Collectors.joining(", "));
            if (!names.isEmpty()) {
                LOG.warn("racks are left out of account: set {}", names);
            }
            return names.isEmpty();
        }

        private RackPlacement placement(Map<ProcessId, KafkaStreamsAssignment> assignments) {
            return new RackPlacement(
                    applicationState, assignments, trafficCost.orElseThrow(), nonOverlapCost.orElseThrow());
        }
    }
}
