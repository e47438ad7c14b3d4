package io.streamwright.processor.assignment.assignors;

import io.streamwright.StreamsConfig;
import io.streamwright.placement.StandbyPlacement;
import io.streamwright.processor.TaskId;
import io.streamwright.processor.assignment.ApplicationState;
import io.streamwright.processor.assignment.KafkaStreamsAssignment;
import io.streamwright.processor.assignment.KafkaStreamsAssignment.AssignedTask;
import io.streamwright.processor.assignment.ProcessId;
import io.streamwright.processor.assignment.TaskAssignmentUtils;
import io.streamwright.processor.assignment.TaskAssignmentUtils.RackAwareOptimizationParams;
import io.streamwright.processor.assignment.TaskAssignor.TaskAssignment;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What the answers of the house's assignors have in common. Thread-safe: holds nothing. */
final class Answers {
    /** A task without stores moves for nothing, so it goes where the least traffic is. */
    private static final int TRAFFIC_COST_WITHOUT_STATE = 1;

    private static final int NON_OVERLAP_COST_WITHOUT_STATE = 0;

    private static final int MAX_ROUNDS = 4;

    private Answers() {}

    /** Returns an assignment for each process, with the tasks that run there. */
    static Map<ProcessId, KafkaStreamsAssignment> of(ApplicationState application, Map<TaskId, ProcessId> homes) {
        Map<ProcessId, KafkaStreamsAssignment> assignments = new TreeMap<>();
        StandbyPlacement.addMissing(application, assignments);
        homes.forEach((task, process) -> assignments.computeIfPresent(process, (id, assignment) -> {
            assignment.assignTask(new AssignedTask(task, AssignedTask.Type.ACTIVE));
            return assignment;
        }));
        return assignments;
    }

    /** Returns whether racks are to be taken into account. */
    static boolean minimisesTraffic(ApplicationState application) {
        return !application
                .assignmentConfigs()
                .rackAwareAssignmentStrategy()
                .equals(StreamsConfig.RACK_AWARE_ASSIGNMENT_STRATEGY_NONE);
    }

    /** Returns which tasks have no stores, and what counts for them. */
    static RackAwareOptimizationParams costsWithoutState(ApplicationState application) {
        return RackAwareOptimizationParams.of(application)
                .forStatelessTasks()
                .withTrafficCostOverride(TRAFFIC_COST_WITHOUT_STATE)
                .withNonOverlapCostOverride(NON_OVERLAP_COST_WITHOUT_STATE);
    }

    /**
     * Places standbys: where they are, then evenly, then with less traffic across racks if that is wanted. What saves traffic can open a
     * way to balance, so both are repeated.
     *
     * @param costs what to weigh racks by; null to leave them out of account
     */
    static void placeStandbys(
            StandbyPlacement placement,
            Map<ProcessId, KafkaStreamsAssignment> assignments,
            @Nullable RackAwareOptimizationParams costs) {
        placement.place();
        placement.balance();
        if (costs == null) {
            return;
        }
        for (int round = 0; round < MAX_ROUNDS; round++) {
            TaskAssignmentUtils.optimizeRackAwareStandbyTasks(costs, assignments);
            if (!placement.balance()) {
                return;
            }
        }
    }

    /** Returns the answer; the follow-up, if there is to be one, is asked for by the first process. */
    static TaskAssignment answer(Map<ProcessId, KafkaStreamsAssignment> assignments, @Nullable Instant followUp) {
        Map<ProcessId, KafkaStreamsAssignment> answer = new TreeMap<>(assignments);
        if (followUp != null) {
            answer.keySet().stream()
                    .findFirst()
                    .ifPresent(first -> answer.computeIfPresent(
                            first, (id, assignment) -> assignment.withFollowupRebalance(followUp)));
        }
        return new TaskAssignment(answer.values());
    }
}
