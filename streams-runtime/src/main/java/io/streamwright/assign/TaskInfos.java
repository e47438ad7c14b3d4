package io.streamwright.assign;

import io.streamwright.processor.TaskId;
import io.streamwright.processor.assignment.TaskInfo;
import io.streamwright.processor.assignment.TaskTopicPartition;
import io.streamwright.topology.Blueprint;
import io.streamwright.topology.StoreNode;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.kafka.common.TopicPartition;

/** Describes planned tasks as assignors see them. Thread-safe: holds nothing. */
public final class TaskInfos {
    private TaskInfos() {}

    /**
     * Describes tasks.
     *
     * @param program what they run
     * @param applicationId prefix of internal topics
     * @param tasks the tasks
     * @param racks says in which racks the replicas of a partition are; empty if it does not know
     */
    public static Map<TaskId, TaskInfo> of(
            Blueprint program,
            String applicationId,
            Collection<PlannedTask> tasks,
            Function<TopicPartition, Optional<Set<String>>> racks) {
        Map<TaskId, TaskInfo> infos = new TreeMap<>();
        for (PlannedTask task : tasks) {
            Set<TopicPartition> changelogs = changelogs(program, applicationId, task);
            Set<TopicPartition> all = new LinkedHashSet<>(task.inputs().keySet());
            all.addAll(changelogs);
            Set<TaskTopicPartition> partitions = new LinkedHashSet<>();
            for (TopicPartition partition : all) {
                partitions.add(new Partition(
                        partition,
                        task.inputs().containsKey(partition),
                        changelogs.contains(partition),
                        racks.apply(partition).map(Set::copyOf)));
            }
            infos.put(task.id(), new Info(task.id(), task.subTopology().stores(), partitions));
        }
        return infos;
    }

    /** A source that serves as changelog may have fewer partitions than there are tasks. */
    private static Set<TopicPartition> changelogs(Blueprint program, String applicationId, PlannedTask task) {
        Set<TopicPartition> changelogs = new LinkedHashSet<>();
        for (String name : task.subTopology().stores()) {
            StoreNode store = program.stores().get(name);
            if (store == null) {
                throw new IllegalArgumentException("the program has no store " + name);
            }
            store.changelog()
                    .map(topic -> new TopicPartition(
                            topic.resolve(applicationId), task.id().partition()))
                    .filter(partition ->
                            store.sourceAsChangelog().isEmpty() || task.inputs().containsKey(partition))
                    .ifPresent(changelogs::add);
        }
        return changelogs;
    }

    /** A task. Immutable. */
    private record Info(TaskId id, Set<String> stateStoreNames, Set<TaskTopicPartition> topicPartitions)
            implements TaskInfo {
        private Info {
            stateStoreNames = Set.copyOf(stateStoreNames);
            topicPartitions = Set.copyOf(topicPartitions);
        }

        @Override
        public boolean isStateful() {
            return !stateStoreNames.isEmpty();
        }
    }

    /** A partition. Immutable. */
    private record Partition(
            TopicPartition topicPartition, boolean isSource, boolean isChangelog, Optional<Set<String>> rackIds)
            implements TaskTopicPartition {}
}
