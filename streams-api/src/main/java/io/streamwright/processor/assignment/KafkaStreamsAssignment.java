package io.streamwright.processor.assignment;

import io.streamwright.processor.TaskId;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What one process is to run (KIP-924).
 *
 * <p>Owner: the assignor that made it; its tasks can be changed until it is returned.
 */
public class KafkaStreamsAssignment {

    private final ProcessId processId;
    private final Map<TaskId, AssignedTask> tasks;
    private final Optional<Instant> followupRebalanceDeadline;

    private KafkaStreamsAssignment(
            ProcessId processId, Map<TaskId, AssignedTask> tasks, Optional<Instant> followupRebalanceDeadline) {
        this.processId = processId;
        this.tasks = new TreeMap<>(tasks);
        this.followupRebalanceDeadline = followupRebalanceDeadline;
    }

    /**
     * Gives tasks to a process.
     *
     * @param processId the process
     * @param assignment its tasks; copied
     * @throws IllegalStateException if a task is there twice, active and standby
     */
    public static KafkaStreamsAssignment of(ProcessId processId, Set<AssignedTask> assignment) {
        Map<TaskId, AssignedTask> tasks = new TreeMap<>();
        for (AssignedTask task : assignment) {
            AssignedTask other = tasks.put(task.id(), task);
            if (other != null) {
                throw new IllegalStateException(
                        "process " + processId + " gets task " + task.id() + " twice: " + other + " and " + task);
            }
        }
        return new KafkaStreamsAssignment(processId, tasks, Optional.empty());
    }

    /**
     * Returns a copy that asks for the next assignment at a time.
     *
     * @param rebalanceDeadline when; a time that has passed asks for it at once
     */
    public KafkaStreamsAssignment withFollowupRebalance(Instant rebalanceDeadline) {
        return new KafkaStreamsAssignment(processId, tasks, Optional.of(rebalanceDeadline));
    }

    /** Returns the process. */
    public ProcessId processId() {
        return processId;
    }

    /** Returns a view of its tasks, by id, in order. */
    public Map<TaskId, AssignedTask> tasks() {
        return Collections.unmodifiableMap(tasks);
    }

    /** Adds a task; one of the same id is replaced, whatever its type. */
    public void assignTask(AssignedTask newTask) {
        tasks.put(newTask.id(), newTask);
    }

    /** Removes a task by its id, whatever its type; nothing happens if it is not there. */
    public void removeTask(AssignedTask removeTask) {
        tasks.remove(removeTask.id());
    }

    /** Returns when the next assignment is asked for, if it is. */
    public Optional<Instant> followupRebalanceDeadline() {
        return followupRebalanceDeadline;
    }

    @Override
    public String toString() {
        return "KafkaStreamsAssignment{process=" + processId + " tasks=" + tasks.values()
                + followupRebalanceDeadline
                        .map(deadline -> " followup=" + deadline)
                        .orElse("") + "}";
    }

    /** A task, and whether it runs or follows. Immutable. */
    public static class AssignedTask {

        private final TaskId id;
        private final Type type;

        /** Assigns a task. */
        public AssignedTask(TaskId id, Type type) {
            this.id = id;
            this.type = type;
        }

        /** Returns the task. */
        public TaskId id() {
            return id;
        }

        /** Returns whether it runs or follows. */
        public Type type() {
            return type;
        }

        @Override
        public int hashCode() {
            return Objects.hash(id, type);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return this == other || (other instanceof AssignedTask that && id.equals(that.id) && type == that.type);
        }

        /** Returns for example {@code 0_3 ACTIVE}. */
        @Override
        public String toString() {
            return id + " " + type;
        }

        /** What a process does with a task. */
        public enum Type {
            /** It runs it. */
            ACTIVE,
            /** It follows its changelogs, so as to run it at short notice. */
            STANDBY
        }
    }
}
