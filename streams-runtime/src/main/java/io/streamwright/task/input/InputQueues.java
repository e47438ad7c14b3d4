package io.streamwright.task.input;

import io.streamwright.log.FetchedRecords;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * A task's input: takes the record with the smallest timestamp among its partitions, and waits where one of them is behind
 * (KIP-695).
 *
 * <p>Owner: the task.
 */
public final class InputQueues {
    /** Value of {@code max.task.idle.ms} that never waits. */
    private static final long NEVER_WAIT = -1;

    private static final long NOT_WAITING = -1;

    private final Map<TopicPartition, InputQueue> byPartition = new LinkedHashMap<>();
    private final InputQueue[] queues;
    private final long maxIdleMs;
    private long waitingSinceMs = NOT_WAITING;

    /**
     * Makes empty queues.
     *
     * @param queues one for each partition
     * @param maxIdleMs how long to wait for a partition that has no data on the log; -1 does not even wait for data that is
     *     known to be there
     */
    public InputQueues(List<InputQueue> queues, long maxIdleMs) {
        queues.forEach(queue -> byPartition.put(queue.partition(), queue));
        this.queues = queues.toArray(InputQueue[]::new);
        this.maxIdleMs = maxIdleMs;
    }

    public Collection<InputQueue> all() {
        return byPartition.values();
    }

    public void add(FetchedRecords records) {
        queue(records.partition()).add(records);
    }

    public InputQueue queue(TopicPartition partition) {
        InputQueue queue = byPartition.get(partition);
        if (queue == null) {
            throw new IllegalArgumentException("no input of this task: " + partition);
        }
        return queue;
    }

    /** Returns the queue whose next record is the earliest; the first of several; null if all are empty. */
    @Nullable
    public InputQueue earliest() {
        if (queues.length == 1) {
            return queues[0].peek() == null ? null : queues[0];
        }
        InputQueue earliest = null;
        long timestamp = Long.MAX_VALUE;
        for (InputQueue queue : queues) {
            InputRecord next = queue.peek();
            if (next != null && (earliest == null || next.record().timestamp() < timestamp)) {
                earliest = queue;
                timestamp = next.record().timestamp();
            }
        }
        return earliest;
    }

    /**
     * Returns whether the earliest record may be processed: each partition has one, or nothing earlier can come from those
     * that have none, as far as the program wants to wait for it.
     *
     * @param nowMs the wall clock
     * @param lag how many records of a partition lie on the log behind what was fetched; empty if not known yet
     */
    public boolean mayProcess(long nowMs, Function<TopicPartition, OptionalLong> lag) {
        boolean anyEmpty = false;
        boolean anyFull = false;
        boolean dataComing = false;
        for (InputQueue queue : queues) {
            if (queue.size() > 0) {
                anyFull = true;
            } else {
                anyEmpty = true;
                dataComing |= lag.apply(queue.partition()).orElse(1) > 0;
            }
        }
        if (!anyFull) {
            return false;
        }
        if (!anyEmpty || maxIdleMs == NEVER_WAIT) {
            waitingSinceMs = NOT_WAITING;
            return true;
        }
        if (dataComing) {
            return false;
        }
        if (waitingSinceMs == NOT_WAITING) {
            waitingSinceMs = nowMs;
        }
        return nowMs - waitingSinceMs >= maxIdleMs;
    }
}
