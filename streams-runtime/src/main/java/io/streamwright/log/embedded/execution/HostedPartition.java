package io.streamwright.log.embedded.execution;

import io.streamwright.log.embedded.batch.RecordBatch;
import io.streamwright.log.embedded.partition.PartitionState;
import io.streamwright.log.embedded.read.PartitionView;
import io.streamwright.log.embedded.read.PartitionVisibility;
import io.streamwright.log.embedded.storage.PartitionKey;

/**
 * A partition on this log: its protocol state, what is published of it, and when to write its next snapshot.
 *
 * <p>Owner: the log's loop.
 */
final class HostedPartition {
    /** How much recovery has to read of a partition at most, apart from the last round. */
    private static final int BATCHES_PER_SNAPSHOT = 1000;

    private static final long BYTES_PER_SNAPSHOT = 16L << 20;
    /** Storage is asked to drop batches only when so many offsets were given up, as each request costs later reads a little. */
    private static final long OFFSETS_PER_DROP = 10_000;

    private final PartitionState state;
    private final PartitionView view;
    private int batchesSinceSnapshot;
    private long bytesSinceSnapshot;
    private boolean snapshotForced;
    private long droppedBeforeOffset;

    HostedPartition(PartitionState state, PartitionView view) {
        this.state = state;
        this.view = view;
    }

    PartitionState state() {
        return state;
    }

    PartitionView view() {
        return view;
    }

    PartitionKey key() {
        return view.key();
    }

    /** Counts a batch that recovery would have to read. */
    void count(RecordBatch batch) {
        batchesSinceSnapshot++;
        bytesSinceSnapshot += batch.sizeBytes();
    }

    /** Asks for a snapshot with the next write: the state changed in a way that no batch tells. */
    void forceSnapshot() {
        snapshotForced = true;
    }

    boolean isSnapshotDue() {
        return snapshotForced
                || batchesSinceSnapshot >= BATCHES_PER_SNAPSHOT
                || bytesSinceSnapshot >= BYTES_PER_SNAPSHOT;
    }

    /** Returns whether recovery would have to read anything but the snapshot. */
    boolean isAheadOfSnapshot() {
        return snapshotForced || batchesSinceSnapshot > 0;
    }

    void snapshotTaken() {
        batchesSinceSnapshot = 0;
        bytesSinceSnapshot = 0;
        snapshotForced = false;
    }

    /** Returns whether storage still holds enough batches before the published start offset to make dropping them worthwhile. */
    boolean isDropDue() {
        return view.visible().startOffset() - droppedBeforeOffset >= OFFSETS_PER_DROP;
    }

    void droppedBefore(long offset) {
        droppedBeforeOffset = offset;
    }

    /** Lets readers see what is written. */
    void publish() {
        view.publish(visible(state));
    }

    static PartitionVisibility visible(PartitionState state) {
        return new PartitionVisibility(
                state.startOffset(), state.lastStableOffset(), state.endOffset(), state.aborted());
    }
}
