package io.streamwright.store.committed;

import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The committed entries of one store.
 *
 * <p>Owner: the worker that owns the task, but for {@link #snapshot}.
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

    /**
     * Takes the entries as they are now, for another thread to read while the owner goes on.
     *
     * <p>Any thread may call it, but not while the owner writes: who calls makes sure of that. A store that the program brought cannot
     * keep what it holds: there each look-up and each iterator sees what is committed when it is made.
     */
    CommittedSnapshot snapshot();
}
