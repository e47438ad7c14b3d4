package io.streamwright.dsl.rewrite;

import io.streamwright.dsl.plan.GlobalTableJoin;
import io.streamwright.dsl.plan.Plan;
import io.streamwright.dsl.plan.PlanNode;
import io.streamwright.dsl.plan.Repartition;
import io.streamwright.dsl.plan.StreamJoin;
import io.streamwright.dsl.plan.StreamTableJoin;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds the repartition steps that let records without a key through: those with a join downstream that has results for them
 * (KIP-962).
 *
 * <p>Immutable.
 */
public final class NullKeys {
    private final Set<Integer> leadingToJoins;

    private NullKeys(Set<Integer> leadingToJoins) {
        this.leadingToJoins = Set.copyOf(leadingToJoins);
    }

    /** Looks through a whole program. */
    public static NullKeys in(Plan plan) {
        Set<Integer> found = new HashSet<>();
        List<PlanNode> nodes = plan.inTurn();
        for (int index = nodes.size() - 1; index >= 0; index--) {
            PlanNode node = nodes.get(index);
            if (found.contains(node.id()) || keepsUnmatched(node)) {
                found.addAll(node.parents());
            }
        }
        return new NullKeys(found);
    }

    private static boolean keepsUnmatched(PlanNode node) {
        return (node instanceof StreamTableJoin table && table.keepsUnmatched())
                || (node instanceof StreamJoin streams && streams.keepsUnmatched())
                || (node instanceof GlobalTableJoin global && global.keepsUnmatched());
    }

    /** Returns whether a step lets records without a key through. */
    public boolean passThrough(Repartition step) {
        return leadingToJoins.contains(step.id());
    }
}
