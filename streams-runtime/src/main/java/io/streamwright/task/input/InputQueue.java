package io.streamwright.task.input;

import io.streamwright.log.FetchedRecords;
import io.streamwright.log.LogRecord;
import java.util.ArrayDeque;
import java.util.List;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Records of one input partition that are fetched and not yet processed. Only the first one is deserialized.
 *
 * <p>Owner: the task.
 */
public final class InputQueue {
    private final TopicPartition partition;
    private final InputSource source;
    // Fetched lists as they came, so that nothing is copied per record.
    private final ArrayDeque<List<LogRecord>> fetched = new ArrayDeque<>();
    private int nextInFirst;
    private int size;
    private @Nullable InputRecord head;
    private long partitionTime;
    private long fetchedOffset;

    public InputQueue(TopicPartition partition, InputSource source) {
        this.partition = partition;
        this.source = source;
    }

    public TopicPartition partition() {
        return partition;
    }

    public InputSource source() {
        return source;
    }

    /** Returns how many records wait. */
    public int size() {
        return size;
    }

    /** Returns the highest timestamp processed; -1 before the first. */
    public long partitionTime() {
        return partitionTime;
    }

    /** Forgets what was fetched and goes on at an offset. */
    public void reset(long offset, long partitionTime) {
        fetched.clear();
        nextInFirst = 0;
        size = 0;
        head = null;
        fetchedOffset = offset;
        this.partitionTime = partitionTime;
    }

    public void add(FetchedRecords records) {
        if (!records.records().isEmpty()) {
            fetched.add(records.records());
            size += records.records().size();
        }
        fetchedOffset = records.nextOffset();
    }

    /** Returns the next record without taking it; null if none waits. Skips what its timestamp extractor refuses. */
    @Nullable
    public InputRecord peek() {
        while (head == null && size > 0) {
            head = source.decode(partition, first(), partitionTime);
            if (head == null) {
                drop();
            }
        }
        return head;
    }

    /** Takes the record that {@link #peek} returned. */
    public InputRecord take() {
        InputRecord taken = head;
        if (taken == null) {
            throw new IllegalStateException("nothing to take from " + partition);
        }
        head = null;
        drop();
        partitionTime = Math.max(partitionTime, taken.record().timestamp());
        return taken;
    }

    /** Returns the offset to commit: everything before it is processed, or is no record. */
    public long consumedOffset() {
        return size > 0 ? first().offset() : fetchedOffset;
    }

    private LogRecord first() {
        return fetched.element().get(nextInFirst);
    }

    private void drop() {
        size--;
        if (++nextInFirst == fetched.element().size()) {
            fetched.remove();
            nextInFirst = 0;
        }
    }
}
