package io.streamwright.state;

/**
 * Walks through the windows of one key: the starts of the windows, in ms since the epoch, and their values. It must be closed.
 *
 * <p>Owner: the thread that asked for it.
 *
 * @param <V> the values
 */
public interface WindowStoreIterator<V> extends KeyValueIterator<Long, V> {

    @Override
    void close();
}
