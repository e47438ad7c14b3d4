package io.streamwright.log.embedded.protocol;

import org.jspecify.annotations.Nullable;

/**
 * A partition of a topic, for ever: a topic that is deleted and created again has another id. Immutable.
 *
 * @param topicId given when the topic was created, never given again
 * @param partition number of the partition
 */
public record PartitionId(int topicId, int partition) implements Participant {
    public PartitionId {
        if (topicId < 0 || partition < 0) {
            throw new IllegalArgumentException("negative partition: topicId=" + topicId + " partition=" + partition);
        }
    }

    @Override
    public <R extends @Nullable Object> R match(Cases<R> cases) {
        return cases.partition(this);
    }
}
