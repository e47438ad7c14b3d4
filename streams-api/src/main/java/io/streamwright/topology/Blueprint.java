package io.streamwright.topology;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A checked, complete program: what the engine runs. Immutable.
 *
 * @param subTopologies the parts, by id
 * @param stores all stores, by name
 * @param repartitionTopics the internal topics between sub-topologies, by {@link TopicRef#name()}
 * @param copartitioned groups of topic names (as {@link TopicRef#name()}) that must have equally many partitions
 */
public record Blueprint(
        List<SubTopology> subTopologies,
        Map<String, StoreNode> stores,
        Map<String, RepartitionTopic> repartitionTopics,
        List<Set<String>> copartitioned) {
    public Blueprint {
        subTopologies = List.copyOf(subTopologies);
        stores = Map.copyOf(stores);
        repartitionTopics = Map.copyOf(repartitionTopics);
        copartitioned = List.copyOf(copartitioned);
    }
}
