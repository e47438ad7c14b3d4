package io.streamwright.topology;

import java.util.OptionalInt;

/**
 * An internal topic that carries records from one sub-topology to another, by their new key. Immutable.
 *
 * @param topic the topic; always internal
 * @param partitions the number of partitions the program asked for; empty: as many as the largest topic read by the
 *     sub-topology that writes it
 */
public record RepartitionTopic(TopicRef topic, OptionalInt partitions) {
    public RepartitionTopic {
        if (!topic.internal()) {
            throw new IllegalArgumentException("a repartition topic is internal: " + topic.name());
        }
        if (partitions.isPresent() && partitions.getAsInt() < 1) {
            throw new IllegalArgumentException("repartition topic " + topic.name()
                    + " needs at least one partition, not " + partitions.getAsInt());
        }
    }
}
