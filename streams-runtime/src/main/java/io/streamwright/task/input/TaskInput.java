package io.streamwright.task.input;

import java.util.OptionalLong;
import org.apache.kafka.common.TopicPartition;

/**
 * The reader that feeds a task, as far as the task needs it.
 *
 * <p>Owner: the worker.
 */
public interface TaskInput {

    /** Goes on reading a partition at an offset, and forgets what was fetched of it. */
    void seek(TopicPartition partition, long offset);

    /** Returns how many offsets of a partition are not fetched yet; empty if that is not known. */
    OptionalLong lag(TopicPartition partition);
}
