package io.streamwright.dsl.rewrite;

import io.streamwright.dsl.plan.Plan;
import io.streamwright.dsl.plan.TableSource;

/** Restores tables from the topics they are read from, so that they need no changelog. Thread-safe: holds nothing. */
final class ReuseSourceTopics {

    private ReuseSourceTopics() {}

    /** Returns the plan with every table source restored from its topic. */
    static Plan in(Plan plan) {
        return Plan.of(plan.nodes().stream()
                .map(node -> node instanceof TableSource source ? source.withTopicAsChangelog() : node)
                .toList());
    }
}
