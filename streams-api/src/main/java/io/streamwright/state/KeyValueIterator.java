package io.streamwright.state;

import io.streamwright.KeyValue;
import java.io.Closeable;
import java.util.Iterator;

/**
 * Walks through entries of a store. It must be closed: it may hold resources outside of the heap.
 *
 * <p>Owner: the thread that asked for it.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public interface KeyValueIterator<K, V> extends Iterator<KeyValue<K, V>>, Closeable {

    /** Gives up what the iterator holds; closing again does nothing. */
    @Override
    void close();

    /**
     * Returns the key of the entry that {@link #next()} will return, without moving.
     *
     * @throws java.util.NoSuchElementException if there is none
     */
    K peekNextKey();
}
