package io.streamwright.runtime.query;

import io.streamwright.kstream.Windowed;
import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.ReadOnlySessionStore;
import java.time.Instant;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The committed content of one session store of one task, as of the last commit before each look.
 *
 * <p>Thread-safe: holds nothing that changes.
 *
 * @param <K> the keys
 * @param <V> the values
 */
final class LiveSessionStore<K, V> implements ReadOnlySessionStore<K, V> {
    private final StoreHandle handle;

    LiveSessionStore(StoreHandle handle) {
        this.handle = handle;
    }

    @Override
    public @Nullable V fetchSession(K key, long sessionStartTime, long sessionEndTime) {
        Objects.requireNonNull(key, "key cannot be null");
        return this.<@Nullable V>ask(store -> store.fetchSession(key, sessionStartTime, sessionEndTime));
    }

    @Override
    public @Nullable V fetchSession(K key, Instant sessionStartTime, Instant sessionEndTime) {
        Objects.requireNonNull(key, "key cannot be null");
        return this.<@Nullable V>ask(store -> store.fetchSession(key, sessionStartTime, sessionEndTime));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> findSessions(
            K key, long earliestSessionEndTime, long latestSessionStartTime) {
        return ask(store -> store.findSessions(key, earliestSessionEndTime, latestSessionStartTime));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> findSessions(
            K key, Instant earliestSessionEndTime, Instant latestSessionStartTime) {
        return ask(store -> store.findSessions(key, earliestSessionEndTime, latestSessionStartTime));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> backwardFindSessions(
            K key, long earliestSessionEndTime, long latestSessionStartTime) {
        return ask(store -> store.backwardFindSessions(key, earliestSessionEndTime, latestSessionStartTime));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> backwardFindSessions(
            K key, Instant earliestSessionEndTime, Instant latestSessionStartTime) {
        return ask(store -> store.backwardFindSessions(key, earliestSessionEndTime, latestSessionStartTime));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> findSessions(
            @Nullable K keyFrom, @Nullable K keyTo, long earliestSessionEndTime, long latestSessionStartTime) {
        return ask(store -> store.findSessions(keyFrom, keyTo, earliestSessionEndTime, latestSessionStartTime));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> findSessions(
            @Nullable K keyFrom, @Nullable K keyTo, Instant earliestSessionEndTime, Instant latestSessionStartTime) {
        return ask(store -> store.findSessions(keyFrom, keyTo, earliestSessionEndTime, latestSessionStartTime));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> backwardFindSessions(
            @Nullable K keyFrom, @Nullable K keyTo, long earliestSessionEndTime, long latestSessionStartTime) {
        return ask(store -> store.backwardFindSessions(keyFrom, keyTo, earliestSessionEndTime, latestSessionStartTime));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> backwardFindSessions(
            @Nullable K keyFrom, @Nullable K keyTo, Instant earliestSessionEndTime, Instant latestSessionStartTime) {
        return ask(store -> store.backwardFindSessions(keyFrom, keyTo, earliestSessionEndTime, latestSessionStartTime));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> fetch(K key) {
        return ask(store -> store.fetch(key));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> backwardFetch(K key) {
        return ask(store -> store.backwardFetch(key));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> fetch(@Nullable K keyFrom, @Nullable K keyTo) {
        return ask(store -> store.fetch(keyFrom, keyTo));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> backwardFetch(@Nullable K keyFrom, @Nullable K keyTo) {
        return ask(store -> store.backwardFetch(keyFrom, keyTo));
    }

    private <R extends @Nullable Object> R ask(Function<ReadOnlySessionStore<K, V>, R> question) {
        return handle.ask(question);
    }
}
