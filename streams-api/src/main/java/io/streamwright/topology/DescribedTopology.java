package io.streamwright.topology;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

import io.streamwright.TopologyDescription;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A program as {@link TopologyDescription} shows it. Immutable.
 *
 * @param subtopologies the parts, by id
 */
record DescribedTopology(Set<TopologyDescription.Subtopology> subtopologies) implements TopologyDescription {

    /**
     * Describes a program.
     *
     * @param groups the nodes of each sub-topology, by id
     * @param storesOf the stores of each processor that has any, by the processor's name
     */
    static DescribedTopology of(List<List<TopologyNode>> groups, Map<String, Set<String>> storesOf) {
        Set<TopologyDescription.Subtopology> parts = new LinkedHashSet<>();
        for (int id = 0; id < groups.size(); id++) {
            parts.add(new Part(id, nodes(groups.get(id), storesOf)));
        }
        return new DescribedTopology(Collections.unmodifiableSet(parts));
    }

    private static Set<TopologyDescription.Node> nodes(List<TopologyNode> group, Map<String, Set<String>> storesOf) {
        List<PrintOrder.Place> places = PrintOrder.of(group);
        Map<String, DescribedNode> described = new LinkedHashMap<>();
        for (PrintOrder.Place place : places) {
            described.put(place.name(), place.node().match(new Description(storesOf)));
        }
        for (PrintOrder.Place place : places) {
            DescribedNode node = requireNonNull(described.get(place.name()));
            node.link(named(place.predecessors(), described), named(place.successors(), described));
        }
        return Collections.unmodifiableSet(new LinkedHashSet<>(described.values()));
    }

    private static List<DescribedNode> named(List<String> names, Map<String, DescribedNode> described) {
        List<DescribedNode> nodes = new ArrayList<>();
        names.forEach(name -> nodes.add(requireNonNull(described.get(name))));
        return nodes;
    }

    @Override
    public Set<TopologyDescription.GlobalStore> globalStores() {
        return Set.of();
    }

    @Override
    public String toString() {
        return "Topologies:\n "
                + subtopologies.stream().map(part -> "  " + part).collect(joining());
    }

    /** A sub-topology. Immutable. */
    private record Part(int id, Set<TopologyDescription.Node> nodes) implements TopologyDescription.Subtopology {
        @Override
        public String toString() {
            return "Sub-topology: " + id + "\n"
                    + nodes.stream().map(node -> "    " + node + "\n").collect(joining()) + "\n";
        }
    }

    /** Describes one node. Immutable. */
    private record Description(Map<String, Set<String>> storesOf) implements TopologyNode.Cases<DescribedNode> {
        @Override
        public DescribedNode source(SourceNode node) {
            return new DescribedNode.Source(node);
        }

        @Override
        public DescribedNode processor(ProcessorNode node) {
            return new DescribedNode.Processor(node, storesOf.getOrDefault(node.name(), Set.of()));
        }

        @Override
        public DescribedNode sink(SinkNode node) {
            return new DescribedNode.Sink(node);
        }
    }
}
