package io.streamwright.task;

import io.streamwright.task.fault.FaultCounts;
import io.streamwright.transaction.TransactionCounters;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * A task as it stood after a step; for other threads. Immutable.
 *
 * @param state what it is doing
 * @param records how many records it has processed, aborted ones included
 * @param dropped how many records operators left aside, as they were late or lacked something, aborted ones included
 * @param faults which records failed and what became of them, aborted ones included
 * @param transactions what became of its transactions
 * @param consumed by input partition, the offset before which everything is processed
 * @param settled whether everything done is committed and nothing fetched waits
 */
public record TaskStatus(
        String state,
        long records,
        long dropped,
        FaultCounts faults,
        TransactionCounters transactions,
        Map<TopicPartition, Long> consumed,
        boolean settled) {
    public TaskStatus {
        consumed = Map.copyOf(consumed);
    }

    /** Returns how many records were dropped, by operators or by handlers. */
    public long allDropped() {
        return dropped + faults.allDropped();
    }
}
