package io.streamwright.assign;

import io.streamwright.errors.TaskAssignmentException;
import io.streamwright.processor.TaskId;
import io.streamwright.processor.assignment.ApplicationState;
import io.streamwright.processor.assignment.AssignmentConfigs;
import io.streamwright.processor.assignment.KafkaStreamsAssignment;
import io.streamwright.processor.assignment.KafkaStreamsAssignment.AssignedTask;
import io.streamwright.processor.assignment.ProcessId;
import io.streamwright.processor.assignment.TaskAssignmentUtils;
import io.streamwright.processor.assignment.TaskAssignor;
import io.streamwright.processor.assignment.TaskAssignor.AssignmentError;
import io.streamwright.processor.assignment.TaskAssignor.TaskAssignment;
import io.streamwright.processor.assignment.TaskInfo;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which process runs and follows which tasks, as an assignor decided (KIP-924).
 *
 * <p>An answer that is wrong is kept, too, so that the assignor can be told before it is refused.
 *
 * <p>Immutable.
 */
public final class TaskDistribution {
    private final SortedMap<ProcessId, TaskShare> shares;
    private final Optional<Instant> followUp;
    private final AssignmentError error;
    private final Optional<String> fault;

    private TaskDistribution(
            SortedMap<ProcessId, TaskShare> shares,
            Optional<Instant> followUp,
            AssignmentError error,
            Optional<String> fault) {
        this.shares = Collections.unmodifiableSortedMap(shares);
        this.followUp = followUp;
        this.error = error;
        this.fault = fault;
    }

    /**
     * Asks an assignor.
     *
     * @param assignor who decides; configured already
     * @param configs its settings
     * @param tasks all tasks of the application
     * @param processes all processes of the application, at least one
     * @throws TaskAssignmentException if the assignor throws, or returns nothing; names its class
     * @throws IllegalArgumentException if there is no process, or one twice
     */
    public static TaskDistribution of(
            TaskAssignor assignor,
            AssignmentConfigs configs,
            Map<TaskId, TaskInfo> tasks,
            Collection<ProcessDescription> processes) {
        ApplicationState application = new DescribedApplication(tasks, processes, configs);
        TaskAssignment answer = ask(assignor, application);
        AssignmentError error = TaskAssignmentUtils.validateTaskAssignment(application, answer);
        SortedMap<ProcessId, TaskShare> shares = new TreeMap<>();
        for (KafkaStreamsAssignment assignment : answer.assignment()) {
            TaskShare share = new TaskShare(
                    ids(assignment, AssignedTask.Type.ACTIVE), ids(assignment, AssignedTask.Type.STANDBY));
            TaskShare other = shares.put(assignment.processId(), share);
            if (other != null) {
                throw new TaskAssignmentException(
                        nameOf(assignor) + " assigns tasks to process " + assignment.processId() + " twice: " + other
                                + " and " + share + "; return one assignment for each process");
            }
        }
        return new TaskDistribution(
                shares,
                answer.assignment().stream()
                        .flatMap(assignment -> assignment.followupRebalanceDeadline().stream())
                        .min(Instant::compareTo),
                error,
                fault(application, answer, error).map(fault -> nameOf(assignor) + " " + fault));
    }

    private static TaskAssignment ask(TaskAssignor assignor, ApplicationState application) {
        @Nullable TaskAssignment answer;
        try {
            answer = assignor.assign(application);
        } catch (RuntimeException e) {
            throw new TaskAssignmentException(nameOf(assignor) + " failed: " + e, e);
        }
        if (answer == null) {
            throw new TaskAssignmentException(nameOf(assignor) + " returned null instead of an assignment");
        }
        return answer;
    }

    private static String nameOf(TaskAssignor assignor) {
        return "task assignor " + assignor.getClass().getName();
    }

    /** Returns what is wrong with an answer, with the tasks and processes concerned. */
    private static Optional<String> fault(ApplicationState application, TaskAssignment answer, AssignmentError error) {
        return switch (error) {
            case NONE -> missing(application, answer);
            case UNKNOWN_TASK_ID ->
                Optional.of(fault(error, unknownTasks(application, answer)) + ": the application has no such tasks");
            case ACTIVE_TASK_ASSIGNED_MULTIPLE_TIMES ->
                Optional.of(fault(error, repeated(answer)) + ": each can be active on one process only");
            case INVALID_STANDBY_TASK ->
                Optional.of(fault(error, standbysOfNothing(application, answer))
                        + ": these tasks have no stores that a standby could follow");
            case MISSING_PROCESS_ID ->
                Optional.of(fault(error, Set.of()) + " processes="
                        + without(processes(application), processes(answer))
                        + ": each needs an assignment, even one without tasks");
            case UNKNOWN_PROCESS_ID -> {
                Set<ProcessId> unknown = without(processes(answer), processes(application));
                yield Optional.of(fault(error, tasksOf(answer, unknown)) + " processes=" + unknown
                        + ": the application has no such processes");
            }
        };
    }

    private static String fault(AssignmentError error, Set<TaskId> tasks) {
        return "gave a wrong assignment, error=" + error + " tasks=" + tasks;
    }

    private static Optional<String> missing(ApplicationState application, TaskAssignment answer) {
        SortedSet<TaskId> missing = new TreeSet<>(application.allTasks().keySet());
        answer.assignment().forEach(assignment -> missing.removeAll(ids(assignment, AssignedTask.Type.ACTIVE)));
        return missing.isEmpty()
                ? Optional.empty()
                : Optional.of("left tasks=" + missing + " without a process: each must be active on one");
    }

    private static Set<TaskId> unknownTasks(ApplicationState application, TaskAssignment answer) {
        Set<TaskId> unknown = tasksOf(answer, processes(answer));
        unknown.removeAll(application.allTasks().keySet());
        return unknown;
    }

    private static Set<TaskId> repeated(TaskAssignment answer) {
        Set<TaskId> seen = new TreeSet<>();
        Set<TaskId> repeated = new TreeSet<>();
        answer.assignment().stream()
                .flatMap(assignment -> ids(assignment, AssignedTask.Type.ACTIVE).stream())
                .filter(task -> !seen.add(task))
                .forEach(repeated::add);
        return repeated;
    }

    private static Set<TaskId> standbysOfNothing(ApplicationState application, TaskAssignment answer) {
        Set<TaskId> standbys = new TreeSet<>();
        answer.assignment().forEach(assignment -> standbys.addAll(ids(assignment, AssignedTask.Type.STANDBY)));
        application.allTasks().forEach((id, task) -> {
            if (task.isStateful()) {
                standbys.remove(id);
            }
        });
        return standbys;
    }

    private static Set<TaskId> tasksOf(TaskAssignment answer, Set<ProcessId> processes) {
        Set<TaskId> tasks = new TreeSet<>();
        answer.assignment().stream()
                .filter(assignment -> processes.contains(assignment.processId()))
                .forEach(assignment -> tasks.addAll(assignment.tasks().keySet()));
        return tasks;
    }

    private static Set<ProcessId> processes(ApplicationState application) {
        return application.kafkaStreamsStates(false).keySet();
    }

    private static Set<ProcessId> processes(TaskAssignment answer) {
        Set<ProcessId> processes = new TreeSet<>();
        answer.assignment().forEach(assignment -> processes.add(assignment.processId()));
        return processes;
    }

    private static Set<ProcessId> without(Set<ProcessId> all, Set<ProcessId> some) {
        Set<ProcessId> rest = new TreeSet<>(all);
        rest.removeAll(some);
        return rest;
    }

    private static SortedSet<TaskId> ids(KafkaStreamsAssignment assignment, AssignedTask.Type type) {
        SortedSet<TaskId> ids = new TreeSet<>();
        for (AssignedTask task : assignment.tasks().values()) {
            if (task.type() == type) {
                ids.add(task.id());
            }
        }
        return ids;
    }

    /**
     * Returns what {@link TaskAssignor#onAssignmentComputed} is to be told: it has no word for a task without a process, so that counts as no
     * error here, and is refused by {@link #shares()} all the same.
     */
    public AssignmentError error() {
        return error;
    }

    /** Returns whether {@link #shares()} can be carried out. */
    public boolean isWhole() {
        return fault.isEmpty();
    }

    /**
     * Returns what each process is to do.
     *
     * @throws TaskAssignmentException if the answer is wrong; names the assignor, the error, and the tasks or processes concerned
     */
    public SortedMap<ProcessId, TaskShare> shares() {
        requireWhole();
        return shares;
    }

    /**
     * Refuses a wrong answer.
     *
     * @throws TaskAssignmentException as {@link #shares()}
     */
    public void requireWhole() {
        fault.ifPresent(message -> {
            throw new TaskAssignmentException(message);
        });
    }

    /** Returns when the assignor is to be asked again, though nothing else has changed; empty if it is not. */
    public Optional<Instant> followUp() {
        return followUp;
    }
}
