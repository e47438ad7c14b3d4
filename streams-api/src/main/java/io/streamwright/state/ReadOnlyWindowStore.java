package io.streamwright.state;

import io.streamwright.kstream.Windowed;
import java.time.Instant;
import java.util.Objects;
import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;

/**
 * A window store to look into.
 *
 * <p>Times are those at which windows start; both ends of a range are inside. Windows that the store's retention has left behind are
 * not found. Windows of one key come in the order of time; those of several keys come by stretches of time, and within a stretch by
 * serialized key.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public interface ReadOnlyWindowStore<K, V> {

    /**
     * Returns the value of a key in one window.
     *
     * @param time start of the window, in ms since the epoch
     * @return null if there is none
     * @throws io.streamwright.errors.InvalidStateStoreException if the store is not open
     */
    @Nullable
    V fetch(K key, long time);

    /**
     * Returns the windows of a key, the earliest first.
     *
     * @throws io.streamwright.errors.InvalidStateStoreException if the store is not open
     * @throws IllegalArgumentException if a time is outside of what milliseconds in a long can tell
     */
    WindowStoreIterator<V> fetch(K key, Instant timeFrom, Instant timeTo) throws IllegalArgumentException;

    /**
     * Returns the windows of a key, the latest first.
     *
     * @throws UnsupportedOperationException if the store cannot walk backwards
     */
    default WindowStoreIterator<V> backwardFetch(K key, Instant timeFrom, Instant timeTo)
            throws IllegalArgumentException {
        throw new UnsupportedOperationException(getClass().getName() + " cannot walk backwards");
    }

    /**
     * Returns the windows of a range of keys.
     *
     * @param keyFrom null: from the first key on
     * @param keyTo null: up to the last key
     */
    KeyValueIterator<Windowed<K>, V> fetch(@Nullable K keyFrom, @Nullable K keyTo, Instant timeFrom, Instant timeTo)
            throws IllegalArgumentException;

    /**
     * Returns the windows of a range of keys, in the opposite order.
     *
     * @param keyFrom the lower end; null: the first key
     * @param keyTo the upper end; null: the last key
     * @throws UnsupportedOperationException if the store cannot walk backwards
     */
    default KeyValueIterator<Windowed<K>, V> backwardFetch(
            @Nullable K keyFrom, @Nullable K keyTo, Instant timeFrom, Instant timeTo) throws IllegalArgumentException {
        throw new UnsupportedOperationException(getClass().getName() + " cannot walk backwards");
    }

    /** Returns all windows. */
    KeyValueIterator<Windowed<K>, V> all();

    /**
     * Returns all windows, in the opposite order.
     *
     * @throws UnsupportedOperationException if the store cannot walk backwards
     */
    default KeyValueIterator<Windowed<K>, V> backwardAll() {
        throw new UnsupportedOperationException(getClass().getName() + " cannot walk backwards");
    }

    /** Returns the windows of all keys. */
    KeyValueIterator<Windowed<K>, V> fetchAll(Instant timeFrom, Instant timeTo) throws IllegalArgumentException;

    /**
     * Returns the windows of all keys, in the opposite order.
     *
     * @throws UnsupportedOperationException if the store cannot walk backwards
     */
    default KeyValueIterator<Windowed<K>, V> backwardFetchAll(Instant timeFrom, Instant timeTo)
            throws IllegalArgumentException {
        throw new UnsupportedOperationException(getClass().getName() + " cannot walk backwards");
    }

    /**
     * Returns this store as queries of an isolation level see it, which is this store, see {@link ReadOnlyKeyValueStore#readOnly}.
     */
    default ReadOnlyWindowStore<K, V> readOnly(IsolationLevel isolationLevel) {
        Objects.requireNonNull(isolationLevel, "isolationLevel cannot be null");
        return this;
    }
}
