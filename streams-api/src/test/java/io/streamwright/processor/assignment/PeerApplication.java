package io.streamwright.processor.assignment;

import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import io.streamwright.processor.assignment.AssignmentCase.ProcessCase;
import io.streamwright.processor.assignment.AssignmentCase.TaskCase;
import io.streamwright.processor.assignment.KafkaStreamsAssignment.AssignedTask;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.assignment.ApplicationState;
import org.apache.kafka.streams.processor.assignment.AssignmentConfigs;
import org.apache.kafka.streams.processor.assignment.KafkaStreamsAssignment;
import org.apache.kafka.streams.processor.assignment.KafkaStreamsState;
import org.apache.kafka.streams.processor.assignment.ProcessId;
import org.apache.kafka.streams.processor.assignment.TaskInfo;
import org.apache.kafka.streams.processor.assignment.TaskTopicPartition;
import org.apache.kafka.streams.state.HostInfo;

/** An application as the assignors of Kafka Streams see it, with its tasks under names of their own. Immutable. */
public final class PeerApplication implements ApplicationState {
    private final AssignmentCase application;
    private final Map<io.streamwright.processor.TaskId, TaskId> names = new TreeMap<>();
    private final Map<TaskId, io.streamwright.processor.TaskId> ours = new HashMap<>();

    private PeerApplication(AssignmentCase application, Function<io.streamwright.processor.TaskId, TaskId> nameOf) {
        this.application = application;
        application.tasks().forEach(task -> {
            names.put(task.id(), nameOf.apply(task.id()));
            ours.put(nameOf.apply(task.id()), task.id());
        });
    }

    /** Under the same names. */
    public static PeerApplication of(AssignmentCase application) {
        return new PeerApplication(application, task -> new TaskId(task.subtopology(), task.partition()));
    }

    /**
     * Under names whose hash codes are in the order of the tasks with changelogs: Kafka Streams goes through these in the order of a hash
     * table, which is then the order of our ids. Holds for up to 24 tasks.
     */
    static PeerApplication inOrder(AssignmentCase application) {
        Map<io.streamwright.processor.TaskId, TaskId> names = new TreeMap<>();
        application.tasks().stream()
                .sorted(Comparator.comparing((TaskCase task) -> !task.hasChangelog())
                        .thenComparing(TaskCase::id))
                .forEach(task -> names.put(task.id(), new TaskId(1 + names.size(), 0)));
        return new PeerApplication(application, names::get);
    }

    @Override
    public Map<ProcessId, KafkaStreamsState> kafkaStreamsStates(boolean computeTaskLags) {
        return application.processes().stream()
                .map(PeerProcess::new)
                .collect(toMap(PeerProcess::processId, process -> process));
    }

    @Override
    public AssignmentConfigs assignmentConfigs() {
        var configs = application.configs();
        return new AssignmentConfigs(
                configs.acceptableRecoveryLag(),
                configs.maxWarmupReplicas(),
                configs.numStandbyReplicas(),
                configs.probingRebalanceIntervalMs(),
                configs.rackAwareAssignmentTags(),
                configs.rackAwareTrafficCost(),
                configs.rackAwareNonOverlapCost(),
                configs.rackAwareAssignmentStrategy());
    }

    @Override
    public Map<TaskId, TaskInfo> allTasks() {
        return application.tasks().stream().map(PeerTask::new).collect(toMap(PeerTask::id, task -> task));
    }

    /** Returns assignments of ours as Kafka Streams knows them. */
    public Map<ProcessId, KafkaStreamsAssignment> theirs(
            Map<
                            io.streamwright.processor.assignment.ProcessId,
                            io.streamwright.processor.assignment.KafkaStreamsAssignment>
                    assignments) {
        Map<ProcessId, KafkaStreamsAssignment> theirs = new HashMap<>();
        assignments.forEach((process, assignment) -> theirs.put(new ProcessId(process.id()), theirs(assignment)));
        return theirs;
    }

    public KafkaStreamsAssignment theirs(io.streamwright.processor.assignment.KafkaStreamsAssignment assignment) {
        return KafkaStreamsAssignment.of(
                new ProcessId(assignment.processId().id()),
                assignment.tasks().values().stream()
                        .map(task -> new KafkaStreamsAssignment.AssignedTask(
                                names.getOrDefault(
                                        task.id(),
                                        new TaskId(
                                                task.id().subtopology(),
                                                task.id().partition())),
                                KafkaStreamsAssignment.AssignedTask.Type.valueOf(
                                        task.type().name())))
                        .collect(toSet()));
    }

    /** Returns assignments of theirs as we know them. */
    public Map<
                    io.streamwright.processor.assignment.ProcessId,
                    io.streamwright.processor.assignment.KafkaStreamsAssignment>
            ours(Collection<KafkaStreamsAssignment> assignments) {
        return assignments.stream()
                .map(assignment -> io.streamwright.processor.assignment.KafkaStreamsAssignment.of(
                        new io.streamwright.processor.assignment.ProcessId(
                                assignment.processId().id()),
                        assignment.tasks().values().stream()
                                .map(task -> new AssignedTask(
                                        ours.get(task.id()),
                                        AssignedTask.Type.valueOf(task.type().name())))
                                .collect(toSet())))
                .collect(toMap(
                        io.streamwright.processor.assignment.KafkaStreamsAssignment::processId,
                        assignment -> assignment));
    }

    private SortedSet<TaskId> names(SortedSet<io.streamwright.processor.TaskId> tasks) {
        return tasks.stream().map(names::get).collect(toCollection(TreeSet::new));
    }

    private final class PeerProcess implements KafkaStreamsState {
        private final ProcessCase process;

        private PeerProcess(ProcessCase process) {
            this.process = process;
        }

        @Override
        public ProcessId processId() {
            return new ProcessId(process.processId().id());
        }

        @Override
        public int numProcessingThreads() {
            return process.numProcessingThreads();
        }

        @Override
        public SortedSet<String> consumerClientIds() {
            return process.consumerClientIds();
        }

        @Override
        public SortedSet<TaskId> previousActiveTasks() {
            return names(process.previousActiveTasks());
        }

        @Override
        public SortedSet<TaskId> previousStandbyTasks() {
            return names(process.previousStandbyTasks());
        }

        @Override
        public long lagFor(TaskId task) {
            return process.lagFor(ours.get(task));
        }

        @Override
        public SortedSet<TaskId> prevTasksByLag(String consumerClientId) {
            return names(process.prevTasksByLag(consumerClientId));
        }

        @Override
        public Map<TaskId, Long> statefulTasksToLagSums() {
            Map<TaskId, Long> lags = new HashMap<>();
            process.statefulTasksToLagSums().forEach((task, lag) -> lags.put(names.get(task), lag));
            return lags;
        }

        @Override
        public Optional<HostInfo> hostInfo() {
            return Optional.empty();
        }

        @Override
        public Map<String, String> clientTags() {
            return process.clientTags();
        }

        @Override
        public Optional<String> rackId() {
            return process.rackId();
        }
    }

    private final class PeerTask implements TaskInfo {
        private final TaskCase task;

        private PeerTask(TaskCase task) {
            this.task = task;
        }

        @Override
        public TaskId id() {
            return names.get(task.id());
        }

        @Override
        public boolean isStateful() {
            return task.isStateful();
        }

        @Override
        public Set<String> stateStoreNames() {
            return task.stateStoreNames();
        }

        @Override
        public Set<TaskTopicPartition> topicPartitions() {
            return task.topicPartitions().stream().map(PeerPartition::new).collect(toSet());
        }
    }

    private record PeerPartition(io.streamwright.processor.assignment.TaskTopicPartition partition)
            implements TaskTopicPartition {
        @Override
        public TopicPartition topicPartition() {
            return partition.topicPartition();
        }

        @Override
        public boolean isSource() {
            return partition.isSource();
        }

        @Override
        public boolean isChangelog() {
            return partition.isChangelog();
        }

        @Override
        public Optional<Set<String>> rackIds() {
            return partition.rackIds();
        }
    }
}
