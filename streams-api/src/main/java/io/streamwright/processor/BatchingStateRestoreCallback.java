package io.streamwright.processor;

import io.streamwright.KeyValue;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Puts a changelog's records back into their store, many at a time. Owner: the task's worker thread. */
public interface BatchingStateRestoreCallback extends StateRestoreCallback {

    /**
     * Takes a batch of records, in the order of the changelog.
     *
     * @param records serialized keys and values; a null value means that the key was deleted
     */
    void restoreAll(Collection<KeyValue<byte[], byte @Nullable []>> records);

    @Override
    default void restore(byte[] key, byte @Nullable [] value) {
        restoreAll(List.of(new KeyValue<byte[], byte @Nullable []>(key, value)));
    }
}
