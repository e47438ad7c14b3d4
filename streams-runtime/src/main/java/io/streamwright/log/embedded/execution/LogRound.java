package io.streamwright.log.embedded.execution;

import io.streamwright.log.embedded.batch.RecordBatch;
import io.streamwright.log.embedded.execution.FaultPoints.FaultPoint;
import io.streamwright.log.embedded.partition.PartitionSnapshotCodec;
import io.streamwright.log.embedded.read.TailCache;
import io.streamwright.log.embedded.storage.LogStorage;
import io.streamwright.log.embedded.storage.StateTable;
import io.streamwright.log.embedded.storage.StorageWrite;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * Collects what the requests of one round change into one write; lets others see it, and replies, only when it is written.
 *
 * <p>Owner: the log's loop.
 */
final class LogRound {
    private final LogStorage storage;
    private final TailCache tail;
    private final FaultPoints faults;
    private final Set<HostedPartition> touched = new LinkedHashSet<>();
    private final List<Appended> appended = new ArrayList<>();
    private final Queue<PendingReply> replies = new ArrayDeque<>();
    private StorageWrite write = new StorageWrite();
    private boolean syncRequired;

    LogRound(LogStorage storage, TailCache tail, FaultPoints faults) {
        this.storage = storage;
        this.tail = tail;
        this.faults = faults;
    }

    /** Adds a batch or marker that has its place in the partition already. */
    void append(HostedPartition partition, RecordBatch batch) {
        write.append(partition.key(), batch);
        partition.count(batch);
        appended.add(new Appended(partition, batch));
        touched.add(partition);
    }

    /** Adds the snapshot of a partition that changed in a way that no batch tells. */
    void snapshot(HostedPartition partition) {
        partition.forceSnapshot();
        touched.add(partition);
    }

    /**
     * Drops the batches that lie as a whole before the start offset that an earlier round has published, if there are many. Readers
     * do not know this round's start yet: what lies below it must still be found when the write is done and nothing is published.
     */
    void dropTrimmed(HostedPartition partition) {
        if (!partition.isDropDue()) {
            return;
        }
        long startOffset = partition.view().visible().startOffset();
        storage.readBatches(partition.key(), startOffset, first -> {
            if (first.baseOffset() <= startOffset) {
                write.dropBatchesBefore(partition.key(), first.baseOffset());
                partition.droppedBefore(first.baseOffset());
            }
            return false;
        });
    }

    /** Returns the write, to add state records. */
    StorageWrite write() {
        return write;
    }

    /** Says that somebody must not hear of the round before it would survive a crash of the machine. */
    void requireSync() {
        syncRequired = true;
    }

    /**
     * Sends a reply when everything that was decided up to now is written.
     *
     * @param request whose reply it is; it is told if the write fails
     * @param reply completes the request
     */
    void reply(LogRequest request, Runnable reply) {
        replies.add(new PendingReply(request, reply));
    }

    /**
     * Notes that a request is carried out whose client waits for no reply.
     *
     * @param request is told if the write fails
     */
    void done(LogRequest request) {
        replies.add(new PendingReply(request, null));
    }

    /**
     * Writes what was collected since the last time, makes it visible and sends the replies.
     *
     * @throws KafkaException if the write failed: nothing is visible and nobody has got a reply
     */
    void flush() {
        touched.stream().filter(HostedPartition::isSnapshotDue).forEach(this::addSnapshot);
        boolean hasBatches = !appended.isEmpty();
        if (hasBatches) {
            faults.reached(FaultPoint.BEFORE_APPEND);
        }
        store();
        if (hasBatches) {
            faults.reached(FaultPoint.AFTER_APPEND);
        }
        appended.forEach(batch -> tail.add(batch.partition.view(), batch.batch));
        touched.forEach(HostedPartition::publish);
        write = new StorageWrite();
        syncRequired = false;
        touched.clear();
        appended.clear();
        sendReplies();
    }

    private void store() {
        if (write.isEmpty()) {
            return;
        }
        if (syncRequired) {
            faults.reached(FaultPoint.BEFORE_SYNC);
        }
        storage.write(write, syncRequired);
        if (syncRequired) {
            faults.reached(FaultPoint.AFTER_SYNC);
        }
    }

    private void addSnapshot(HostedPartition partition) {
        write.put(
                StateTable.PARTITIONS,
                LogRecovery.snapshotKey(partition.key()),
                PartitionSnapshotCodec.encode(partition.state().snapshot()));
        partition.snapshotTaken();
    }

    private void sendReplies() {
        boolean somebodyWaits = replies.stream().anyMatch(pending -> pending.reply != null);
        if (somebodyWaits) {
            faults.reached(FaultPoint.BEFORE_REPLY);
        }
        for (PendingReply next = replies.poll(); next != null; next = replies.poll()) {
            if (next.reply != null) {
                next.reply.run();
            }
        }
        if (somebodyWaits) {
            faults.reached(FaultPoint.AFTER_REPLY);
        }
    }

    /** Tells those who wait for a reply that the round failed. */
    void fail(KafkaException failure) {
        for (PendingReply next = replies.poll(); next != null; next = replies.poll()) {
            next.request.fail(failure);
        }
    }

    private record Appended(HostedPartition partition, RecordBatch batch) {}

    /** Null as reply if nobody waits for it. */
    private record PendingReply(
            LogRequest request, @Nullable Runnable reply) {}
}
