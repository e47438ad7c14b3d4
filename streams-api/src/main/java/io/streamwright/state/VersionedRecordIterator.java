package io.streamwright.state;

import java.io.Closeable;
import java.util.Iterator;

/**
 * Walks over versions of one key (KIP-968). It must be closed.
 *
 * <p>Owner: the worker thread of its task.
 *
 * @param <V> the values
 */
public interface VersionedRecordIterator<V> extends Iterator<VersionedRecord<V>>, Closeable {

    @Override
    void close();
}
