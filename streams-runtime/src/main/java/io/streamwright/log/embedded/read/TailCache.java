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
    private final long maxBytes;
    private final Queue<Kept> oldestFirst = new ArrayDeque<>();
    private long bytes;

    /**
     * Makes an empty cache.
     *
     * @param maxBytes how many bytes of batches are kept at most; zero keeps none
     */
    public TailCache(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** Keeps a written batch until newer ones need its room. */
    public void add(PartitionView view, RecordBatch batch) {
        if (batch.sizeBytes() > maxBytes) {
            return;
        }
        view.keep(batch);
        oldestFirst.add(new Kept(view, batch));
        bytes += batch.sizeBytes();
        while (bytes > maxBytes) {
            Kept oldest = oldestFirst.remove();
            oldest.view.drop(oldest.batch);
            bytes -= oldest.batch.sizeBytes();
        }
    }

    private record Kept(PartitionView view, RecordBatch batch) {}
}
