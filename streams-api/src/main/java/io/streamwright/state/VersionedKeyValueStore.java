package io.streamwright.state;

import io.streamwright.processor.StateStore;
import java.util.Objects;
import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;

/**
 * A store that keeps, for each key, the values it had over time (KIP-889).
 *
 * <p>A version holds from its timestamp on until the next version of its key. The store's time is the highest timestamp that was put.
 * Behind the store's time less its history retention nothing can be put, and no older versions are found; the newest version of a key
 * is kept for ever. The store's time belongs to the task's transaction: an abort brings back what it had left behind.
 *
 * <p>Owner: the worker thread of its task.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public interface VersionedKeyValueStore<K, V> extends StateStore {

    /** What {@link #put} returns for the newest version of a key. */
    long PUT_RETURN_CODE_VALID_TO_UNDEFINED = -1L;

    /** What {@link #put} returns if the timestamp lies behind the history retention, so that nothing was put. */
    long PUT_RETURN_CODE_NOT_PUT = Long.MIN_VALUE;

    /**
     * Adds a version of a key, in place of one with the same timestamp.
     *
     * @param value null: the key has no value from then on
     * @param timestamp from when on the value holds, in ms since the epoch
     * @return from when on the value holds no longer, in ms since the epoch; {@link #PUT_RETURN_CODE_VALID_TO_UNDEFINED} if there is no
     *     later version; {@link #PUT_RETURN_CODE_NOT_PUT} if nothing was put
     * @throws NullPointerException if the key is null
     * @throws IllegalArgumentException if the timestamp is negative
     */
    long put(K key, @Nullable V value, long timestamp);

    /**
     * Says that a key has no value from a time on, until its next version.
     *
     * @param timestamp in ms since the epoch; if it lies behind the history retention, nothing is changed
     * @return the version that held at that time until now; null if there was none, or nothing was changed
     * @throws NullPointerException if the key is null
     * @throws IllegalArgumentException if the timestamp is negative
     */
    @Nullable
    VersionedRecord<V> delete(K key, long timestamp);

    /**
     * Returns the newest version of a key.
     *
     * @return null if there is none, or if the newest version is a deletion
     * @throws NullPointerException if the key is null
     */
    @Nullable
    VersionedRecord<V> get(K key);

    /**
     * Returns the version of a key that held at a time.
     *
     * @param asOfTimestamp in ms since the epoch
     * @return null if there was none, or if it can no longer be known: then only the newest version is found
     * @throws NullPointerException if the key is null
     */
    @Nullable
    VersionedRecord<V> get(K key, long asOfTimestamp);

    /**
     * Returns this store as queries of an isolation level see it, which is this store, see {@link ReadOnlyKeyValueStore#readOnly}.
     */
    default VersionedKeyValueStore<K, V> readOnly(IsolationLevel isolationLevel) {
        Objects.requireNonNull(isolationLevel, "isolationLevel cannot be null");
        return this;
    }
}
