package io.streamwright.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Flows are as large as can be, and as cheap as can be. */
class MinCostFlowTest {

    @Test
    void twoPaths_takesTheCheapFirst() {
        MinCostFlow network = new MinCostFlow();
        int source = network.addNode();
        int sink = network.addNode();
        int detour = network.addNode();
        MinCostFlow.Edge direct = network.addEdge(source, sink, 2, 1);
        MinCostFlow.Edge around = network.addEdge(source, detour, 5, 1);
        network.addEdge(detour, sink, 3, 1);

        assertThat(network.send(source, sink)).isEqualTo(5);
        assertThat(direct.flow()).isEqualTo(2);
        assertThat(around.flow()).isEqualTo(3);
    }

    @Test
    void cheapFirstStep_isTakenBackWhereItBlocksTheOthers() {
        MinCostFlow network = new MinCostFlow();
        int source = network.addNode();
        int sink = network.addNode();
        int a = network.addNode();
        int b = network.addNode();
        network.addEdge(source, a, 1, 0);
        network.addEdge(source, b, 1, 0);
        int left = network.addNode();
        int right = network.addNode();
        network.addEdge(left, sink, 1, 0);
        network.addEdge(right, sink, 1, 0);
        MinCostFlow.Edge tempting = network.addEdge(a, left, 1, 0);
        MinCostFlow.Edge other = network.addEdge(a, right, 1, 1);
        MinCostFlow.Edge only = network.addEdge(b, left, 1, 5);

        assertThat(network.send(source, sink)).isEqualTo(2);
        assertThat(tempting.flow()).isZero();
        assertThat(other.flow()).isEqualTo(1);
        assertThat(only.flow()).isEqualTo(1);
    }

    @Test
    void negativeCost_isRefused() {
        MinCostFlow network = new MinCostFlow();
        int node = network.addNode();
        assertThatThrownBy(() -> network.addEdge(node, node, 1, -1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("cost=-1");
    }

    /** Of workers and jobs, the cheapest assignment is the cheapest of all permutations. */
    @Property
    void assignment_isTheCheapestOfAll(@ForAll long seed) {
        Random random = new Random(seed);
        int size = 1 + random.nextInt(6);
        long[][] costs = new long[size][size];
        MinCostFlow network = new MinCostFlow();
        int source = network.addNode();
        int sink = network.addNode();
        int[] jobs = new int[size];
        for (int job = 0; job < size; job++) {
            jobs[job] = network.addNode();
            network.addEdge(jobs[job], sink, 1, 0);
        }
        List<MinCostFlow.Edge> edges = new ArrayList<>();
        for (int worker = 0; worker < size; worker++) {
            int node = network.addNode();
            network.addEdge(source, node, 1, 0);
            for (int job = 0; job < size; job++) {
                costs[worker][job] = random.nextInt(10);
                edges.add(network.addEdge(node, jobs[job], 1, costs[worker][job]));
            }
        }

        assertThat(network.send(source, sink)).isEqualTo(size);

        long cost = 0;
        for (int index = 0; index < edges.size(); index++) {
            cost += edges.get(index).flow() * costs[index / size][index % size];
        }
        assertThat(cost).isEqualTo(cheapest(costs, 0, new boolean[size]));
    }

    private static long cheapest(long[][] costs, int worker, boolean[] isTaken) {
        if (worker == costs.length) {
            return 0;
        }
        long best = Long.MAX_VALUE;
        for (int job = 0; job < costs.length; job++) {
            if (!isTaken[job]) {
                isTaken[job] = true;
                best = Math.min(best, costs[worker][job] + cheapest(costs, worker + 1, isTaken));
                isTaken[job] = false;
            }
        }
        return best;
    }
}
