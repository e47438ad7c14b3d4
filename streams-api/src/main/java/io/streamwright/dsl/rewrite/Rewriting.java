package io.streamwright.dsl.rewrite;

import io.streamwright.dsl.plan.Plan;
import java.util.Set;

/** Applies the rules to a plan, in their order. Thread-safe: holds nothing. */
public final class Rewriting {

    private Rewriting() {}

    /**
     * Rewrites a plan.
     *
     * @param plan the program as written
     * @param optimizations what the program asks for
     * @return the program as it is to be lowered
     * @throws io.streamwright.errors.TopologyException if sources contradict each other
     */
    public static Plan rewrite(Plan plan, Set<Optimization> optimizations) {
        Plan result = MergeSources.in(plan);
        if (optimizations.contains(Optimization.REUSE_SOURCE_TOPICS)) {
            result = ReuseSourceTopics.in(result);
        }
        if (optimizations.contains(Optimization.MERGE_REPARTITIONS)) {
            result = MergeRepartitions.in(result);
        }
        if (optimizations.contains(Optimization.SINGLE_STORE_SELF_JOIN)) {
            result = SelfJoins.in(result);
        }
        return result;
    }
}
