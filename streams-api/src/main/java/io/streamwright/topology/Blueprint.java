package io.streamwright.topology;

import io.streamwright.state.DslStoreSuppliers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A checked, complete program: what the engine runs. Immutable.
 *
 * @param subTopologies the parts that tasks run, by id; the ids of the global parts are left out
 * @param globals the parts that each keep a global store: a source of one topic, and the processor below it
 * @param stores all stores, by name
 * @param repartitionTopics the internal topics between sub-topologies, by {@link TopicRef#name()}
 * @param copartitioned groups of topic names (as {@link TopicRef#name()}) that must have equally many partitions
 */
public record Blueprint(
        List<SubTopology> subTopologies,
        List<SubTopology> globals,
        Map<String, StoreNode> stores,
        Map<String, RepartitionTopic> repartitionTopics,
        List<Set<String>> copartitioned) {
    public Blueprint {
        subTopologies = List.copyOf(subTopologies);
        globals = List.copyOf(globals);
        stores = Map.copyOf(stores);
        repartitionTopics = Map.copyOf(repartitionTopics);
        copartitioned = List.copyOf(copartitioned);
    }

    /**
     * Returns the same program, with stores as settings ask for them where it left that open.
     *
     * @param kind what kind of store (KIP-954)
     * @param headers whether rows keep headers (KIP-1285)
     */
    public Blueprint withStoresOf(DslStoreSuppliers kind, boolean headers) {
        Map<String, StoreNode> decided = new HashMap<>();
        stores.forEach((name, store) -> decided.put(name, store.of(kind, headers)));
        return new Blueprint(subTopologies, globals, decided, repartitionTopics, copartitioned);
    }
}
