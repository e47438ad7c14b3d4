package io.streamwright.log.embedded.storage;

import io.streamwright.log.embedded.batch.RecordBatch;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Keeps everything on the heap, for tests and for programs that need no log after their end.
 *
 * <p>Thread-safe: concurrent maps; a step of a write may be seen before the whole, which readers exclude by reading below published
 * offsets only. What was written outlives {@link #close}, so that a log can be opened again on the same object.
 */
public final class MemoryLogStorage implements LogStorage {
    private final String name;
    private final Map<StateTable, ConcurrentNavigableMap<String, byte[]>> tables = new ConcurrentHashMap<>();
    private final Map<PartitionKey, ConcurrentNavigableMap<Long, RecordBatch>> batches = new ConcurrentHashMap<>();

    /**
     * Makes an empty storage.
     *
     * @param name for messages
     */
    public MemoryLogStorage(String name) {
        this.name = name;
    }

    @Override
    public String location() {
        return "memory:" + name;
    }

    @Override
    public void write(StorageWrite write, boolean sync) {
        write.replay(new StorageWrite.Sink() {
            @Override
            public void append(PartitionKey partition, RecordBatch batch) {
                batchesOf(partition).put(batch.baseOffset(), batch);
            }

            @Override
            public void put(StateTable table, String key, byte @Nullable [] value) {
                if (value == null) {
                    entriesOf(table).remove(key);
                } else {
                    entriesOf(table).put(key, value);
                }
            }

            @Override
            public void dropBatchesBefore(PartitionKey partition, long offset) {
                batchesOf(partition).headMap(offset, false).clear();
            }
        });
    }

    private ConcurrentNavigableMap<Long, RecordBatch> batchesOf(PartitionKey partition) {
        return batches.computeIfAbsent(partition, key -> new ConcurrentSkipListMap<>());
    }

    private ConcurrentNavigableMap<String, byte[]> entriesOf(StateTable table) {
        return tables.computeIfAbsent(table, key -> new ConcurrentSkipListMap<>());
    }

    @Override
    public void recover() {
        // Writes to the heap do not fail halfway.
    }

    @Override
    public void forEach(StateTable table, BiConsumer<String, byte[]> entries) {
        entriesOf(table).forEach(entries);
    }

    @Override
    public void readBatches(PartitionKey partition, long fromOffset, Predicate<RecordBatch> consumer) {
        ConcurrentNavigableMap<Long, RecordBatch> all = batchesOf(partition);
        Map.Entry<Long, RecordBatch> floor = all.floorEntry(fromOffset);
        boolean holdsOffset = floor != null && floor.getValue().nextOffset() > fromOffset;
        long first = holdsOffset && floor != null ? floor.getKey() : fromOffset;
        for (RecordBatch batch : all.tailMap(first, true).values()) {
            if (!consumer.test(batch)) {
                return;
            }
        }
    }

    @Override
    public void close() {
        // What was written stays, for whoever opens it again.
    }
}
