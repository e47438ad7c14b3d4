package io.streamwright.task;

import io.streamwright.processor.TimestampExtractor;
import io.streamwright.task.fault.RecordHandlers;

/**
 * A task's limits, and what is done where a program leaves it open. Immutable.
 *
 * @param commitIntervalMs how long a transaction stays open at most before it is committed, in milliseconds
 * @param transactionTimeoutMs how old a transaction may become before the log aborts it, in milliseconds
 * @param uncommittedMaxBytes how much its stores may hold uncommitted before it commits early; negative: no limit
 * @param maxIdleMs value of {@code max.task.idle.ms}
 * @param maxBufferedRecords how many records of a partition may wait before it is paused
 * @param cacheMaxBytes how many bytes of committed values its stores keep on the heap
 * @param defaultExtractor for sources that name no timestamp extractor
 * @param handlers decide about single records that fail
 */
public record TaskSettings(
        long commitIntervalMs,
        long transactionTimeoutMs,
        long uncommittedMaxBytes,
        long maxIdleMs,
        int maxBufferedRecords,
        long cacheMaxBytes,
        TimestampExtractor defaultExtractor,
        RecordHandlers handlers) {

    /** Returns the limits of one of several tasks that share what is given for the application. */
    public TaskSettings sharedBy(int tasks) {
        int shares = Math.max(1, tasks);
        return new TaskSettings(
                commitIntervalMs,
                transactionTimeoutMs,
                uncommittedMaxBytes < 0 ? uncommittedMaxBytes : uncommittedMaxBytes / shares,
                maxIdleMs,
                maxBufferedRecords,
                cacheMaxBytes / shares,
                defaultExtractor,
                handlers);
    }
}
