package io.streamwright.processor;

import org.apache.kafka.common.TopicPartition;

/**
 * Follows the restoring of stores.
 *
 * <p>Called by whichever worker restores: one listener serves all of them, so it must be thread-safe. An exception that it throws
 * ends the worker.
 */
public interface StateRestoreListener {

    /**
     * A store begins to be restored.
     *
     * @param partition the changelog partition it is restored from
     * @param storeName the store
     * @param startOffset offset of the first record to read
     * @param endOffset where it ends: one behind the last record to read
     */
    void onRestoreStart(TopicPartition partition, String storeName, long startOffset, long endOffset);

    /**
     * Records were put into the store.
     *
     * @param partition the changelog partition
     * @param storeName the store
     * @param batchEndOffset offset of the batch's last record
     * @param numRestored how many records the batch had
     */
    void onBatchRestored(TopicPartition partition, String storeName, long batchEndOffset, long numRestored);

    /**
     * The store is restored.
     *
     * @param partition the changelog partition
     * @param storeName the store
     * @param totalRestored how many records were read in all
     */
    void onRestoreEnd(TopicPartition partition, String storeName, long totalRestored);

    /**
     * Restoring stops early, because the task was closed or went to another worker.
     *
     * @param partition the changelog partition
     * @param storeName the store
     * @param totalRestored how many records were read so far
     */
    default void onRestoreSuspended(TopicPartition partition, String storeName, long totalRestored) {}
}
