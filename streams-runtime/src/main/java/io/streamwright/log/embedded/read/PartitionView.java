package io.streamwright.log.embedded.read;

import io.streamwright.log.embedded.batch.RecordBatch;
import io.streamwright.log.embedded.storage.PartitionKey;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * What is published of one partition.
 *
 * <p>Thread-safe: the log's loop writes, readers read. Batches are kept before they become visible, which is one volatile field; so a
 * reader that takes what is visible first finds everything of it, here or in storage.
 */
public final class PartitionView {
    private final PartitionKey key;
    private final ConcurrentNavigableMap<Long, RecordBatch> tail = new ConcurrentSkipListMap<>();
    private final List<ReaderSignal> readers = new CopyOnWriteArrayList<>();
    private volatile PartitionVisibility visible;

    /**
     * Makes the view of a partition that nobody reads yet.
     *
     * @param key the partition
     * @param visible what is visible of it
     */
    public PartitionView(PartitionKey key, PartitionVisibility visible) {
        this.key = key;
        this.visible = visible;
    }

    public PartitionKey key() {
        return key;
    }

    public PartitionVisibility visible() {
        return visible;
    }

    /** Makes more of the partition visible and wakes readers that have something new. Loop only. */
    public void publish(PartitionVisibility next) {
        boolean moved = next.stableOffset() != visible.stableOffset();
        visible = next;
        if (moved) {
            readers.forEach(ReaderSignal::raise);
        }
    }

    /** Keeps a batch for readers that are near the end. */
    void keep(RecordBatch batch) {
        tail.put(batch.baseOffset(), batch);
    }

    void drop(RecordBatch batch) {
        tail.remove(batch.baseOffset());
    }

    /** Returns the kept batch that holds an offset; null if it is not kept. */
    @Nullable
    RecordBatch kept(long offset) {
        Map.Entry<Long, RecordBatch> floor = tail.floorEntry(offset);
        return floor != null && floor.getValue().nextOffset() > offset ? floor.getValue() : null;
    }

    void addReader(ReaderSignal signal) {
        readers.add(signal);
    }

    void removeReader(ReaderSignal signal) {
        readers.remove(signal);
    }
}
