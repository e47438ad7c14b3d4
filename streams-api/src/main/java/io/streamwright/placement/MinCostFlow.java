package io.streamwright.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Sends as much as possible through a network, as cheaply as possible.
 *
 * <p>Successive shortest paths: each round sends along the cheapest path of the residual network, found by Dijkstra's algorithm over
 * reduced costs. A node's potential is its distance in the rounds so far, which keeps reduced costs from being negative (Johnson; Ahuja,
 * Magnanti, Orlin, "Network Flows", section 9.7).
 *
 * <p>Owner: whoever made it.
 */
final class MinCostFlow {
    private static final long UNREACHED = Long.MAX_VALUE;

    private final List<List<Edge>> edgesFrom = new ArrayList<>();

    /** An edge and what runs along it; its twin runs the other way. */
    static final class Edge {
        private final int to;
        private final long cost;
        private final int capacity;
        private int flow;
        private final Edge twin;

        private Edge(int from, int to, int capacity, long cost) {
            this.to = to;
            this.cost = cost;
            this.capacity = capacity;
            this.twin = new Edge(from, -cost, this);
        }

        private Edge(int to, long cost, Edge twin) {
            this.to = to;
            this.cost = cost;
            this.capacity = 0;
            this.twin = twin;
        }

        int flow() {
            return flow;
        }

        private int residual() {
            return capacity - flow;
        }
    }

    int addNode() {
        edgesFrom.add(new ArrayList<>());
        return edgesFrom.size() - 1;
    }

    /**
     * Adds an edge.
     *
     * @param capacity the most that runs along it, not negative
     * @param cost of one unit, not negative
     */
    Edge addEdge(int from, int to, int capacity, long cost) {
        if (capacity < 0 || cost < 0) {
            throw new IllegalArgumentException("edge with capacity=" + capacity + " cost=" + cost);
        }
        Edge edge = new Edge(from, to, capacity, cost);
        edgesFrom.get(from).add(edge);
        edgesFrom.get(to).add(edge.twin);
        return edge;
    }

    /** Sends what can be sent, and returns how much that is; {@link Edge#flow()} then tells where it runs. */
    int send(int source, int sink) {
        long[] potential = new long[edgesFrom.size()];
        Edge[] reachedBy = new Edge[edgesFrom.size()];
        int sent = 0;
        while (findPath(source, sink, potential, reachedBy)) {
            int amount = Integer.MAX_VALUE;
            for (int node = sink; node != source; node = reachedBy[node].twin.to) {
                amount = Math.min(amount, reachedBy[node].residual());
            }
            for (int node = sink; node != source; node = reachedBy[node].twin.to) {
                reachedBy[node].flow += amount;
                reachedBy[node].twin.flow -= amount;
            }
            sent += amount;
        }
        return sent;
    }

    /** Finds the cheapest path, and moves the potentials on: of nodes farther than the sink by the distance of the sink. */
    private boolean findPath(int source, int sink, long[] potential, Edge[] reachedBy) {
        long[] distance = new long[edgesFrom.size()];
        boolean[] isSettled = new boolean[edgesFrom.size()];
        Arrays.fill(distance, UNREACHED);
        distance[source] = 0;
        PriorityQueue<Reached> queue = new PriorityQueue<>();
        queue.add(new Reached(source, 0));
        while (!isSettled[sink] && !queue.isEmpty()) {
            int node = queue.remove().node;
            if (isSettled[node]) {
                continue;
            }
            isSettled[node] = true;
            for (Edge edge : edgesFrom.get(node)) {
                if (edge.residual() > 0 && !isSettled[edge.to]) {
                    long along = distance[node] + edge.cost + potential[node] - potential[edge.to];
                    if (along < distance[edge.to]) {
                        distance[edge.to] = along;
                        reachedBy[edge.to] = edge;
                        queue.add(new Reached(edge.to, along));
                    }
                }
            }
        }
        if (!isSettled[sink]) {
            return false;
        }
        for (int node = 0; node < potential.length; node++) {
            potential[node] += Math.min(distance[node], distance[sink]);
        }
        return true;
    }

    /** Ordered by distance, then by node, so that equal costs always have the same answer. */
    private record Reached(int node, long distance) implements Comparable<Reached> {
        @Override
        public int compareTo(Reached other) {
            int byDistance = Long.compare(distance, other.distance);
            return byDistance != 0 ? byDistance : Integer.compare(node, other.node);
        }
    }
}
