package io.streamwright.processor;

import org.jspecify.annotations.Nullable;

/** Puts one record of a changelog back into its store. Owner: the task's worker thread. */
@FunctionalInterface
public interface StateRestoreCallback {

    /**
     * Takes one record.
     *
     * @param key the serialized key
     * @param value the serialized value; null if the key was deleted
     */
    void restore(byte[] key, byte @Nullable [] value);
}
