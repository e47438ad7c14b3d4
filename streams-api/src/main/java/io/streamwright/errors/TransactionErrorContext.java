package io.streamwright.errors;

import io.streamwright.processor.TaskId;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * An error of a task's transaction. Immutable.
 *
 * @param taskId the task
 * @param category what the error means for the transaction
 * @param api which side of the transaction raised it
 * @param attempt which failure of the task in a row, with no commit in between, this is; from 1
 * @param offsets where the transaction began, and so where a rewind goes back to: of each input the first offset that is not
 *     committed
 * @param cause the error as it was raised, wrappers included
 */
public record TransactionErrorContext(
        TaskId taskId,
        ErrorCategory category,
        TransactionApi api,
        int attempt,
        Map<TopicPartition, Long> offsets,
        Throwable cause) {

    /**
     * Copies the offsets.
     *
     * @throws IllegalArgumentException if the attempt is less than 1 or an offset is negative
     */
    public TransactionErrorContext {
        if (attempt < 1) {
            throw new IllegalArgumentException("attempts count from 1, got " + attempt);
        }
        offsets = Map.copyOf(offsets);
        if (offsets.values().stream().anyMatch(offset -> offset < 0)) {
            throw new IllegalArgumentException("negative offset: " + offsets);
        }
    }
}
