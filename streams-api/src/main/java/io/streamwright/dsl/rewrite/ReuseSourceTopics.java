package io.streamwright.dsl.rewrite;

import io.streamwright.dsl.plan.Plan;
import io.streamwright.dsl.plan.TableSource;

/**
 * Restores tables from the topics they are read from, so that they need no changelog; not those whose rows have a time to live, as the topic
 * does not hold the deletions. Thread-safe: holds nothing.
 */
final class ReuseSourceTopics {

    private ReuseSourceTopics() {}

    /** Returns the plan with every table source restored from its topic that can be. */
    static Plan in(Plan plan) {
        return Plan.of(plan.nodes().stream()
                .map(node -> node instanceof TableSource source
                                && source.store().timeToLiveMs().isEmpty()
                        ? source.withTopicAsChangelog()
                        : node)
                .toList());
    }
}
