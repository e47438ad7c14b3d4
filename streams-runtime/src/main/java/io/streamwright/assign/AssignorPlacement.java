package io.streamwright.assign;

import io.streamwright.StreamsConfig;
import io.streamwright.errors.TaskAssignmentException;
import io.streamwright.processor.TaskId;
import io.streamwright.processor.assignment.AssignmentConfigs;
import io.streamwright.processor.assignment.ProcessId;
import io.streamwright.processor.assignment.TaskAssignor;
import io.streamwright.processor.assignment.TaskInfo;
import io.streamwright.processor.assignment.TaskTopicPartition;
import io.streamwright.processor.assignment.assignors.HighAvailabilityTaskAssignor;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Assignment;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.GroupAssignment;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.GroupSubscription;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/**
 * Places tasks where a task assignor wants them (KIP-924).
 *
 * <p>Thread-safe: one round at a time asks the assignor.
 */
public final class AssignorPlacement implements TaskPlacement {
    private final TaskAssignor assignor;
    private final AssignmentConfigs configs;
    private final SortedMap<TaskId, TaskInfo> tasks;

    /**
     * Makes a placement.
     *
     * @param assignor who decides; configured already
     * @param configs its settings
     * @param tasks all tasks of the application
     */
    public AssignorPlacement(TaskAssignor assignor, AssignmentConfigs configs, Map<TaskId, TaskInfo> tasks) {
        this.assignor = assignor;
        this.configs = configs;
        this.tasks = new TreeMap<>(tasks);
    }

    /**
     * Makes the assignor that is configured, or the default.
     *
     * @throws ConfigException if it cannot be made
     */
    public static TaskAssignor assignor(StreamsConfig config) {
        @Nullable String name = config.getString(StreamsConfig.TASK_ASSIGNOR_CLASS_CONFIG);
        if (name == null) {
            TaskAssignor assignor = new HighAvailabilityTaskAssignor();
            assignor.configure(config.originals());
            return assignor;
        }
        try {
            return config.getConfiguredInstances(List.of(name), TaskAssignor.class, Map.of())
                    .get(0);
        } catch (KafkaException | ClassCastException e) {
            ConfigException refused = new ConfigException(
                    StreamsConfig.TASK_ASSIGNOR_CLASS_CONFIG,
                    name,
                    "give the name of a class that implements " + TaskAssignor.class.getName()
                            + " and has a public constructor without arguments: " + e.getMessage());
            refused.initCause(e);
            throw refused;
        }
    }

    /**
     * Asks the assignor, and tells it what became of its answer.
     *
     * @throws TaskAssignmentException if the assignor throws, or its answer is wrong; names it, the error and the tasks
     */
    @Override
    public synchronized Map<String, Set<TaskId>> place(Map<String, MemberState> members) {
        SortedMap<String, ProcessDescription> descriptions = new TreeMap<>();
        members.forEach((member, state) -> descriptions.put(member, description(member, state)));
        TaskDistribution answer = TaskDistribution.of(assignor, configs, tasks, descriptions.values());
        Map<String, Assignment> assignments = new TreeMap<>();
        Map<String, Set<TaskId>> placed = new HashMap<>();
        if (answer.isWhole()) {
            Map<ProcessId, TaskShare> shares = answer.shares();
            descriptions.forEach((member, description) -> {
                TaskShare share = shares.get(description.id());
                Set<TaskId> active = share == null ? Set.of() : share.active();
                placed.put(member, active);
                assignments.put(member, new Assignment(List.copyOf(inputs(active))));
            });
        }
        assignor.onAssignmentComputed(
                new GroupAssignment(assignments),
                new GroupSubscription(subscriptions(members.keySet())),
                answer.error());
        answer.requireWhole();
        return placed;
    }

    private static ProcessDescription description(String member, MemberState state) {
        SortedSet<TaskId> standbys = new TreeSet<>(state.lags().keySet());
        standbys.removeAll(state.held());
        return new ProcessDescription(
                state.instance(),
                new TreeMap<>(Map.of(
                        member,
                        Stream.concat(state.held().stream(), standbys.stream()).toList())),
                new TreeSet<>(state.held()),
                standbys,
                state.lags());
    }

    /** Every member reads every topic. */
    private Map<String, Subscription> subscriptions(Set<String> members) {
        List<String> topics = inputs(tasks.keySet()).stream()
                .map(TopicPartition::topic)
                .distinct()
                .sorted()
                .toList();
        Map<String, Subscription> subscriptions = new TreeMap<>();
        members.forEach(member -> subscriptions.put(member, new Subscription(topics)));
        return subscriptions;
    }

    private List<TopicPartition> inputs(Collection<TaskId> wanted) {
        return tasks.values().stream()
                .filter(task -> wanted.contains(task.id()))
                .flatMap(task -> task.topicPartitions().stream())
                .filter(TaskTopicPartition::isSource)
                .map(TaskTopicPartition::topicPartition)
                .toList();
    }
}
