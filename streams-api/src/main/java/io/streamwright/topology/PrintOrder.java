package io.streamwright.topology;

import static java.util.Objects.requireNonNull;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds the order in which Kafka Streams prints the nodes of a sub-topology, so that descriptions are equal to the character.
 *
 * <p>Nodes are printed by the number of paths that start at them, the most first, then by name. The neighbours of a node are
 * printed in the order that held when they were linked, though, while the paths were still being counted; and links are made
 * in the order in which a hash map yields the names. Both hash collections and both sorted sets below are therefore part of
 * the result, not a choice.
 *
 * <p>Owner: the call that describes.
 */
final class PrintOrder {
    private static final Comparator<Place> MOST_PATHS_FIRST =
            Comparator.comparingInt((Place place) -> place.paths).reversed().thenComparing(Place::name);

    private PrintOrder() {}

    /**
     * Returns the nodes in the order in which they are printed.
     *
     * @param group the nodes of one sub-topology in the order in which they were added
     */
    static List<Place> of(Collection<TopologyNode> group) {
        Map<String, TopologyNode> nodes = new HashMap<>();
        Set<String> names = new HashSet<>();
        for (TopologyNode node : group) {
            nodes.put(node.name(), node);
            names.add(node.name());
        }
        Map<String, Place> places = new HashMap<>();
        for (String name : names) {
            places.put(name, new Place(requireNonNull(nodes.get(name))));
        }
        for (Place place : places.values()) {
            for (String parent : place.node.parents()) {
                place.linkBehind(requireNonNull(places.get(parent)));
            }
        }
        return places.values().stream().sorted(MOST_PATHS_FIRST).toList();
    }

    /** Where a node stands among the others. Owner: the call that describes. */
    static final class Place {
        private final TopologyNode node;
        private final TreeSet<Place> before = new TreeSet<>(MOST_PATHS_FIRST);
        private final TreeSet<Place> after = new TreeSet<>(MOST_PATHS_FIRST);
        private int paths = 1;

        private Place(TopologyNode node) {
            this.node = node;
        }

        private void linkBehind(Place parent) {
            before.add(parent);
            parent.after.add(this);
            parent.addPaths(paths);
        }

        private void addPaths(int added) {
            paths += added;
            before.forEach(place -> place.addPaths(added));
        }

        String name() {
            return node.name();
        }

        TopologyNode node() {
            return node;
        }

        /** Returns the names of the nodes that forward to this one, as printed. */
        List<String> predecessors() {
            return before.stream().map(Place::name).toList();
        }

        /** Returns the names of the nodes that this one forwards to, as printed. */
        List<String> successors() {
            return after.stream().map(Place::name).toList();
        }
    }
}
