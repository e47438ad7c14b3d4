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
import java.util.TreeMap;

/**
 * A program as {@link TopologyDescription} shows it. Immutable.
 *
 * @param subtopologies the parts that tasks run, by id
 * @param globalStores the parts that keep global stores, by id
 */
record DescribedTopology(
        Set<TopologyDescription.Subtopology> subtopologies, Set<TopologyDescription.GlobalStore> globalStores)
        implements TopologyDescription {

    /**
     * Describes a program.
     *
     * @param groups the nodes of each sub-topology, by id
     * @param globalKeepers the processors that keep global stores
     * @param storesOf the stores of each processor that has any, by the processor's name
     */
    static DescribedTopology of(
            List<List<TopologyNode>> groups, Set<String> globalKeepers, Map<String, Set<String>> storesOf) {
        Set<TopologyDescription.Subtopology> parts = new LinkedHashSet<>();
        Set<TopologyDescription.GlobalStore> globals = new LinkedHashSet<>();
        for (int id = 0; id < groups.size(); id++) {
            Set<TopologyDescription.Node> nodes = nodes(groups.get(id), storesOf);
            if (nodes.stream().anyMatch(node -> globalKeepers.contains(node.name()))) {
                globals.add(global(id, nodes));
            } else {
                parts.add(new Part(id, nodes));
            }
        }
        return new DescribedTopology(Collections.unmodifiableSet(parts), Collections.unmodifiableSet(globals));
    }

    private static Global global(int id, Set<TopologyDescription.Node> nodes) {
        TopologyDescription.Source source = only(nodes, TopologyDescription.Source.class);
        return new Global(id, source, only(nodes, TopologyDescription.Processor.class));
    }

    private static <N extends TopologyDescription.Node> N only(Set<TopologyDescription.Node> nodes, Class<N> kind) {
        return nodes.stream()
                .filter(kind::isInstance)
                .map(kind::cast)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("a global store lacks a node: " + nodes));
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
    public String toString() {
        Map<Integer, Object> byId = new TreeMap<>();
        subtopologies.forEach(part -> byId.put(part.id(), part));
        globalStores.forEach(global -> byId.put(global.id(), global));
        return "Topologies:\n "
                + byId.values().stream().map(part -> "  " + part).collect(joining());
    }

    /** A global store, and what keeps it. Immutable. */
    private record Global(int id, TopologyDescription.Source source, TopologyDescription.Processor processor)
            implements TopologyDescription.GlobalStore {
        @Override
        public String toString() {
            return "Sub-topology: " + id + " for global store (will not generate tasks)\n    " + source + "\n    "
                    + processor + "\n";
        }
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
