package io.streamwright.dsl.rewrite;

import io.streamwright.dsl.plan.Plan;
import io.streamwright.dsl.plan.PlanNode;
import io.streamwright.dsl.plan.StreamSource;
import io.streamwright.errors.TopologyException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Lets several streams of the same topics share the first one's source.
 *
 * <p>Owner: one rewriting.
 */
final class MergeSources {
    private final Map<String, StreamSource> byTopic = new HashMap<>();
    private final Map<List<Object>, StreamSource> byPattern = new HashMap<>();
    private final Map<Integer, Integer> replacements = new HashMap<>();

    private MergeSources() {}

    /** Returns the plan with one source for each set of topics. */
    static Plan in(Plan plan) {
        return new MergeSources().merge(plan);
    }

    private Plan merge(Plan plan) {
        for (PlanNode node : plan.nodes()) {
            if (node instanceof StreamSource source) {
                StreamSource first = firstFor(source);
                if (first != null) {
                    checkSameReset(first, source);
                    replacements.put(source.id(), first.id());
                }
            }
        }
        List<PlanNode> result = new ArrayList<>();
        for (PlanNode node : plan.nodes()) {
            if (!replacements.containsKey(node.id())) {
                result.add(redirected(node));
            }
        }
        return Plan.of(result);
    }

    private PlanNode redirected(PlanNode node) {
        if (node.parents().stream().noneMatch(replacements::containsKey)) {
            return node;
        }
        return node.withParents(node.parents().stream()
                .map(parent -> replacements.getOrDefault(parent, parent))
                .distinct()
                .toList());
    }

    /** Returns the source before this one that reads the same; null if this is the first. */
    private @Nullable StreamSource firstFor(StreamSource source) {
        if (source.pattern().isPresent()) {
            List<Object> identity = List.of(
                    source.pattern().get().pattern(), source.pattern().get().flags());
            return byPattern.putIfAbsent(identity, source);
        }
        StreamSource first = null;
        for (String topic : source.topics()) {
            StreamSource other = byTopic.putIfAbsent(topic, source);
            if (other != null) {
                checkSameTopics(topic, other, source);
                first = other;
            }
        }
        return first;
    }

    private static void checkSameTopics(String topic, StreamSource first, StreamSource second) {
        Set<String> topics = new HashSet<>(first.topics());
        if (!topics.equals(new HashSet<>(second.topics()))) {
            throw new TopologyException("topic " + topic + " is read by source " + first.name() + " of "
                    + first.topics() + " and by source " + second.name() + " of " + second.topics()
                    + ": sources that share a topic must name the same topics");
        }
    }

    private static void checkSameReset(StreamSource first, StreamSource second) {
        if (!Objects.equals(
                first.consumption().offsetReset(), second.consumption().offsetReset())) {
            throw new TopologyException("sources " + first.name() + " and " + second.name()
                    + " read the same topics with different offset resets, "
                    + first.consumption().offsetReset() + " and "
                    + second.consumption().offsetReset() + ": use the same for both");
        }
    }
}
