package io.streamwright.dsl.rewrite;

import io.streamwright.dsl.plan.Plan;
import io.streamwright.dsl.plan.PlanNode;
import io.streamwright.dsl.plan.TableNode;
import io.streamwright.errors.TopologyException;

/** Finds out how long the windows of a table take records after their end. Thread-safe: holds nothing. */
public final class WindowGrace {

    private WindowGrace() {}

    /**
     * Returns the grace period in ms: that of the windowed aggregation that the table is made of; of several, the longest.
     *
     * @param plan the program so far
     * @param table the table's node
     * @throws TopologyException if the table, or one of those that it is joined of, is made of no windowed aggregation; names the nodes
     *     on the way
     */
    public static long of(Plan plan, int table) {
        return of(plan, plan.node(table), "");
    }

    private static long of(Plan plan, PlanNode node, String below) {
        if (node instanceof TableNode aggregation && aggregation.graceMs().isPresent()) {
            return aggregation.graceMs().getAsLong();
        }
        String way = node.name() + below;
        if (node.parents().isEmpty()) {
            throw new TopologyException("Suppressed.untilWindowCloses needs a table of windows, and " + way
                    + " has none: aggregate with windowedBy(...) first, or hold updates back with"
                    + " Suppressed.untilTimeLimit(...)");
        }
        return node.parents().stream()
                .mapToLong(parent -> of(plan, plan.node(parent), " -> " + way))
                .max()
                .orElseThrow();
    }
}
