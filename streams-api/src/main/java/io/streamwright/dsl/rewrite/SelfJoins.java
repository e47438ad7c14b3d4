package io.streamwright.dsl.rewrite;

import io.streamwright.dsl.plan.Plan;
import io.streamwright.dsl.plan.PlanNode;
import io.streamwright.dsl.plan.StreamJoin;
import java.util.ArrayList;
import java.util.List;

/**
 * Lets a join of a stream with itself keep its records once (KIP-862).
 *
 * <p>Only an inner join: with results for records without a match the sides differ, as a record without a key has a result of its own,
 * and one that does not match itself may stay alone.
 *
 * <p>Thread-safe: holds nothing.
 */
final class SelfJoins {

    private SelfJoins() {}

    /** Returns the plan with one store for each inner join of a stream with itself. */
    static Plan in(Plan plan) {
        List<PlanNode> result = new ArrayList<>(plan.nodes());
        for (PlanNode node : plan.nodes()) {
            if (node instanceof StreamJoin join && isOfOneStream(plan, join)) {
                result.remove(plan.node(join.right()));
                result.set(result.indexOf(join), join.withOneStore());
            }
        }
        return Plan.of(result);
    }

    private static boolean isOfOneStream(Plan plan, StreamJoin join) {
        return !join.keepsUnmatched()
                && plan.node(join.left())
                        .parents()
                        .equals(plan.node(join.right()).parents());
    }
}
