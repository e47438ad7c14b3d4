package io.streamwright.store.committed;

import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The committed entries of one store.
 *
 * <p>Owner: the worker that owns the task.
 */
public interface CommittedStore {

    /** Returns the value of a key; null if there is none. */
    byte @Nullable [] get(Bytes key);

    /**
     * Returns an iterator over a range.
     *
     * @param range which keys
     * @param forward ascending or descending
     */
    BytesIterator iterate(KeyRange range, boolean forward);

    /** Returns about how many entries there are. */
    long approximateEntries();

    /** Returns whether an open iterator goes on to see the store as of its opening when something is written. */
    boolean hasSnapshotIterators();

    /** Returns whether reading costs more than a look-up in memory. */
    boolean isWorthCaching();
}
