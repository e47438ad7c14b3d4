package io.streamwright.store.view;

import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * What a store said, and when. Immutable.
 *
 * @param value what was asked for
 * @param consumed by input partition of the task, the offset before which everything has taken effect on the answer
 * @param <R> what was asked for
 */
public record Answer<R extends @Nullable Object>(R value, Map<TopicPartition, Long> consumed) {
    public Answer {
        consumed = Map.copyOf(consumed);
    }
}
