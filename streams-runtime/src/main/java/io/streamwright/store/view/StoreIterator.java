package io.streamwright.store.view;

import io.streamwright.store.committed.BytesIterator;

/**
 * Walks over serialized entries and knows whether it may go on. What it holds is released with the store at the latest.
 *
 * <p>Owner: who opened it.
 */
public interface StoreIterator extends BytesIterator {

    /** Returns whether it was closed. */
    boolean isClosed();
}
