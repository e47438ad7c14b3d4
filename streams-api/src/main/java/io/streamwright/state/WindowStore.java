package io.streamwright.state;

import io.streamwright.kstream.Windowed;
import io.streamwright.processor.StateStore;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A store with a value for each key and start of a window, kept as long as its retention says.
 *
 * <p>The store's time is the highest start of a window that was put. What starts at that time less the retention, or before, is
 * neither found nor put any more. The store's time belongs to the task's transaction: an abort brings back what it had left behind.
 *
 * <p>Owner: the worker thread of its task.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public interface WindowStore<K, V> extends StateStore, ReadOnlyWindowStore<K, V> {

    /**
     * Sets the value of a key in one window. In a store that keeps values of the same key and window side by side, adds one.
     *
     * @param value null deletes; a store that keeps values side by side leaves it aside
     * @param windowStartTimestamp start of the window, in ms since the epoch
     * @throws NullPointerException if the key is null
     */
    void put(K key, @Nullable V value, long windowStartTimestamp);

    /** Returns the windows of a key, the earliest first; times are in ms since the epoch. */
    WindowStoreIterator<V> fetch(K key, long timeFrom, long timeTo);

    @Override
    default WindowStoreIterator<V> fetch(K key, Instant timeFrom, Instant timeTo) throws IllegalArgumentException {
        return fetch(key, StoreTimes.ms(timeFrom, "timeFrom"), StoreTimes.ms(timeTo, "timeTo"));
    }

    /** Returns the windows of a key, the latest first; times are in ms since the epoch. */
    default WindowStoreIterator<V> backwardFetch(K key, long timeFrom, long timeTo) {
        throw new UnsupportedOperationException(getClass().getName() + " cannot walk backwards");
    }

    @Override
    default WindowStoreIterator<V> backwardFetch(K key, Instant timeFrom, Instant timeTo)
            throws IllegalArgumentException {
        return backwardFetch(key, StoreTimes.ms(timeFrom, "timeFrom"), StoreTimes.ms(timeTo, "timeTo"));
    }

    /** Returns the windows of a range of keys, where null leaves a side open; times are in ms since the epoch. */
    KeyValueIterator<Windowed<K>, V> fetch(@Nullable K keyFrom, @Nullable K keyTo, long timeFrom, long timeTo);

    @Override
    default KeyValueIterator<Windowed<K>, V> fetch(
            @Nullable K keyFrom, @Nullable K keyTo, Instant timeFrom, Instant timeTo) throws IllegalArgumentException {
        return fetch(keyFrom, keyTo, StoreTimes.ms(timeFrom, "timeFrom"), StoreTimes.ms(timeTo, "timeTo"));
    }

    /** Returns the windows of a range of keys in the opposite order; times are in ms since the epoch. */
    default KeyValueIterator<Windowed<K>, V> backwardFetch(
            @Nullable K keyFrom, @Nullable K keyTo, long timeFrom, long timeTo) {
        throw new UnsupportedOperationException(getClass().getName() + " cannot walk backwards");
    }

    @Override
    default KeyValueIterator<Windowed<K>, V> backwardFetch(
            @Nullable K keyFrom, @Nullable K keyTo, Instant timeFrom, Instant timeTo) throws IllegalArgumentException {
        return backwardFetch(keyFrom, keyTo, StoreTimes.ms(timeFrom, "timeFrom"), StoreTimes.ms(timeTo, "timeTo"));
    }

    /** Returns the windows of all keys; times are in ms since the epoch. */
    KeyValueIterator<Windowed<K>, V> fetchAll(long timeFrom, long timeTo);

    @Override
    default KeyValueIterator<Windowed<K>, V> fetchAll(Instant timeFrom, Instant timeTo)
            throws IllegalArgumentException {
        return fetchAll(StoreTimes.ms(timeFrom, "timeFrom"), StoreTimes.ms(timeTo, "timeTo"));
    }

    /** Returns the windows of all keys in the opposite order; times are in ms since the epoch. */
    default KeyValueIterator<Windowed<K>, V> backwardFetchAll(long timeFrom, long timeTo) {
        throw new UnsupportedOperationException(getClass().getName() + " cannot walk backwards");
    }

    @Override
    default KeyValueIterator<Windowed<K>, V> backwardFetchAll(Instant timeFrom, Instant timeTo)
            throws IllegalArgumentException {
        return backwardFetchAll(StoreTimes.ms(timeFrom, "timeFrom"), StoreTimes.ms(timeTo, "timeTo"));
    }
}
