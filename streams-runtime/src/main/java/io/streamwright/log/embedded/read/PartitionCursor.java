package io.streamwright.log.embedded.read;

import io.streamwright.log.FetchedRecords;
import io.streamwright.log.LogRecord;
import io.streamwright.log.embedded.batch.RecordBatch;
import io.streamwright.log.embedded.storage.LogStorage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.CorruptRecordException;

/**
 * A reader's place in one partition.
 *
 * <p>Owner: the reader.
 */
final class PartitionCursor {
    private static final long NOWHERE = -1;

    private final TopicPartition partition;
    private final PartitionView view;
    private long position = NOWHERE;
    private boolean paused;

    PartitionCursor(TopicPartition partition, PartitionView view) {
        this.partition = partition;
        this.view = view;
    }

    PartitionView view() {
        return view;
    }

    void seek(long offset) {
        position = offset;
    }

    long position() {
        if (position == NOWHERE) {
            throw new IllegalStateException(
                    "partition " + partition + " was assigned but not given a position: seek first");
        }
        return position;
    }

    void pause(boolean pause) {
        paused = pause;
    }

    OptionalLong lag() {
        return position == NOWHERE
                ? OptionalLong.empty()
                : OptionalLong.of(Math.max(0, view.visible().stableOffset() - position));
    }

    /**
     * Adds what is visible behind the position to the list, and moves the position over it.
     *
     * @throws OffsetOutOfRangeException if the log does not hold the position; it is as it was before
     */
    void fetch(LogStorage storage, FetchBudget budget, List<FetchedRecords> target) {
        if (paused) {
            return;
        }
        long start = position();
        PartitionVisibility visible = view.visible();
        if (!visible.holds(start)) {
            throw outOfRange(visible);
        }
        if (start >= visible.stableOffset()) {
            return;
        }
        List<LogRecord> records = new ArrayList<>();
        try {
            readKept(visible, budget, records);
            if (position == start) {
                readStored(storage, visible, budget, records);
            }
        } catch (KafkaException failure) {
            // What was read before it is good; the next fetch meets the failure with nothing in hand.
            if (position == start) {
                throw failure;
            }
        }
        if (position > start) {
            target.add(new FetchedRecords(partition, records, position));
        }
    }

    private void readKept(PartitionVisibility visible, FetchBudget budget, List<LogRecord> records) {
        while (position < visible.stableOffset() && !budget.isSpent()) {
            RecordBatch batch = view.kept(position);
            if (batch == null) {
                return;
            }
            take(batch, visible, budget, records);
        }
    }

    private void readStored(
            LogStorage storage, PartitionVisibility visible, FetchBudget budget, List<LogRecord> records) {
        long start = position;
        storage.readBatches(view.key(), start, batch -> {
            if (batch.baseOffset() >= visible.stableOffset() || batch.baseOffset() > position) {
                return false;
            }
            take(batch, visible, budget, records);
            return position < visible.stableOffset() && !budget.isSpent();
        });
        if (position == start) {
            throw nothingHeld();
        }
    }

    /** Storage may lack a visible offset only if the log's start has passed it since. */
    private KafkaException nothingHeld() {
        PartitionVisibility now = view.visible();
        return now.holds(position)
                ? new CorruptRecordException("partition " + partition + " holds no batch at offset " + position
                        + " though its records reach from " + now.startOffset() + " to " + now.endOffset()
                        + "; restore the directory from a copy")
                : outOfRange(now);
    }

    private void take(RecordBatch batch, PartitionVisibility visible, FetchBudget budget, List<LogRecord> records) {
        if (visible.shows(batch)) {
            List<LogRecord> decoded = batch.decode(position);
            records.addAll(decoded);
            budget.spend(decoded.size(), batch.sizeBytes());
        } else {
            budget.spend(0, batch.sizeBytes());
        }
        position = batch.nextOffset();
    }

    private OffsetOutOfRangeException outOfRange(PartitionVisibility visible) {
        return new OffsetOutOfRangeException(
                "position " + position + " of partition " + partition
                        + " is outside of its log, which holds offsets from " + visible.startOffset() + " to "
                        + visible.endOffset() + "; seek to one of these",
                Map.of(partition, position));
    }
}
