package io.streamwright.log.embedded.storage;

import io.streamwright.log.embedded.batch.RecordBatch;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/**
 * Keeps batches and state records.
 *
 * <p>Thread-safe: one thread writes; batches are read from any thread, and a reader that starts at a published offset finds all of
 * them.
 */
public interface LogStorage extends AutoCloseable {

    /** Returns the directory or name, for messages. */
    String location();

    /**
     * Applies a write, all of it or nothing.
     *
     * @param write what to write
     * @param sync whether it must survive a crash of the machine when this returns; otherwise a later synced write makes it so
     * @throws org.apache.kafka.common.errors.KafkaStorageException if it failed; it may or may not be found later, and {@link
     *     #recover} must be called before the next write
     */
    void write(StorageWrite write, boolean sync);

    /**
     * Makes storage usable again after a failed write; what is read afterwards is what is stored.
     *
     * @throws org.apache.kafka.common.errors.KafkaStorageException if it cannot be used yet; call again
     */
    void recover();

    /** Hands all entries of a table to the consumer, sorted by key. */
    void forEach(StateTable table, BiConsumer<String, byte[]> entries);

    /**
     * Hands the batches of a partition to the consumer, in order, beginning with the one that holds the offset or else the first
     * behind it, until the consumer returns false or there are no more.
     *
     * @throws org.apache.kafka.common.errors.CorruptRecordException if a batch is not what was written; batches before it were
     *     handed over
     */
    void readBatches(PartitionKey partition, long fromOffset, Predicate<RecordBatch> consumer);

    /** Closes storage; without effect if it is closed. */
    @Override
    void close();
}
