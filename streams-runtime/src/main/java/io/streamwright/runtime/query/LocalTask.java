package io.streamwright.runtime.query;

import io.streamwright.TaskMetadata;
import io.streamwright.processor.TaskId;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/**
 * A task of this instance as it stood once. Immutable.
 *
 * @param taskId the task
 * @param topicPartitions what it reads
 * @param committedOffsets how far it has committed
 * @param endOffsets how far it could read
 */
record LocalTask(
        TaskId taskId,
        Set<TopicPartition> topicPartitions,
        Map<TopicPartition, Long> committedOffsets,
        Map<TopicPartition, Long> endOffsets)
        implements TaskMetadata {
    LocalTask {
        topicPartitions = Set.copyOf(topicPartitions);
        committedOffsets = Map.copyOf(committedOffsets);
        endOffsets = Map.copyOf(endOffsets);
    }

    /** The worker does not say. */
    @Override
    public Optional<Long> timeCurrentIdlingStarted() {
        return Optional.empty();
    }
}
