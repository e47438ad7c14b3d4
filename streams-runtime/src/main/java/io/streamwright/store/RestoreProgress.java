package io.streamwright.store;

import org.apache.kafka.common.TopicPartition;

/** Follows the restoring of one task's stores. Owner: the worker that owns the task calls it. */
public interface RestoreProgress {

    /** Follows nothing. */
    RestoreProgress NONE = new RestoreProgress() {};

    /**
     * A store begins to be restored; not called for stores that are complete.
     *
     * @param store the store
     * @param changelog where it is restored from
     * @param startOffset offset of the first record that may be missing
     * @param endOffset offset behind the last one
     */
    default void started(String store, TopicPartition changelog, long startOffset, long endOffset) {}

    /**
     * Records were put into a store.
     *
     * @param store the store
     * @param changelog where they came from
     * @param nextOffset position of the store now, which may lie behind markers too
     * @param records how many there were; none if only markers were passed
     */
    default void restored(String store, TopicPartition changelog, long nextOffset, long records) {}

    /**
     * A store is complete.
     *
     * @param store the store
     * @param changelog where it was restored from
     * @param records how many were put into it in all
     */
    default void finished(String store, TopicPartition changelog, long records) {}

    /**
     * Restoring ended before the store was complete; it goes on at its position another time.
     *
     * @param store the store
     * @param changelog where it is restored from
     * @param records how many were put into it so far
     */
    default void suspended(String store, TopicPartition changelog, long records) {}
}
