package io.streamwright.state;

import io.streamwright.kstream.Windowed;
import java.time.Instant;
import java.util.Objects;
import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;

/**
 * A session store to look into.
 *
 * <p>Start and end of a session are both inside. Sessions that the store's retention has left behind are not found. Sessions of one key
 * come in the order of their ends, and of their starts where those are the same; those of several keys come by stretches of time, and
 * within a stretch by serialized key.
 *
 * @param <K> the keys
 * @param <AGG> the values
 */
public interface ReadOnlySessionStore<K, AGG> {

    /**
     * Returns the sessions of a key that end at a time or later and start at another time or earlier, the earliest first.
     *
     * @param earliestSessionEndTime in ms since the epoch
     * @param latestSessionStartTime in ms since the epoch
     * @throws io.streamwright.errors.InvalidStateStoreException if the store is not open
     */
    default KeyValueIterator<Windowed<K>, AGG> findSessions(
            K key, long earliestSessionEndTime, long latestSessionStartTime) {
        throw new UnsupportedOperationException(getClass().getName() + " cannot find sessions by time");
    }

    /**
     * Returns the sessions of a key that end at a time or later and start at another time or earlier, the earliest first.
     *
     * @throws io.streamwright.errors.InvalidStateStoreException if the store is not open
     * @throws IllegalArgumentException if a time is outside of what milliseconds in a long can tell
     */
    default KeyValueIterator<Windowed<K>, AGG> findSessions(
            K key, Instant earliestSessionEndTime, Instant latestSessionStartTime) {
        throw new UnsupportedOperationException(getClass().getName() + " cannot find sessions by time");
    }

    /** As {@link #findSessions(Object, long, long)}, the latest first. */
    default KeyValueIterator<Windowed<K>, AGG> backwardFindSessions(
            K key, long earliestSessionEndTime, long latestSessionStartTime) {
        throw new UnsupportedOperationException(getClass().getName() + " cannot walk backwards");
    }

    /** As {@link #findSessions(Object, Instant, Instant)}, the latest first. */
    default KeyValueIterator<Windowed<K>, AGG> backwardFindSessions(
            K key, Instant earliestSessionEndTime, Instant latestSessionStartTime) {
        throw new UnsupportedOperationException(getClass().getName() + " cannot walk backwards");
    }

    /**
     * Returns the sessions of a range of keys that end at a time or later and start at another time or earlier.
     *
     * @param keyFrom null: from the first key on
     * @param keyTo null: up to the last key
     * @param earliestSessionEndTime in ms since the epoch
     * @param latestSessionStartTime in ms since the epoch
     */
    default KeyValueIterator<Windowed<K>, AGG> findSessions(
            @Nullable K keyFrom, @Nullable K keyTo, long earliestSessionEndTime, long latestSessionStartTime) {
        throw new UnsupportedOperationException(getClass().getName() + " cannot find sessions by time");
    }

    /**
     * Returns the sessions of a range of keys that end at a time or later and start at another time or earlier.
     *
     * @param keyFrom null: from the first key on
     * @param keyTo null: up to the last key
     */
    default KeyValueIterator<Windowed<K>, AGG> findSessions(
            @Nullable K keyFrom, @Nullable K keyTo, Instant earliestSessionEndTime, Instant latestSessionStartTime) {
        throw new UnsupportedOperationException(getClass().getName() + " cannot find sessions by time");
    }

    /** As {@link #findSessions(Object, Object, long, long)}, in the opposite order. */
    default KeyValueIterator<Windowed<K>, AGG> backwardFindSessions(
            @Nullable K keyFrom, @Nullable K keyTo, long earliestSessionEndTime, long latestSessionStartTime) {
        throw new UnsupportedOperationException(getClass().getName() + " cannot walk backwards");
    }

    /** As {@link #findSessions(Object, Object, Instant, Instant)}, in the opposite order. */
    default KeyValueIterator<Windowed<K>, AGG> backwardFindSessions(
            @Nullable K keyFrom, @Nullable K keyTo, Instant earliestSessionEndTime, Instant latestSessionStartTime) {
        throw new UnsupportedOperationException(getClass().getName() + " cannot walk backwards");
    }

    /**
     * Returns the value of one session.
     *
     * @param sessionStartTime in ms since the epoch
     * @param sessionEndTime in ms since the epoch
     * @return null if there is none
     */
    default @Nullable AGG fetchSession(K key, long sessionStartTime, long sessionEndTime) {
        throw new UnsupportedOperationException(getClass().getName() + " cannot find sessions by time");
    }

    /**
     * Returns the value of one session.
     *
     * @return null if there is none
     */
    default @Nullable AGG fetchSession(K key, Instant sessionStartTime, Instant sessionEndTime) {
        throw new UnsupportedOperationException(getClass().getName() + " cannot find sessions by time");
    }

    /** Returns the sessions of a key, the earliest first. */
    KeyValueIterator<Windowed<K>, AGG> fetch(K key);

    /** Returns the sessions of a key, the latest first. */
    default KeyValueIterator<Windowed<K>, AGG> backwardFetch(K key) {
        throw new UnsupportedOperationException(getClass().getName() + " cannot walk backwards");
    }

    /**
     * Returns the sessions of a range of keys.
     *
     * @param keyFrom null: from the first key on
     * @param keyTo null: up to the last key
     */
    KeyValueIterator<Windowed<K>, AGG> fetch(@Nullable K keyFrom, @Nullable K keyTo);

    /**
     * Returns the sessions of a range of keys, in the opposite order.
     *
     * @param keyFrom the lower end; null: the first key
     * @param keyTo the upper end; null: the last key
     */
    default KeyValueIterator<Windowed<K>, AGG> backwardFetch(@Nullable K keyFrom, @Nullable K keyTo) {
        throw new UnsupportedOperationException(getClass().getName() + " cannot walk backwards");
    }

    /**
     * Returns this store as queries of an isolation level see it, which is this store, see {@link ReadOnlyKeyValueStore#readOnly}.
     */
    default ReadOnlySessionStore<K, AGG> readOnly(IsolationLevel isolationLevel) {
        Objects.requireNonNull(isolationLevel, "isolationLevel cannot be null");
        return this;
    }
}
