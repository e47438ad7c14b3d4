package io.streamwright.dsl.operator;

import io.streamwright.processor.api.ProcessingContext;
import io.streamwright.topology.RowsByTime;
import java.util.List;

/**
 * Says which rows of a table are over: those whose time lies the time to live or more behind stream time.
 *
 * <p>Owner: the worker of its task.
 *
 * @param <K> the keys
 */
final class RowLife<K> {
    private final ProcessingContext context;
    private final RowsByTime<K> rows;
    private final long timeToLiveMs;

    RowLife(ProcessingContext context, RowsByTime<K> rows, long timeToLiveMs) {
        this.context = context;
        this.rows = rows;
        this.timeToLiveMs = timeToLiveMs;
    }

    /** Returns whether a row of a time is over. */
    static boolean isOver(long timestamp, ProcessingContext context, long timeToLiveMs) {
        return timestamp <= context.currentStreamTimeMs() - timeToLiveMs;
    }

    /** Returns whether a row of a time is over. */
    boolean isOver(long timestamp) {
        return isOver(timestamp, context, timeToLiveMs);
    }

    /** Returns the keys of all rows that are over, in the order of time. */
    List<K> over() {
        return rows.keysNotAfter(context.currentStreamTimeMs() - timeToLiveMs);
    }

    /** Returns when the life of a row of a time ends. */
    long endOf(long timestamp) {
        return timestamp + timeToLiveMs;
    }

    /** Returns why an update is dropped. */
    String lateness(String store, long timestamp) {
        return "an update of store " + store + " is older than the time to live: row timestamp=" + timestamp
                + " streamTime=" + context.currentStreamTimeMs() + " timeToLive=" + timeToLiveMs;
    }
}
