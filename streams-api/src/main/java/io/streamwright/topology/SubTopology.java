package io.streamwright.topology;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Nodes that are connected without a topic in between, and the stores they share: what one task runs. Immutable.
 *
 * @param id number, as in task ids
 * @param nodes the nodes, parents before children
 * @param stores the names of the stores used by its processors
 * @param callSites by name of a node, where the program asked for it, as far as that is known
 */
public record SubTopology(int id, List<TopologyNode> nodes, Set<String> stores, Map<String, CallSite> callSites) {
    public SubTopology {
        nodes = List.copyOf(nodes);
        stores = Set.copyOf(stores);
        callSites = Map.copyOf(callSites);
    }

    /** Returns a node's name, with where the program asked for it. */
    public String label(String node) {
        CallSite site = callSites.get(node);
        return site == null ? node : node + " (" + site + ")";
    }
}
