package io.streamwright.task;

import io.streamwright.transaction.LogCallFailedException;
import io.streamwright.transaction.TaskTransaction;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Appends to a task's transaction, and tells records that the log can never take from failures of the log.
 *
 * <p>Owner: the task.
 */
record SafeOutput(TaskTransaction transaction) implements SinkStep.Output {
    @Override
    public void append(
            TopicPartition partition,
            long timestamp,
            byte @Nullable [] key,
            byte @Nullable [] value,
            Header[] headers) {
        try {
            transaction.append(partition, timestamp, key, value, headers);
        } catch (LogCallFailedException e) {
            if (e.failure() instanceof RecordTooLargeException tooLarge) {
                throw new RecordFault("the log refused a record: " + tooLarge.getMessage(), tooLarge);
            }
            throw e;
        }
    }
}
