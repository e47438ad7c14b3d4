package io.streamwright.assign;

import io.streamwright.errors.TopologyException;
import io.streamwright.topology.Blueprint;
import io.streamwright.topology.RepartitionTopic;
import io.streamwright.topology.SinkNode;
import io.streamwright.topology.SourceNode;
import io.streamwright.topology.SubTopology;
import io.streamwright.topology.TopicRef;
import io.streamwright.topology.TopologyNode;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * How many partitions each topic of a program has or is going to have.
 *
 * <p>A repartition topic without a number of its own gets as many as the largest input of the part that writes it, and a group
 * of co-partitioned topics gets as many as its largest member.
 *
 * <p>Owner: the planner that made it.
 */
final class PartitionCounts {
    private final Blueprint program;
    private final String applicationId;
    private final TopicCatalog topics;
    private final Map<String, Integer> repartition = new HashMap<>();

    PartitionCounts(Blueprint program, String applicationId, TopicCatalog topics) {
        this.program = program;
        this.applicationId = applicationId;
        this.topics = topics;
    }

    /** Finds the counts of all repartition topics. */
    void resolve() {
        program.repartitionTopics()
                .forEach((name, topic) -> topic.partitions().ifPresent(count -> repartition.put(name, count)));
        // Each pass settles at least one more. Where topics wait for each other, the inputs that are known decide.
        while (settleNext(false) || settleNext(true)) {
            continue;
        }
        for (String name : program.repartitionTopics().keySet()) {
            if (!repartition.containsKey(name)) {
                throw new TopologyException(
                        "repartition topic " + name
                                + " gets its number of partitions from itself; give it one with Repartitioned.withNumberOfPartitions");
            }
        }
        program.copartitioned().forEach(this::alignGroup);
    }

    /** Settles what can be settled now, or one topic by its known inputs. Returns whether there was any. */
    private boolean settleNext(boolean byKnownInputs) {
        boolean settled = false;
        // In the order of names, so that it is the same in every instance.
        for (Map.Entry<String, RepartitionTopic> entry : new TreeMap<>(program.repartitionTopics()).entrySet()) {
            if (!repartition.containsKey(entry.getKey()) && !(byKnownInputs && settled)) {
                OptionalInt count = largestWriterInput(entry.getValue(), byKnownInputs);
                count.ifPresent(partitions -> repartition.put(entry.getKey(), partitions));
                settled |= count.isPresent();
            }
        }
        return settled;
    }

    /** Returns the partitions of a topic that exists or is one of the program's repartition topics. */
    int of(TopicRef topic) {
        Integer planned = topic.internal() ? repartition.get(topic.name()) : null;
        if (planned != null) {
            return planned;
        }
        return topics.partitionCount(topic.resolve(applicationId))
                .orElseThrow(() -> new TopologyException("topic " + topic.resolve(applicationId) + " does not exist"));
    }

    /** Returns how many tasks a part has: one for each partition of its largest input. */
    int taskCount(SubTopology part) {
        return largestInput(part, false).orElse(0);
    }

    private OptionalInt largestWriterInput(RepartitionTopic topic, boolean byKnownInputs) {
        OptionalInt largest = OptionalInt.empty();
        for (SubTopology part : program.subTopologies()) {
            if (part.nodes().stream().anyMatch(node -> writes(node, topic.topic()))) {
                OptionalInt input = largestInput(part, byKnownInputs);
                if (input.isPresent()) {
                    largest = OptionalInt.of(Math.max(largest.orElse(0), input.getAsInt()));
                } else if (!byKnownInputs) {
                    return OptionalInt.empty();
                }
            }
        }
        return largest;
    }

    private static boolean writes(TopologyNode node, TopicRef topic) {
        return node instanceof SinkNode sink
                && sink.target() instanceof SinkNode.FixedTopic fixed
                && fixed.topic().equals(topic);
    }

    /** Empty if one of the inputs is not settled yet; or, where the known ones decide, if none is. */
    private OptionalInt largestInput(SubTopology part, boolean byKnownInputs) {
        int largest = 0;
        boolean isAnyKnown = false;
        for (SourceNode source : SourceTopics.sources(part)) {
            for (TopicRef topic : SourceTopics.of(source, topics)) {
                if (!topic.internal() || repartition.containsKey(topic.name())) {
                    largest = Math.max(largest, of(topic));
                    isAnyKnown = true;
                } else if (!byKnownInputs) {
                    return OptionalInt.empty();
                }
            }
        }
        return byKnownInputs && !isAnyKnown ? OptionalInt.empty() : OptionalInt.of(largest);
    }

    private void alignGroup(Set<String> group) {
        Map<String, Integer> fixed = new TreeMap<>();
        for (String name : group) {
            RepartitionTopic topic = program.repartitionTopics().get(name);
            if (topic == null) {
                fixed.put(name, of(TopicRef.external(name)));
            } else if (topic.partitions().isPresent()) {
                fixed.put(name, topic.partitions().getAsInt());
            }
        }
        if (fixed.values().stream().distinct().count() > 1) {
            throw new TopologyException(
                    "topics that are joined or merged by key need equally many partitions, but have: "
                            + fixed.entrySet().stream()
                                    .map(entry -> entry.getKey() + "=" + entry.getValue())
                                    .collect(Collectors.joining(", "))
                            + "; repartition one of them with KStream.repartition");
        }
        int count = fixed.isEmpty()
                ? group.stream()
                        .mapToInt(name -> repartition.getOrDefault(name, 1))
                        .max()
                        .orElse(1)
                : fixed.values().iterator().next();
        group.stream().filter(program.repartitionTopics()::containsKey).forEach(name -> repartition.put(name, count));
    }
}
