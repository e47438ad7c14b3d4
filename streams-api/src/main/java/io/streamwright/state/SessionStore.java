package io.streamwright.state;

import io.streamwright.kstream.Windowed;
import io.streamwright.processor.StateStore;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A store with a value for each key and session, kept as long as its retention says.
 *
 * <p>The store's time is the highest end of a session that was put. What ends at that time less the retention, or before, is neither
 * found nor put any more. The store's time belongs to the task's transaction: an abort brings back what it had left behind.
 *
 * <p>Owner: the worker thread of its task.
 *
 * @param <K> the keys
 * @param <AGG> the values
 */
public interface SessionStore<K, AGG> extends StateStore, ReadOnlySessionStore<K, AGG> {

    /**
     * Returns the sessions of all keys that end in a range of times, both ends inside, in the order of time as far as the store has it.
     *
     * @param earliestSessionEndTime in ms since the epoch
     * @param latestSessionEndTime in ms since the epoch
     */
    default KeyValueIterator<Windowed<K>, AGG> findSessions(long earliestSessionEndTime, long latestSessionEndTime) {
        throw new UnsupportedOperationException(getClass().getName() + " cannot find sessions by their ends");
    }

    @Override
    default KeyValueIterator<Windowed<K>, AGG> findSessions(
            K key, Instant earliestSessionEndTime, Instant latestSessionStartTime) {
        return findSessions(
                key,
                StoreTimes.ms(earliestSessionEndTime, "earliestSessionEndTime"),
                StoreTimes.ms(latestSessionStartTime, "latestSessionStartTime"));
    }

    @Override
    default KeyValueIterator<Windowed<K>, AGG> backwardFindSessions(
            K key, Instant earliestSessionEndTime, Instant latestSessionStartTime) {
        return backwardFindSessions(
                key,
                StoreTimes.ms(earliestSessionEndTime, "earliestSessionEndTime"),
                StoreTimes.ms(latestSessionStartTime, "latestSessionStartTime"));
    }

    @Override
    default KeyValueIterator<Windowed<K>, AGG> findSessions(
            @Nullable K keyFrom, @Nullable K keyTo, Instant earliestSessionEndTime, Instant latestSessionStartTime) {
        return findSessions(
                keyFrom,
                keyTo,
                StoreTimes.ms(earliestSessionEndTime, "earliestSessionEndTime"),
                StoreTimes.ms(latestSessionStartTime, "latestSessionStartTime"));
    }

    @Override
    default KeyValueIterator<Windowed<K>, AGG> backwardFindSessions(
            @Nullable K keyFrom, @Nullable K keyTo, Instant earliestSessionEndTime, Instant latestSessionStartTime) {
        return backwardFindSessions(
                keyFrom,
                keyTo,
                StoreTimes.ms(earliestSessionEndTime, "earliestSessionEndTime"),
                StoreTimes.ms(latestSessionStartTime, "latestSessionStartTime"));
    }

    @Override
    default @Nullable AGG fetchSession(K key, Instant sessionStartTime, Instant sessionEndTime) {
        return fetchSession(
                key,
                StoreTimes.ms(sessionStartTime, "sessionStartTime"),
                StoreTimes.ms(sessionEndTime, "sessionEndTime"));
    }

    /**
     * Deletes a session.
     *
     * @throws NullPointerException if the session or its key is null
     */
    void remove(Windowed<K> sessionKey);

    /**
     * Sets the value of a session.
     *
     * @param aggregate null deletes
     * @throws NullPointerException if the session or its key is null
     */
    void put(Windowed<K> sessionKey, @Nullable AGG aggregate);
}
