package io.streamwright.log.embedded.read;

import io.streamwright.log.embedded.batch.RecordBatch;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Bounds the batches that all views together keep for readers near the end: the oldest goes first, whatever its partition.
 *
 * <p>Owner: the log's loop.
 */
public final class TailCache {
    /** What a kept batch costs apart from its bytes: the batch, its entry in the view and its place in the queue. */
    static final int BYTES_PER_BATCH = 200;

    private final long maxBytes;
    private final Queue<Kept> oldestFirst = new ArrayDeque<>();
    private long bytes;

    /**
     * Makes an empty cache.
     *
     * @param maxBytes how much memory the kept batches take at most; zero keeps none
     */
    public TailCache(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** Keeps a written batch until newer ones need its room. */
    public void add(PartitionView view, RecordBatch batch) {
        if (cost(batch) > maxBytes) {
            return;
        }
        view.keep(batch);
        oldestFirst.add(new Kept(view, batch));
        bytes += cost(batch);
        while (bytes > maxBytes) {
            Kept oldest = oldestFirst.remove();
            oldest.view.drop(oldest.batch);
            bytes -= cost(oldest.batch);
        }
    }

    private static long cost(RecordBatch batch) {
        return (long) batch.sizeBytes() + BYTES_PER_BATCH;
    }

    private record Kept(PartitionView view, RecordBatch batch) {}
}
