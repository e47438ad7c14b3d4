package io.streamwright.log;

import java.util.Map;

/**
 * A topic. Immutable.
 *
 * @param name the topic's name
 * @param partitions how many partitions it has, at least one
 * @param config topic settings by Kafka's names, such as {@code cleanup.policy}
 */
public record TopicSpec(String name, int partitions, Map<String, String> config) {
    public TopicSpec {
        config = Map.copyOf(config);
        if (partitions < 1) {
            throw new IllegalArgumentException("topic " + name + " needs at least one partition, not " + partitions);
        }
    }
}
