package io.streamwright.store.committed;

import org.apache.kafka.common.utils.Bytes;

/**
 * Walks over serialized entries; stands on one of them, or behind the last.
 *
 * <p>Owner: the worker that owns the task.
 */
public interface BytesIterator extends AutoCloseable {

    /** Returns whether it stands on an entry; if not, only {@link #close} may be called. */
    boolean isValid();

    /** Returns the key it stands on. */
    Bytes key();

    /** Returns the value it stands on. */
    byte[] value();

    /** Moves to the next entry. */
    void advance();

    @Override
    void close();
}
