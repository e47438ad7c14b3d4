package io.streamwright.topology;

import java.util.List;
import java.util.Set;

/**
 * Nodes that are connected without a topic in between, and the stores they share: what one task runs. Immutable.
 *
 * @param id number, as in task ids
 * @param nodes the nodes, parents before children
 * @param stores the names of the stores used by its processors
 */
public record SubTopology(int id, List<TopologyNode> nodes, Set<String> stores) {
    public SubTopology {
        nodes = List.copyOf(nodes);
        stores = Set.copyOf(stores);
    }
}
