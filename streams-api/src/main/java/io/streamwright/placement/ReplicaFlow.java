package io.streamwright.placement;

import io.streamwright.processor.TaskId;
import io.streamwright.processor.assignment.ProcessId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;

/**
 * Spreads replicas of tasks anew, as cheaply as possible, so that each process has as many as before: a flow of minimal cost.
 *
 * <p>A unit runs from the source to a task, to a process that may have it, to the sink; a process lets through as many as it has now.
 * With balance by sub-topology there is a stage between, for each sub-topology and process, that lets through the process's share of the
 * sub-topology. Where that cannot be (a standby may not go everywhere), what is over costs more than all other costs together.
 *
 * <p>Of answers that cost the same, the one that moves the fewest replicas is taken, and of those the one that moves them to processes
 * that knew them before: costs are multiplied, and what is left of the digits counts moves.
 *
 * <p>Owner: the placement that made it; used once.
 */
final class ReplicaFlow {
    /** What one replica costs on a process. */
    @FunctionalInterface
    interface Cost {
        long of(TaskId task, ProcessId process);
    }

    private final SortedMap<TaskId, Set<ProcessId>> replicas;
    private final SortedSet<ProcessId> processes;
    private final BiPredicate<TaskId, ProcessId> isAllowed;
    private final Cost cost;
    private final BiPredicate<TaskId, ProcessId> knewBefore;
    private final int units;

    /**
     * Takes a problem.
     *
     * @param replicas where the replicas are now
     * @param processes where they can be
     * @param isAllowed which tasks may go to which processes where they are not
     * @param cost what a replica costs somewhere
     * @param knewBefore which processes have state of which tasks, perhaps
     */
    ReplicaFlow(
            Map<TaskId, Set<ProcessId>> replicas,
            Set<ProcessId> processes,
            BiPredicate<TaskId, ProcessId> isAllowed,
            Cost cost,
            BiPredicate<TaskId, ProcessId> knewBefore) {
        this.replicas = new TreeMap<>(replicas);
        this.processes = new TreeSet<>(processes);
        this.isAllowed = isAllowed;
        this.cost = cost;
        this.knewBefore = knewBefore;
        this.units = replicas.values().stream().mapToInt(Set::size).sum();
    }

    /**
     * Returns where each replica is best.
     *
     * @param balanced whether each sub-topology is to be spread like all of them together
     */
    Map<TaskId, Set<ProcessId>> solve(boolean balanced) {
        MinCostFlow network = new MinCostFlow();
        int source = network.addNode();
        int sink = network.addNode();
        Map<ProcessId, Integer> exits = new TreeMap<>();
        for (ProcessId process : processes) {
            int node = network.addNode();
            network.addEdge(node, sink, countOf(process), 0);
            exits.put(process, node);
        }
        Map<TaskId, Map<ProcessId, Long>> costs = costs();
        long tooMuch = costs.values().stream()
                                .flatMap(row -> row.values().stream())
                                .mapToLong(Long::longValue)
                                .max()
                                .orElse(0)
                        * units
                + 1;
        Map<TaskId, Map<ProcessId, MinCostFlow.Edge>> edges = new TreeMap<>();
        Map<Integer, Map<ProcessId, Integer>> entries = new TreeMap<>();
        replicas.forEach((task, homes) -> {
            int node = network.addNode();
            network.addEdge(source, node, homes.size(), 0);
            Map<ProcessId, Integer> targets = balanced
                    ? entries.computeIfAbsent(task.subtopology(), part -> sharesOf(part, network, exits, tooMuch))
                    : exits;
            Map<ProcessId, MinCostFlow.Edge> row = new LinkedHashMap<>();
            costs.getOrDefault(task, Map.of())
                    .forEach((process, value) ->
                            row.put(process, network.addEdge(node, nodeOf(targets, process), 1, value)));
            edges.put(task, row);
        });
        int sent = network.send(source, sink);
        if (sent != units) {
            throw new IllegalStateException("of replicas=" + units + " only sent=" + sent + " have a process");
        }
        Map<TaskId, Set<ProcessId>> solution = new TreeMap<>();
        edges.forEach((task, row) -> row.forEach((process, edge) -> {
            if (edge.flow() == 1) {
                solution.computeIfAbsent(task, any -> new TreeSet<>()).add(process);
            }
        }));
        return solution;
    }

    /** What each task costs where it may be, with the cheapest place of each task at or just above zero. */
    private Map<TaskId, Map<ProcessId, Long>> costs() {
        Map<TaskId, Map<ProcessId, Long>> costs = new TreeMap<>();
        replicas.forEach((task, homes) -> {
            Map<ProcessId, Long> row = new TreeMap<>();
            for (ProcessId process : processes) {
                if (homes.contains(process) || isAllowed.test(task, process)) {
                    row.put(process, cost.of(task, process));
                }
            }
            long cheapest =
                    row.values().stream().mapToLong(Long::longValue).min().orElse(0);
            row.replaceAll((process, value) -> (value - cheapest) * (2L * units + 1) + movesOf(task, process));
            costs.put(task, row);
        });
        return costs;
    }

    private int movesOf(TaskId task, ProcessId process) {
        if (replicas.getOrDefault(task, Set.of()).contains(process)) {
            return 0;
        }
        return knewBefore.test(task, process) ? 1 : 2;
    }

    /** Adds the stage of one sub-topology: the share of a process, rounded up, is free. */
    private Map<ProcessId, Integer> sharesOf(
            int subtopology, MinCostFlow network, Map<ProcessId, Integer> exits, long tooMuch) {
        int size = replicas.entrySet().stream()
                .filter(entry -> entry.getKey().subtopology() == subtopology)
                .mapToInt(entry -> entry.getValue().size())
                .sum();
        Map<ProcessId, Integer> entries = new TreeMap<>();
        exits.forEach((process, exit) -> {
            int node = network.addNode();
            long share = ((long) countOf(process) * size + units - 1) / units;
            network.addEdge(node, exit, Math.toIntExact(share), 0);
            network.addEdge(node, exit, size, tooMuch);
            entries.put(process, node);
        });
        return entries;
    }

    private int countOf(ProcessId process) {
        return (int) replicas.values().stream()
                .filter(homes -> homes.contains(process))
                .count();
    }

    private static int nodeOf(Map<ProcessId, Integer> nodes, ProcessId process) {
        Integer node = nodes.get(process);
        if (node == null) {
            throw new IllegalArgumentException("the application has no process " + process);
        }
        return node;
    }
}
