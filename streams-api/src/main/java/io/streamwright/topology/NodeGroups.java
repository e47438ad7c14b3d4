package io.streamwright.topology;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Splits the nodes of a program into the sub-topologies that they form.
 *
 * <p>Nodes belong together if one forwards to the other or if they share a store. The parts are numbered by the node that
 * was added first, as Kafka Streams numbers them: task ids stay the same when a program moves here.
 *
 * <p>Owner: the call that splits.
 */
final class NodeGroups {
    /** From a node to another one of its group that stands for it; a node that stands for its group maps to itself. */
    private final Map<String, String> representative = new HashMap<>();

    private NodeGroups() {}

    /**
     * Returns the groups by number, each with its nodes in the order given.
     *
     * @param nodes all nodes, parents before children
     * @param storesOf the stores of each processor that has any, by the processor's name
     */
    static List<List<TopologyNode>> split(Collection<TopologyNode> nodes, Map<String, Set<String>> storesOf) {
        NodeGroups groups = new NodeGroups();
        nodes.forEach(node -> groups.representative.put(node.name(), node.name()));
        nodes.forEach(node -> node.parents().forEach(parent -> groups.unite(parent, node.name())));
        Map<String, String> firstUser = new HashMap<>();
        storesOf.forEach((processor, stores) -> stores.forEach(store -> {
            String first = firstUser.putIfAbsent(store, processor);
            if (first != null) {
                groups.unite(first, processor);
            }
        }));
        Map<String, List<TopologyNode>> byRoot = new LinkedHashMap<>();
        for (TopologyNode node : nodes) {
            byRoot.computeIfAbsent(groups.root(node.name()), root -> new ArrayList<>())
                    .add(node);
        }
        return List.copyOf(byRoot.values());
    }

    private void unite(String one, String other) {
        representative.put(root(one), root(other));
    }

    private String root(String node) {
        String current = node;
        String next = of(current);
        while (!next.equals(current)) {
            // Halve the path, so that long chains of nodes stay cheap.
            representative.put(current, of(next));
            current = next;
            next = of(current);
        }
        return current;
    }

    private String of(String node) {
        String found = representative.get(node);
        if (found == null) {
            throw new IllegalStateException("node " + node + " was not added");
        }
        return found;
    }
}
