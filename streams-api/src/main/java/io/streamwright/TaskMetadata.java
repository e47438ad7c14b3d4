package io.streamwright;

import io.streamwright.processor.TaskId;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** A task as it stood when it was asked about. Immutable. */
public interface TaskMetadata {

    /** Returns the task's id. */
    TaskId taskId();

    /** Returns the partitions that it reads. */
    Set<TopicPartition> topicPartitions();

    /** Returns by partition the offset before which everything is committed; a partition that was never committed is missing. */
    Map<TopicPartition, Long> committedOffsets();

    /** Returns by partition the end of what is committed on the log. */
    Map<TopicPartition, Long> endOffsets();

    /** Returns since when the task has been waiting for a partition that has run dry, in ms since the epoch; empty if it is not known. */
    Optional<Long> timeCurrentIdlingStarted();

    @Override
    boolean equals(@Nullable Object o);

    @Override
    int hashCode();
}
