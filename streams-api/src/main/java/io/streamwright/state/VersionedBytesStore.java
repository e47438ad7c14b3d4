package io.streamwright.state;

import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * A versioned store of bytes (KIP-889). Values that it returns begin with their timestamp, in eight bytes.
 *
 * <p>Owner: the worker thread of its task.
 */
public interface VersionedBytesStore extends KeyValueStore<Bytes, byte[]> {

    /** As {@link VersionedKeyValueStore#put(Object, Object, long)}. */
    long put(Bytes key, byte @Nullable [] value, long timestamp);

    /** As {@link VersionedKeyValueStore#get(Object, long)}. */
    byte @Nullable [] get(Bytes key, long asOfTimestamp);

    /** As {@link VersionedKeyValueStore#delete(Object, long)}. */
    byte @Nullable [] delete(Bytes key, long timestamp);
}
