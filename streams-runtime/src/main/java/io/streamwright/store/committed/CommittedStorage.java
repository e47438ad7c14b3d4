package io.streamwright.store.committed;

import java.util.List;
import java.util.OptionalLong;

/**
 * Holds the committed entries of some stores of one task, each with the changelog position that they equal.
 *
 * <p>Owner: the worker that owns the task.
 */
public interface CommittedStorage extends AutoCloseable {

    /** Returns the entries of a store. */
    CommittedStore store(String name);

    /** Returns the position that the store was last written with; empty if it was never written. */
    OptionalLong position(String name);

    /** Writes all updates, entries and positions, or none of them. */
    void write(List<StoreUpdate> updates);

    /** Empties a store and sets its position to zero, for a restore from the start. */
    void reset(String name);

    /** Makes everything written durable and releases the storage. */
    @Override
    void close();
}
