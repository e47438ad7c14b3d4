package io.streamwright.assign;

import io.streamwright.errors.TopologyException;
import io.streamwright.topology.Blueprint;
import io.streamwright.topology.RepartitionTopic;
import io.streamwright.topology.SinkNode;
import io.streamwright.topology.SubTopology;
import io.streamwright.topology.TopicRef;
import io.streamwright.topology.TopologyNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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

    /** Finds the counts of all repartition topics; each pass settles at least one more, or none can be settled. */
    void resolve() {
        program.repartitionTopics()
                .forEach((name, topic) -> topic.partitions().ifPresent(count -> repartition.put(name, count)));
        for (int pass = 0; pass <= program.repartitionTopics().size(); pass++) {
            // Where two parts write for each other, as in a foreign-key join, each one's other inputs decide.
            if (!settle(part -> largestInput(part)) && !settle(part -> largestSettledInput(part))) {
                break;
            }
        }
        for (String name : program.repartitionTopics().keySet()) {
            if (!repartition.containsKey(name)) {
                throw new TopologyException(
                        "repartition topic " + name
                                + " gets its number of partitions from itself; give it one with Repartitioned.withNumberOfPartitions");
            }
        }
        joinedGroups().forEach(this::alignGroup);
    }

    /** Returns the groups of topics that need equally many partitions: groups that share a topic are one. */
    private List<Set<String>> joinedGroups() {
        List<Set<String>> result = new ArrayList<>();
        for (Set<String> group : program.copartitioned()) {
            Set<String> joined = new HashSet<>(group);
            result.removeIf(other -> {
                boolean isShared = !Collections.disjoint(other, group);
                if (isShared) {
                    joined.addAll(other);
                }
                return isShared;
            });
            result.add(joined);
        }
        return result;
    }

    /**
     * Settles topics whose writers' inputs are known.
     *
     * @param input returns a part's largest input; empty if it is not known
     * @return whether there was one
     */
    private boolean settle(Function<SubTopology, OptionalInt> input) {
        Map<String, Integer> settled = new HashMap<>();
        program.repartitionTopics().forEach((name, topic) -> {
            if (!repartition.containsKey(name)) {
                largestWriterInput(topic, input).ifPresent(count -> settled.put(name, count));
            }
        });
        repartition.putAll(settled);
        return !settled.isEmpty();
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
        return largestInput(part).orElse(0);
    }

    private OptionalInt largestWriterInput(RepartitionTopic topic, Function<SubTopology, OptionalInt> largestInput) {
        OptionalInt largest = OptionalInt.empty();
        for (SubTopology part : program.subTopologies()) {
            if (part.nodes().stream().anyMatch(node -> writes(node, topic.topic()))) {
                OptionalInt input = largestInput.apply(part);
                if (input.isEmpty()) {
                    return OptionalInt.empty();
                }
                largest = OptionalInt.of(Math.max(largest.orElse(0), input.getAsInt()));
            }
        }
        return largest;
    }

    private static boolean writes(TopologyNode node, TopicRef topic) {
        return node instanceof SinkNode sink
                && sink.target() instanceof SinkNode.FixedTopic fixed
                && fixed.topic().equals(topic);
    }

    /** Empty if one of the inputs is not settled yet. */
    private OptionalInt largestInput(SubTopology part) {
        return inputs(part).allMatch(this::isSettled) ? OptionalInt.of(largest(part)) : OptionalInt.empty();
    }

    /** Empty if none of the inputs is settled yet. */
    private OptionalInt largestSettledInput(SubTopology part) {
        return inputs(part).anyMatch(this::isSettled) ? OptionalInt.of(largest(part)) : OptionalInt.empty();
    }

    private int largest(SubTopology part) {
        return inputs(part).filter(this::isSettled).mapToInt(this::of).max().orElse(0);
    }

    private Stream<TopicRef> inputs(SubTopology part) {
        return SourceTopics.sources(part).stream().flatMap(source -> SourceTopics.of(source, topics).stream());
    }

    private boolean isSettled(TopicRef topic) {
        return !topic.internal() || repartition.containsKey(topic.name());
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
