package io.streamwright.store.committed;

import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The committed entries of one store as they were when it was taken, whatever the owner writes meanwhile.
 *
 * <p>Owner: whoever took it, which may be any thread. It must be closed, after its iterators, before the storage is.
 */
public interface CommittedSnapshot extends AutoCloseable {

    /** Returns the value of a key; null if there is none. */
    byte @Nullable [] get(Bytes key);

    /** Returns an iterator over a range, see {@link CommittedStore#iterate}. */
    BytesIterator iterate(KeyRange range, boolean forward);

    /** Returns about how many entries there are. */
    long approximateEntries();

    @Override
    void close();
}
