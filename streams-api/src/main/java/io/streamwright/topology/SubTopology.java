package io.streamwright.topology;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

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

    /** Returns a processor and the source above it, alone, as they keep a store. */
    public SubTopology keeping(String processor) {
        List<TopologyNode> kept = nodes.stream()
                .filter(node -> node.name().equals(processor))
                .flatMap(keeper -> Stream.concat(
                        nodes.stream().filter(node -> keeper.parents().contains(node.name())), Stream.of(keeper)))
                .toList();
        return new SubTopology(id, kept, stores, callSites);
    }
}
