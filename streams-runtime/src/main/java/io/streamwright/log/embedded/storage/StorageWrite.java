package io.streamwright.log.embedded.storage;

import io.streamwright.log.embedded.batch.RecordBatch;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Everything that one round of the log writes, applied all or not at all.
 *
 * <p>Owner: the log's loop. Storage reads it during {@link LogStorage#write} and keeps no reference.
 */
public final class StorageWrite {
    private final List<Append> appends = new ArrayList<>();
    private final Map<StateTable, Map<String, Optional<byte[]>>> values = new EnumMap<>(StateTable.class);
    private final Map<PartitionKey, Long> dropsBefore = new LinkedHashMap<>();
    private long bytes;

    /** Adds a batch at its place in a partition. */
    public void append(PartitionKey partition, RecordBatch batch) {
        appends.add(new Append(partition, batch));
        bytes += batch.sizeBytes();
    }

    /** Sets the value of a key of a table; of several values the last one counts. */
    public void put(StateTable table, String key, byte[] value) {
        set(table, key, Optional.of(value));
        bytes += value.length;
    }

    /** Removes a key from a table; without effect if it is not there. */
    public void remove(StateTable table, String key) {
        set(table, key, Optional.empty());
    }

    private void set(StateTable table, String key, Optional<byte[]> value) {
        values.computeIfAbsent(table, any -> new LinkedHashMap<>()).put(key, value);
    }

    /** Drops the batches that begin before an offset, which is none of a batch added here. */
    public void dropBatchesBefore(PartitionKey partition, long offset) {
        dropsBefore.merge(partition, offset, Math::max);
    }

    public boolean isEmpty() {
        return appends.isEmpty() && values.isEmpty() && dropsBefore.isEmpty();
    }

    /** Returns about how many bytes it holds. */
    public long sizeBytes() {
        return bytes;
    }

    /** Hands everything to the sink. */
    public void replay(Sink sink) {
        dropsBefore.forEach(sink::dropBatchesBefore);
        for (Append append : appends) {
            sink.append(append.partition, append.batch);
        }
        values.forEach((table, entries) -> entries.forEach((key, value) -> sink.put(table, key, value.orElse(null))));
    }

    /** Takes the parts of a write. */
    public interface Sink {
        void append(PartitionKey partition, RecordBatch batch);

        /** Sets a value, or removes the key if the value is null. */
        void put(StateTable table, String key, byte @Nullable [] value);

        void dropBatchesBefore(PartitionKey partition, long offset);
    }

    private record Append(PartitionKey partition, RecordBatch batch) {}
}
