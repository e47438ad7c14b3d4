package io.streamwright.processor.assignment.assignors;

import static io.streamwright.processor.assignment.AssignmentCase.ids;

import io.streamwright.processor.TaskId;
import io.streamwright.processor.assignment.AssignmentCase;
import io.streamwright.processor.assignment.AssignmentCase.ProcessCase;
import io.streamwright.processor.assignment.KafkaStreamsAssignment;
import io.streamwright.processor.assignment.KafkaStreamsAssignment.AssignedTask;
import io.streamwright.processor.assignment.ProcessId;
import java.util.Map;
import java.util.function.Predicate;

/** What assignments put on processes. Immutable. */
record Loads(AssignmentCase application, Map<ProcessId, KafkaStreamsAssignment> assignments) {

    /** Returns whether no task can move to make the busier of two processes less busy. */
    boolean isBalanced(Predicate<TaskId> counts) {
        return application.processes().stream()
                .allMatch(busy -> application.processes().stream()
                        .allMatch(idle -> busy.equals(idle)
                                || active(busy, counts) * idle.numProcessingThreads()
                                        <= (active(idle, counts) + 1) * busy.numProcessingThreads()));
    }

    double largest() {
        return application.processes().stream()
                .mapToDouble(process -> (double) active(process, task -> true) / process.numProcessingThreads())
                .max()
                .orElseThrow();
    }

    private long active(ProcessCase process, Predicate<TaskId> counts) {
        return ids(assignments.get(process.processId()), AssignedTask.Type.ACTIVE).stream()
                .filter(counts)
                .count();
    }

    /** Returns how many tasks run where they ran before. */
    long kept() {
        return application.processes().stream()
                .flatMap(process -> ids(assignments.get(process.processId()), AssignedTask.Type.ACTIVE).stream()
                        .filter(task -> process.previousActiveTasks().contains(task)))
                .count();
    }

    long standbys(TaskId task) {
        return assignments.values().stream()
                .filter(assignment -> ids(assignment, AssignedTask.Type.STANDBY).contains(task))
                .count();
    }

    ProcessCase runner(TaskId task) {
        return application.processes().stream()
                .filter(process -> ids(assignments.get(process.processId()), AssignedTask.Type.ACTIVE)
                        .contains(task))
                .findFirst()
                .orElseThrow();
    }
}
