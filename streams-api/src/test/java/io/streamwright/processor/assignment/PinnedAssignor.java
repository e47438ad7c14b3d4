package io.streamwright.processor.assignment;

import io.streamwright.processor.TaskId;
import io.streamwright.processor.assignment.KafkaStreamsAssignment.AssignedTask;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** The example of docs/assignment.md. Thread-safe: holds nothing. */
public class PinnedAssignor implements TaskAssignor {
    @Override
    public TaskAssignment assign(ApplicationState application) {
        // what ran stays where it ran; what is new goes to the process with the most workers
        Map<ProcessId, KafkaStreamsAssignment> assignments = TaskAssignmentUtils.identityAssignment(application);
        assignments
                .values()
                .forEach(assignment -> List.copyOf(assignment.tasks().values()).stream()
                        .filter(task -> task.type() == AssignedTask.Type.STANDBY
                                || !application.allTasks().containsKey(task.id()))
                        .forEach(assignment::removeTask));
        KafkaStreamsState largest = Collections.max(
                application.kafkaStreamsStates(false).values(),
                Comparator.comparingInt(KafkaStreamsState::numProcessingThreads));
        for (TaskId task : application.allTasks().keySet()) {
            if (assignments.values().stream()
                    .noneMatch(assignment -> assignment.tasks().containsKey(task))) {
                assignments.get(largest.processId()).assignTask(new AssignedTask(task, AssignedTask.Type.ACTIVE));
            }
        }
        TaskAssignmentUtils.defaultStandbyTaskAssignment(application, assignments);
        return new TaskAssignment(assignments.values());
    }
}
