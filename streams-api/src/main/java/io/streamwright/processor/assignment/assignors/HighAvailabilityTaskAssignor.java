package io.streamwright.processor.assignment.assignors;

import io.streamwright.placement.ActivePlacement;
import io.streamwright.placement.ProcessLoads;
import io.streamwright.placement.StandbyPlacement;
import io.streamwright.processor.TaskId;
import io.streamwright.processor.assignment.ApplicationState;
import io.streamwright.processor.assignment.AssignmentConfigs;
import io.streamwright.processor.assignment.KafkaStreamsAssignment;
import io.streamwright.processor.assignment.KafkaStreamsAssignment.AssignedTask;
import io.streamwright.processor.assignment.ProcessId;
import io.streamwright.processor.assignment.TaskAssignmentUtils;
import io.streamwright.processor.assignment.TaskAssignmentUtils.RackAwareOptimizationParams;
import io.streamwright.processor.assignment.TaskAssignor;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Keeps tasks running while their state moves: the default (KIP-441).
 *
 * <p>It first finds where each task is to be in the end: where it is, but for the moves that balance the load, and those that save traffic
 * across racks. A task whose target lacks more than {@code acceptable.recovery.lag} records stays with a process that has them, and its
 * target gets a warm-up, which is a standby for the time being; of these there are {@code max.warmup.replicas} at a time. As long as a task
 * is not where it is to be, the next assignment is asked for after {@code probing.rebalance.interval.ms}. If no process has the records, the
 * task goes to its target at once.
 *
 * <p>Standbys, {@code num.standby.replicas} of each task, stay where they are as far as load, tags and racks allow.
 *
 * <p>Once every task is at its target and everybody has caught up, tasks run where they ran. Where {@code rack.aware.assignment.tags} are to
 * differ, a standby may move once or twice more; then the same processes get the same tasks again.
 *
 * <p>Thread-safe: nothing changes.
 */
public class HighAvailabilityTaskAssignor implements TaskAssignor {

    /** What a partition that is read across racks costs, if it is not configured. */
    public static final int DEFAULT_HIGH_AVAILABILITY_TRAFFIC_COST = 10;

    /** What a task that moves costs, if it is not configured. */
    public static final int DEFAULT_HIGH_AVAILABILITY_NON_OVERLAP_COST = 1;

    private final Clock clock;

    /** Makes an assignor that follows up by the wall clock. */
    public HighAvailabilityTaskAssignor() {
        this(Clock.systemUTC());
    }

    /** Makes an assignor that follows up by a clock. */
    public HighAvailabilityTaskAssignor(Clock clock) {
        this.clock = clock;
    }

    @Override
    public TaskAssignment assign(ApplicationState applicationState) {
        ReplicaLags lags = new ReplicaLags(applicationState);
        ProcessLoads loads = new ProcessLoads(applicationState.kafkaStreamsStates(false));
        Map<TaskId, ProcessId> targets = targets(applicationState, lags, loads);
        Map<TaskId, ProcessId> homes = homes(applicationState, lags, targets);
        Map<ProcessId, KafkaStreamsAssignment> assignments = Answers.of(applicationState, homes);
        placeStandbys(applicationState, lags, loads, assignments);
        List<TaskId> waiting = targets.entrySet().stream()
                .filter(entry -> !entry.getValue().equals(homes.get(entry.getKey())))
                .map(Map.Entry::getKey)
                .toList();
        warmUp(applicationState, lags, waiting, targets, assignments);
        long waitMs = applicationState.assignmentConfigs().probingRebalanceIntervalMs();
        return Answers.answer(
                assignments, waiting.isEmpty() ? null : clock.instant().plusMillis(waitMs));
    }

    /** Finds where each task is to be: first those whose state would have to move, then the others around them. */
    private static Map<TaskId, ProcessId> targets(ApplicationState application, ReplicaLags lags, ProcessLoads loads) {
        ActivePlacement placement = new ActivePlacement(loads, lags::distance);
        Map<TaskId, ProcessId> targets = new TreeMap<>();
        boolean minimisesTraffic = Answers.minimisesTraffic(application);
        for (Set<TaskId> tasks : List.of(lags.tasksWithChangelog(), lags.tasksWithout())) {
            Map<TaskId, ProcessId> owners = lags.homesToKeep(tasks);
            owners.forEach(placement::keep);
            placement.place(
                    tasks.stream().filter(task -> !owners.containsKey(task)).toList());
            placement.balance(tasks);
        }
        targets.putAll(placement.homes());
        if (minimisesTraffic) {
            Map<ProcessId, KafkaStreamsAssignment> assignments = Answers.of(application, targets);
            TaskAssignmentUtils.optimizeRackAwareActiveTasks(
                    costs(application).forTasks(lags.tasksWithChangelog()), assignments);
            TaskAssignmentUtils.optimizeRackAwareActiveTasks(
                    Answers.costsWithoutState(application).forTasks(lags.tasksWithout()), assignments);
            assignments.forEach(
                    (process, assignment) -> assignment.tasks().keySet().forEach(task -> targets.put(task, process)));
        }
        return targets;
    }

    /** Finds where each task is until it can be where it is to be. */
    private static Map<TaskId, ProcessId> homes(
            ApplicationState application, ReplicaLags lags, Map<TaskId, ProcessId> targets) {
        ProcessLoads loads = new ProcessLoads(application.kafkaStreamsStates(false));
        Map<TaskId, ProcessId> homes = new TreeMap<>();
        targets.forEach((task, target) -> {
            ProcessId home = lags.homeFor(task, target, loads.byLoad());
            loads.add(home, 1);
            homes.put(task, home);
        });
        return homes;
    }

    /** Counts each task at its target, so that standbys need not move when it gets there. */
    private static void placeStandbys(
            ApplicationState application,
            ReplicaLags lags,
            ProcessLoads loads,
            Map<ProcessId, KafkaStreamsAssignment> assignments) {
        Answers.placeStandbys(
                new StandbyPlacement(application, assignments, loads, lags::distanceOfStandby),
                assignments,
                Answers.minimisesTraffic(application) ? costs(application) : null);
    }

    /** Gives a standby to targets that have none, those first that lack the least. */
    private static void warmUp(
            ApplicationState application,
            ReplicaLags lags,
            List<TaskId> waiting,
            Map<TaskId, ProcessId> targets,
            Map<ProcessId, KafkaStreamsAssignment> assignments) {
        Map<TaskId, KafkaStreamsAssignment> cold = new TreeMap<>();
        for (TaskId task : waiting) {
            assignments.values().stream()
                    .filter(assignment -> assignment.processId().equals(targets.get(task)))
                    .filter(assignment -> !assignment.tasks().containsKey(task))
                    .forEach(assignment -> cold.put(task, assignment));
        }
        cold.entrySet().stream()
                .sorted(Comparator.<Map.Entry<TaskId, KafkaStreamsAssignment>>comparingLong(entry ->
                                lags.distance(entry.getKey(), entry.getValue().processId()))
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(application.assignmentConfigs().maxWarmupReplicas())
                .forEach(entry ->
                        entry.getValue().assignTask(new AssignedTask(entry.getKey(), AssignedTask.Type.STANDBY)));
    }

    private static RackAwareOptimizationParams costs(ApplicationState application) {
        AssignmentConfigs configs = application.assignmentConfigs();
        return RackAwareOptimizationParams.of(application)
                .withTrafficCostOverride(configs.rackAwareTrafficCost().orElse(DEFAULT_HIGH_AVAILABILITY_TRAFFIC_COST))
                .withNonOverlapCostOverride(
                        configs.rackAwareNonOverlapCost().orElse(DEFAULT_HIGH_AVAILABILITY_NON_OVERLAP_COST));
    }
}
