package io.streamwright.assign;

import io.streamwright.processor.TaskId;
import io.streamwright.processor.assignment.ApplicationState;
import io.streamwright.processor.assignment.AssignmentConfigs;
import io.streamwright.processor.assignment.KafkaStreamsState;
import io.streamwright.processor.assignment.ProcessId;
import io.streamwright.processor.assignment.TaskInfo;
import io.streamwright.processor.assignment.TaskTopicPartition;
import io.streamwright.state.HostInfo;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** An application as it is shown to assignors. Immutable. */
final class DescribedApplication implements ApplicationState {
    private final SortedMap<TaskId, TaskInfo> tasks;
    private final Map<ProcessId, KafkaStreamsState> processes = new TreeMap<>();
    private final Map<ProcessId, KafkaStreamsState> processesWithLags = new TreeMap<>();
    private final AssignmentConfigs configs;

    DescribedApplication(
            Map<TaskId, TaskInfo> tasks, Collection<ProcessDescription> descriptions, AssignmentConfigs configs) {
        this.tasks = Collections.unmodifiableSortedMap(new TreeMap<>(tasks));
        this.configs = configs;
        for (ProcessDescription description : descriptions) {
            KafkaStreamsState other = processes.put(description.id(), new DescribedProcess(description, null));
            if (other != null) {
                throw new IllegalArgumentException("process " + description.id() + " is there twice");
            }
            processesWithLags.put(description.id(), new DescribedProcess(description, lags(description)));
        }
        if (processes.isEmpty()) {
            throw new IllegalArgumentException("there is no process to assign tasks to");
        }
    }

    private Map<TaskId, Long> lags(ProcessDescription description) {
        SortedMap<TaskId, Long> lags = new TreeMap<>();
        tasks.forEach((id, task) -> {
            if (task.topicPartitions().stream().anyMatch(TaskTopicPartition::isChangelog)) {
                lags.put(id, description.lags().getOrDefault(id, Long.MAX_VALUE));
            }
        });
        return Collections.unmodifiableSortedMap(lags);
    }

    @Override
    public Map<ProcessId, KafkaStreamsState> kafkaStreamsStates(boolean computeTaskLags) {
        return Collections.unmodifiableMap(computeTaskLags ? processesWithLags : processes);
    }

    @Override
    public AssignmentConfigs assignmentConfigs() {
        return configs;
    }

    @Override
    public Map<TaskId, TaskInfo> allTasks() {
        return tasks;
    }

    /** A process, with its lags if they were asked for. Immutable. */
    private record DescribedProcess(
            ProcessDescription description, @Nullable Map<TaskId, Long> knownLags) implements KafkaStreamsState {

        @Override
        public ProcessId processId() {
            return description.id();
        }

        @Override
        public int numProcessingThreads() {
            return description.instance().workers();
        }

        @Override
        public SortedSet<String> consumerClientIds() {
            return Collections.unmodifiableSortedSet(
                    new TreeSet<>(description.consumers().keySet()));
        }

        @Override
        public SortedSet<TaskId> previousActiveTasks() {
            return description.active();
        }

        @Override
        public SortedSet<TaskId> previousStandbyTasks() {
            return description.standbys();
        }

        @Override
        public long lagFor(TaskId task) {
            Long lag = statefulTasksToLagSums().get(task);
            if (lag == null) {
                throw new IllegalStateException("there is no task " + task + " with a changelog");
            }
            return lag;
        }

        @Override
        public SortedSet<TaskId> prevTasksByLag(String consumerClientId) {
            Map<TaskId, Long> lags = statefulTasksToLagSums();
            SortedSet<TaskId> tasks =
                    new TreeSet<>(Comparator.comparingLong(this::lagFor).thenComparing(Comparator.naturalOrder()));
            description.consumers().getOrDefault(consumerClientId, Set.of()).stream()
                    .filter(lags::containsKey)
                    .forEach(tasks::add);
            return tasks;
        }

        @Override
        public Map<TaskId, Long> statefulTasksToLagSums() {
            if (knownLags == null) {
                throw new UnsupportedOperationException(
                        "lags of process " + description.id() + " are not known: ask for kafkaStreamsStates(true)");
            }
            return knownLags;
        }

        @Override
        public Optional<HostInfo> hostInfo() {
            return Optional.ofNullable(
                    HostInfo.buildFromEndpoint(description.instance().host()));
        }

        @Override
        public Map<String, String> clientTags() {
            return description.instance().tags();
        }

        @Override
        public Optional<String> rackId() {
            String rack = description.instance().rack();
            return rack.isEmpty() ? Optional.empty() : Optional.of(rack);
        }
    }
}
