package io.streamwright.assign;

import io.streamwright.errors.MisconfiguredInternalTopicException;
import io.streamwright.errors.MissingSourceTopicException;
import io.streamwright.errors.TopologyException;
import io.streamwright.log.TopicSpec;
import io.streamwright.processor.TaskId;
import io.streamwright.topology.Blueprint;
import io.streamwright.topology.SourceNode;
import io.streamwright.topology.StoreNode;
import io.streamwright.topology.SubTopology;
import io.streamwright.topology.TopicRef;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.kafka.common.TopicPartition;

/**
 * Turns a program and the topics that exist into tasks and the internal topics they need.
 *
 * <p>Everything that does not fit is found here, before a record is read, and said in one message.
 *
 * <p>Immutable.
 */
public final class AppPlanner {
    private static final String HOW_TO_CREATE =
            "Logs.open(address, Map.of()).topics().create(new TopicSpec(name, partitions, Map.of()))";

    private final Blueprint program;
    private final String applicationId;
    private final TopicCatalog topics;
    private final PartitionCounts counts;

    private AppPlanner(Blueprint program, String applicationId, TopicCatalog topics) {
        this.program = program;
        this.applicationId = applicationId;
        this.topics = topics;
        this.counts = new PartitionCounts(program, applicationId, topics);
    }

    /**
     * Plans an application.
     *
     * @param program what it runs
     * @param applicationId prefix of its internal topics
     * @param topics what exists on the log
     * @throws MissingSourceTopicException if source topics do not exist; names them all
     * @throws MisconfiguredInternalTopicException if an internal topic exists with another number of partitions; names it
     * @throws TopologyException if partition counts contradict each other; names the topics
     */
    public static AppPlan plan(Blueprint program, String applicationId, TopicCatalog topics) {
        return new AppPlanner(program, applicationId, topics).plan();
    }

    private AppPlan plan() {
        requireSources();
        counts.resolve();
        Map<String, TopicSpec> internal = new LinkedHashMap<>();
        List<PlannedTask> tasks = new ArrayList<>();
        program.repartitionTopics().values().forEach(topic -> {
            String name = topic.topic().resolve(applicationId);
            internal.put(name, new TopicSpec(name, counts.of(topic.topic()), InternalTopicSettings.REPARTITION));
        });
        for (SubTopology part : program.subTopologies()) {
            int partitions = counts.taskCount(part);
            for (int partition = 0; partition < partitions; partition++) {
                tasks.add(new PlannedTask(new TaskId(part.id(), partition), part, inputs(part, partition)));
            }
            part.stores().forEach(store -> changelog(store, partitions, internal));
        }
        internal.values().forEach(this::requireFitting);
        return new AppPlan(List.copyOf(internal.values()), tasks, globalInputs());
    }

    private void requireSources() {
        TreeSet<String> missing = new TreeSet<>();
        List<SubTopology> parts = new ArrayList<>(program.subTopologies());
        parts.addAll(program.globals());
        for (SubTopology part : parts) {
            for (SourceNode source : SourceTopics.sources(part)) {
                List<TopicRef> read = SourceTopics.of(source, topics);
                if (read.isEmpty()) {
                    missing.add("(any topic matching " + source.pattern().orElseThrow() + ")");
                }
                read.stream()
                        .filter(topic -> !topic.internal()
                                && topics.partitionCount(topic.name()).isEmpty())
                        .forEach(topic -> missing.add(topic.name()));
            }
        }
        if (!missing.isEmpty()) {
            throw new MissingSourceTopicException(
                    "application " + applicationId + " reads topics that do not exist: " + String.join(", ", missing)
                            + "; correct the names in the topology or create them first, each with " + HOW_TO_CREATE);
        }
    }

    private Map<TopicPartition, String> globalInputs() {
        Map<TopicPartition, String> inputs = new LinkedHashMap<>();
        for (SubTopology part : program.globals()) {
            String store = part.stores().iterator().next();
            for (SourceNode source : SourceTopics.sources(part)) {
                for (TopicRef topic : source.topics()) {
                    for (int partition = 0; partition < counts.of(topic); partition++) {
                        inputs.put(new TopicPartition(topic.resolve(applicationId), partition), store);
                    }
                }
            }
        }
        return inputs;
    }

    private Map<TopicPartition, String> inputs(SubTopology part, int partition) {
        Map<TopicPartition, String> inputs = new LinkedHashMap<>();
        for (SourceNode source : SourceTopics.sources(part)) {
            for (TopicRef topic : SourceTopics.of(source, topics)) {
                if (partition < counts.of(topic)) {
                    inputs.put(new TopicPartition(topic.resolve(applicationId), partition), source.name());
                }
            }
        }
        return inputs;
    }

    private void changelog(String store, int partitions, Map<String, TopicSpec> internal) {
        StoreNode node = program.stores().get(store);
        if (node == null) {
            throw new IllegalArgumentException("the program has no store " + store);
        }
        node.changelog()
                .filter(TopicRef::internal)
                .filter(ref -> node.sourceAsChangelog().isEmpty())
                .ifPresent(ref -> {
                    String name = ref.resolve(applicationId);
                    internal.put(
                            name, new TopicSpec(name, partitions, InternalTopicSettings.changelog(node.builder())));
                });
    }

    private void requireFitting(TopicSpec wanted) {
        topics.partitionCount(wanted.name()).ifPresent(existing -> {
            if (existing != wanted.partitions()) {
                throw new MisconfiguredInternalTopicException(
                        "internal topic " + wanted.name() + " exists with " + existing
                                + " partitions, but the program needs " + wanted.partitions()
                                + "; its number of partitions cannot be changed: restore the old number of input partitions, or reset the"
                                + " application (new application.id, or delete its internal topics and state)");
            }
        });
    }
}
