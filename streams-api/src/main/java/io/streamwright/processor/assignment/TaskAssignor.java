package io.streamwright.processor.assignment;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.GroupAssignment;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.GroupSubscription;
import org.apache.kafka.common.Configurable;

/**
 * Decides which process runs which task (KIP-924). Set as {@code task.assignor.class}; the class needs a constructor without
 * arguments.
 *
 * <p>It is asked whenever processes come or go, when a follow-up that it asked for is due, and when partitions are added, on one
 * process and by one thread at a time. It may be a new object each time.
 */
public interface TaskAssignor extends Configurable {

    /**
     * Assigns all tasks. What is returned is checked with {@link TaskAssignmentUtils#validateTaskAssignment}; an answer that fails, one
     * that leaves a task without a process, and an exception fail the assignment.
     *
     * @param applicationState the tasks and the processes
     * @return one assignment for each process, even where it has no tasks
     */
    TaskAssignment assign(ApplicationState applicationState);

    /**
     * Is told what became of the answer, before it takes effect.
     *
     * @param assignment what each member of the group gets; nothing, if there was an error
     * @param subscription what each member had asked for
     * @param error what was wrong with the answer, or {@link AssignmentError#NONE}
     */
    default void onAssignmentComputed(
            GroupAssignment assignment, GroupSubscription subscription, AssignmentError error) {}

    /** Takes the settings of the application; called once, first. */
    @Override
    default void configure(Map<String, ?> configs) {}

    /** What can be wrong with an answer. */
    enum AssignmentError {
        /** Nothing. */
        NONE,
        /** Two processes are to run the same task. */
        ACTIVE_TASK_ASSIGNED_MULTIPLE_TIMES,
        /** A task without stores has a standby. */
        INVALID_STANDBY_TASK,
        /** A process has no assignment, not even one without tasks. */
        MISSING_PROCESS_ID,
        /** A process has an assignment that does not belong to the application. */
        UNKNOWN_PROCESS_ID,
        /** A task is assigned that the application does not have. */
        UNKNOWN_TASK_ID
    }

    /** The answer of an assignor. Immutable. */
    class TaskAssignment {

        private final List<KafkaStreamsAssignment> assignment;

        /** Takes one assignment for each process; copied. */
        public TaskAssignment(Collection<KafkaStreamsAssignment> assignment) {
            this.assignment = List.copyOf(assignment);
        }

        /** Returns the assignments. */
        public Collection<KafkaStreamsAssignment> assignment() {
            return assignment;
        }
    }
}
