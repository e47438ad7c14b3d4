package io.streamwright.processor.assignment.assignors;

import io.streamwright.placement.ActivePlacement;
import io.streamwright.placement.ProcessLoads;
import io.streamwright.placement.StandbyPlacement;
import io.streamwright.processor.TaskId;
import io.streamwright.processor.assignment.ApplicationState;
import io.streamwright.processor.assignment.AssignmentConfigs;
import io.streamwright.processor.assignment.KafkaStreamsAssignment;
import io.streamwright.processor.assignment.KafkaStreamsState;
import io.streamwright.processor.assignment.ProcessId;
import io.streamwright.processor.assignment.TaskAssignmentUtils;
import io.streamwright.processor.assignment.TaskAssignmentUtils.RackAwareOptimizationParams;
import io.streamwright.processor.assignment.TaskAssignor;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Leaves tasks where they were as far as the load stays balanced, and does not wait for state: a task that moves is restored where it
 * comes to (KIP-924).
 *
 * <p>It looks at no lags. Standbys and racks are taken into account as they are configured.
 *
 * <p>Thread-safe: nothing changes.
 */
public class StickyTaskAssignor implements TaskAssignor {

    /** What a partition that is read across racks costs, if it is not configured. */
    public static final int DEFAULT_STICKY_TRAFFIC_COST = 1;

    /** What a task that moves costs, if it is not configured. */
    public static final int DEFAULT_STICKY_NON_OVERLAP_COST = 10;

    private final boolean mustPreserveActiveTaskAssignment;

    /** Makes an assignor that balances. */
    public StickyTaskAssignor() {
        this(false);
    }

    /**
     * Makes an assignor.
     *
     * @param mustPreserveActiveTaskAssignment whether every task stays where it ran, balanced or not; the next assignment is then asked
     *     for at once
     */
    public StickyTaskAssignor(boolean mustPreserveActiveTaskAssignment) {
        this.mustPreserveActiveTaskAssignment = mustPreserveActiveTaskAssignment;
    }

    @Override
    public TaskAssignment assign(ApplicationState applicationState) {
        ProcessLoads loads = new ProcessLoads(applicationState.kafkaStreamsStates(false));
        Previous previous = new Previous(applicationState);
        ActivePlacement active = new ActivePlacement(loads, previous::distance);
        Set<TaskId> tasks = applicationState.allTasks().keySet();
        previous.activeOf(tasks).forEach(active::keep);
        active.place(previous.withoutActive(tasks));
        if (!mustPreserveActiveTaskAssignment) {
            active.balance(tasks);
        }
        Map<ProcessId, KafkaStreamsAssignment> assignments = Answers.of(applicationState, active.homes());
        boolean minimisesTraffic = !mustPreserveActiveTaskAssignment && Answers.minimisesTraffic(applicationState);
        RackAwareOptimizationParams costs = costs(applicationState);
        if (minimisesTraffic) {
            TaskAssignmentUtils.optimizeRackAwareActiveTasks(costs.forStatefulTasks(), assignments);
            TaskAssignmentUtils.optimizeRackAwareActiveTasks(Answers.costsWithoutState(applicationState), assignments);
        }
        Answers.placeStandbys(
                new StandbyPlacement(applicationState, assignments, loads, previous::distanceOfStandby),
                assignments,
                minimisesTraffic ? costs : null);
        return Answers.answer(assignments, mustPreserveActiveTaskAssignment ? Instant.EPOCH : null);
    }

    private static RackAwareOptimizationParams costs(ApplicationState application) {
        AssignmentConfigs configs = application.assignmentConfigs();
        return RackAwareOptimizationParams.of(application)
                .withTrafficCostOverride(configs.rackAwareTrafficCost().orElse(DEFAULT_STICKY_TRAFFIC_COST))
                .withNonOverlapCostOverride(configs.rackAwareNonOverlapCost().orElse(DEFAULT_STICKY_NON_OVERLAP_COST));
    }

    /** What processes had before. Immutable. */
    private static final class Previous {
        private static final long STANDBY = 2;
        private static final long FAR = 3;

        private final Map<ProcessId, KafkaStreamsState> processes;

        private Previous(ApplicationState application) {
            this.processes = new TreeMap<>(application.kafkaStreamsStates(false));
        }

        private Map<TaskId, ProcessId> activeOf(Set<TaskId> tasks) {
            Map<TaskId, ProcessId> owners = new TreeMap<>();
            processes.forEach((process, state) -> state.previousActiveTasks().stream()
                    .filter(tasks::contains)
                    .forEach(task -> owners.putIfAbsent(task, process)));
            return owners;
        }

        private Collection<TaskId> withoutActive(Set<TaskId> tasks) {
            Set<TaskId> owned = activeOf(tasks).keySet();
            return tasks.stream().filter(task -> !owned.contains(task)).toList();
        }

        /** A task that is moved from where it ran loses more than a standby that does not become the task. */
        private long distance(TaskId task, ProcessId process) {
            KafkaStreamsState state = processes.get(process);
            if (state == null) {
                return FAR;
            }
            return state.previousActiveTasks().contains(task)
                    ? 0
                    : state.previousStandbyTasks().contains(task) ? STANDBY : FAR;
        }

        /** A standby stays where it was before it goes to where the task was. */
        private long distanceOfStandby(TaskId task, ProcessId process) {
            long distance = distance(task, process);
            return distance == FAR ? FAR : STANDBY - distance;
        }
    }
}
