package io.streamwright.store.answer;

import io.streamwright.state.VersionedRecordIterator;

/**
 * A versioned store that shows all versions of a key.
 *
 * <p>Owner: as the store.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public interface VersionHistory<K, V> {

    /**
     * Returns the versions of a key that hold at some time in a range, as they are now.
     *
     * @param fromMs begin of the range, in ms since the epoch
     * @param toMs end of the range, which is inside
     * @param ascending in the order of time, or the newest first
     */
    VersionedRecordIterator<V> versions(K key, long fromMs, long toMs, boolean ascending);
}
