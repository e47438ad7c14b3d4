package io.streamwright.dsl.plan;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;

/** A whole program. Immutable. */
public final class Plan {
    private final Map<Integer, PlanNode> nodes;

    private Plan(Map<Integer, PlanNode> nodes) {
        this.nodes = Collections.unmodifiableMap(nodes);
    }

    /**
     * Puts nodes together.
     *
     * @throws IllegalArgumentException if two nodes have the same identity, or if a parent is missing
     */
    public static Plan of(Collection<? extends PlanNode> nodes) {
        Map<Integer, PlanNode> byId = new LinkedHashMap<>();
        nodes.stream().sorted(Comparator.comparingInt(PlanNode::id)).forEach(node -> {
            if (byId.put(node.id(), node) != null) {
                throw new IllegalArgumentException("two nodes of a plan have the id " + node.id());
            }
        });
        for (PlanNode node : byId.values()) {
            if (!byId.keySet().containsAll(node.parents())) {
                throw new IllegalArgumentException("node " + node.name() + " has unknown parents: " + node.parents());
            }
        }
        return new Plan(byId);
    }

    /** Returns all nodes in the order in which they were recorded. */
    public Collection<PlanNode> nodes() {
        return nodes.values();
    }

    /**
     * Returns one node.
     *
     * @throws IllegalArgumentException if there is none
     */
    public PlanNode node(int id) {
        PlanNode node = nodes.get(id);
        if (node == null) {
            throw new IllegalArgumentException("a plan of " + nodes.size() + " nodes has none with id " + id);
        }
        return node;
    }

    /** Returns the names by which a node refers to its parents. */
    public List<String> parentNames(PlanNode node) {
        return node.parents().stream().map(id -> node(id).name()).toList();
    }

    /** Returns the names of the sources whose records reach a node by key: those of its sub-topology. */
    public Set<String> sourceNames(int id) {
        PlanNode node = node(id);
        if (node instanceof TableSource source) {
            return Set.of(source.sourceName());
        }
        if (node instanceof StreamSource || node instanceof Repartition) {
            return Set.of(node.name());
        }
        if (node instanceof ForeignKeyJoin join) {
            Set<String> names = new HashSet<>(sourceNames(join.left())); // right rows stay where they are
            names.add(join.names().response().source());
            return names;
        }
        Set<String> names = new HashSet<>();
        node.parents().forEach(parent -> names.addAll(sourceNames(parent)));
        return names;
    }

    /**
     * Returns all nodes, parents before children, each as early as its turn says.
     *
     * @throws IllegalStateException if a node is its own ancestor
     */
    public List<PlanNode> inTurn() {
        Map<Integer, List<PlanNode>> children = new LinkedHashMap<>();
        PriorityQueue<PlanNode> ready =
                new PriorityQueue<>(Comparator.comparingInt(PlanNode::turn).thenComparingInt(PlanNode::id));
        for (PlanNode node : nodes.values()) {
            node.parents()
                    .forEach(parent -> children.computeIfAbsent(parent, id -> new ArrayList<>())
                            .add(node));
            if (node.parents().isEmpty()) {
                ready.add(node);
            }
        }
        List<PlanNode> result = new ArrayList<>();
        Set<Integer> placed = new HashSet<>();
        for (PlanNode node = ready.poll(); node != null; node = ready.poll()) {
            result.add(node);
            placed.add(node.id());
            for (PlanNode child : children.getOrDefault(node.id(), List.of())) {
                if (placed.containsAll(child.parents())) {
                    ready.add(child);
                }
            }
        }
        if (result.size() != nodes.size()) {
            throw new IllegalStateException("a plan of " + nodes.size() + " nodes has a cycle: only " + result.size()
                    + " could be put in order");
        }
        return result;
    }
}
