package io.streamwright.processor.assignment;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import io.streamwright.processor.TaskId;
import io.streamwright.processor.assignment.KafkaStreamsAssignment.AssignedTask;
import io.streamwright.processor.assignment.TaskAssignor.TaskAssignment;
import io.streamwright.state.HostInfo;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.common.TopicPartition;

/** An application that tasks are assigned for, as an assignor sees it. Immutable. */
public record AssignmentCase(List<ProcessCase> processes, List<TaskCase> tasks, AssignmentConfigs configs)
        implements ApplicationState {

    public record ProcessCase(
            ProcessId processId,
            int numProcessingThreads,
            SortedSet<TaskId> previousActiveTasks,
            SortedSet<TaskId> previousStandbyTasks,
            Map<TaskId, Long> statefulTasksToLagSums,
            Map<String, String> clientTags,
            Optional<String> rackId)
            implements KafkaStreamsState {
        @Override
        public SortedSet<String> consumerClientIds() {
            SortedSet<String> names = new TreeSet<>();
            for (int thread = 1; thread <= numProcessingThreads; thread++) {
                names.add(processId + "-" + thread);
            }
            return names;
        }

        @Override
        public long lagFor(TaskId task) {
            Long lag = statefulTasksToLagSums.get(task);
            if (lag == null) {
                throw new IllegalStateException("no lag of " + task);
            }
            return lag;
        }

        @Override
        public SortedSet<TaskId> prevTasksByLag(String consumerClientId) {
            SortedSet<TaskId> tasks =
                    new TreeSet<>(Comparator.comparingLong(this::lagFor).thenComparing(Comparator.naturalOrder()));
            tasks.addAll(statefulTasksToLagSums.keySet());
            return tasks;
        }

        @Override
        public Optional<HostInfo> hostInfo() {
            return Optional.empty();
        }
    }

    public record TaskCase(TaskId id, boolean isStateful, Set<TaskTopicPartition> topicPartitions) implements TaskInfo {
        @Override
        public Set<String> stateStoreNames() {
            return isStateful ? Set.of("store-" + id.subtopology()) : Set.of();
        }

        boolean hasChangelog() {
            return topicPartitions.stream().anyMatch(TaskTopicPartition::isChangelog);
        }
    }

    public record PartitionCase(
            TopicPartition topicPartition, boolean isSource, boolean isChangelog, Optional<Set<String>> rackIds)
            implements TaskTopicPartition {}

    @Override
    public Map<ProcessId, KafkaStreamsState> kafkaStreamsStates(boolean computeTaskLags) {
        return processes.stream().collect(toMap(ProcessCase::processId, process -> process));
    }

    @Override
    public AssignmentConfigs assignmentConfigs() {
        return configs;
    }

    @Override
    public Map<TaskId, TaskInfo> allTasks() {
        return tasks.stream().collect(toMap(TaskCase::id, task -> task));
    }

    public Set<TaskId> tasksWithChangelog() {
        return tasks.stream().filter(TaskCase::hasChangelog).map(TaskCase::id).collect(toSet());
    }

    public ProcessCase process(ProcessId id) {
        return processes.stream()
                .filter(process -> process.processId().equals(id))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the same application with other settings. */
    public AssignmentCase with(AssignmentConfigs other) {
        return new AssignmentCase(processes, tasks, other);
    }

    /** Returns the application after an answer took effect: everybody has what it got, as far behind as the lags say. */
    public AssignmentCase after(TaskAssignment answer, long lagOfHolders, long lagOfOthers) {
        Map<ProcessId, KafkaStreamsAssignment> assigned = byProcess(answer);
        return new AssignmentCase(
                processes.stream()
                        .map(process -> {
                            SortedSet<TaskId> active = ids(assigned.get(process.processId()), AssignedTask.Type.ACTIVE);
                            SortedSet<TaskId> standby =
                                    ids(assigned.get(process.processId()), AssignedTask.Type.STANDBY);
                            Map<TaskId, Long> lags = new TreeMap<>();
                            tasksWithChangelog()
                                    .forEach(task -> lags.put(
                                            task,
                                            active.contains(task) || standby.contains(task)
                                                    ? Long.valueOf(lagOfHolders)
                                                    : Long.valueOf(lagOfOthers)));
                            return new ProcessCase(
                                    process.processId(),
                                    process.numProcessingThreads(),
                                    active,
                                    standby,
                                    lags,
                                    process.clientTags(),
                                    process.rackId());
                        })
                        .toList(),
                tasks,
                configs);
    }

    public static Map<ProcessId, KafkaStreamsAssignment> byProcess(TaskAssignment answer) {
        return answer.assignment().stream().collect(toMap(KafkaStreamsAssignment::processId, assignment -> assignment));
    }

    public static SortedSet<TaskId> ids(KafkaStreamsAssignment assignment, AssignedTask.Type type) {
        SortedSet<TaskId> ids = new TreeSet<>();
        assignment.tasks().values().stream().filter(task -> task.type() == type).forEach(task -> ids.add(task.id()));
        return ids;
    }

    /** Returns which process has which tasks, as text, to be compared. */
    public static Map<String, Set<String>> text(Map<ProcessId, KafkaStreamsAssignment> assignments) {
        Map<String, Set<String>> text = new TreeMap<>();
        assignments.forEach((process, assignment) -> text.put(
                process.id().toString(),
                assignment.tasks().values().stream()
                        .map(task -> task.id() + " " + task.type())
                        .collect(toSet())));
        return text;
    }

    /** Returns a copy that can be changed. */
    public static Map<ProcessId, KafkaStreamsAssignment> copy(Map<ProcessId, KafkaStreamsAssignment> assignments) {
        Map<ProcessId, KafkaStreamsAssignment> copy = new HashMap<>();
        assignments.forEach((process, assignment) -> copy.put(
                process,
                KafkaStreamsAssignment.of(
                        process, new HashSet<AssignedTask>(assignment.tasks().values()))));
        return copy;
    }
}
