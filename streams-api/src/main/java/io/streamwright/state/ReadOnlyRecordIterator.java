package io.streamwright.state;

import io.streamwright.processor.api.ReadOnlyRecord;
import java.io.Closeable;
import java.util.Iterator;

/**
 * Walks over records that cannot be changed. It must be closed.
 *
 * <p>Owner: the worker thread of its task.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public interface ReadOnlyRecordIterator<K, V> extends Iterator<ReadOnlyRecord<K, V>>, Closeable {

    @Override
    void close();
}
