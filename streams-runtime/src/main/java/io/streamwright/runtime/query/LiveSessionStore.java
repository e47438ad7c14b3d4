package io.streamwright.runtime.query;

import io.streamwright.kstream.Windowed;
import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.ReadOnlySessionStore;
import io.streamwright.store.answer.ShownEntries;
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
 * @param <S> the values as they are stored
 * @param <V> the values as they are shown
 */
final class LiveSessionStore<K, S, V> implements ReadOnlySessionStore<K, V> {
    private final StoreHandle handle;
    private final ShownEntries.Showing<S, V> shown;

    LiveSessionStore(StoreHandle handle, ShownEntries.Showing<S, V> shown) {
        this.handle = handle;
        this.shown = shown;
    }

    @Override
    public @Nullable V fetchSession(K key, long sessionStartTime, long sessionEndTime) {
        Objects.requireNonNull(key, "key cannot be null");
        S stored = this.<@Nullable S>ask(store -> store.fetchSession(key, sessionStartTime, sessionEndTime));
        return stored == null ? null : shown.show(stored);
    }

    @Override
    public @Nullable V fetchSession(K key, Instant sessionStartTime, Instant sessionEndTime) {
        Objects.requireNonNull(key, "key cannot be null");
        S stored = this.<@Nullable S>ask(store -> store.fetchSession(key, sessionStartTime, sessionEndTime));
        return stored == null ? null : shown.show(stored);
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> findSessions(
            K key, long earliestSessionEndTime, long latestSessionStartTime) {
        return show(store -> store.findSessions(key, earliestSessionEndTime, latestSessionStartTime));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> findSessions(
            K key, Instant earliestSessionEndTime, Instant latestSessionStartTime) {
        return show(store -> store.findSessions(key, earliestSessionEndTime, latestSessionStartTime));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> backwardFindSessions(
            K key, long earliestSessionEndTime, long latestSessionStartTime) {
        return show(store -> store.backwardFindSessions(key, earliestSessionEndTime, latestSessionStartTime));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> backwardFindSessions(
            K key, Instant earliestSessionEndTime, Instant latestSessionStartTime) {
        return show(store -> store.backwardFindSessions(key, earliestSessionEndTime, latestSessionStartTime));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> findSessions(
            @Nullable K keyFrom, @Nullable K keyTo, long earliestSessionEndTime, long latestSessionStartTime) {
        return show(store -> store.findSessions(keyFrom, keyTo, earliestSessionEndTime, latestSessionStartTime));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> findSessions(
            @Nullable K keyFrom, @Nullable K keyTo, Instant earliestSessionEndTime, Instant latestSessionStartTime) {
        return show(store -> store.findSessions(keyFrom, keyTo, earliestSessionEndTime, latestSessionStartTime));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> backwardFindSessions(
            @Nullable K keyFrom, @Nullable K keyTo, long earliestSessionEndTime, long latestSessionStartTime) {
        return show(
                store -> store.backwardFindSessions(keyFrom, keyTo, earliestSessionEndTime, latestSessionStartTime));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> backwardFindSessions(
            @Nullable K keyFrom, @Nullable K keyTo, Instant earliestSessionEndTime, Instant latestSessionStartTime) {
        return show(
                store -> store.backwardFindSessions(keyFrom, keyTo, earliestSessionEndTime, latestSessionStartTime));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> fetch(K key) {
        return show(store -> store.fetch(key));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> backwardFetch(K key) {
        return show(store -> store.backwardFetch(key));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> fetch(@Nullable K keyFrom, @Nullable K keyTo) {
        return show(store -> store.fetch(keyFrom, keyTo));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> backwardFetch(@Nullable K keyFrom, @Nullable K keyTo) {
        return show(store -> store.backwardFetch(keyFrom, keyTo));
    }

    private KeyValueIterator<Windowed<K>, V> show(
            Function<ReadOnlySessionStore<K, S>, KeyValueIterator<Windowed<K>, S>> question) {
        return new ShownEntries<>(this.<KeyValueIterator<Windowed<K>, S>>ask(question), shown);
    }

    private <R extends @Nullable Object> R ask(Function<ReadOnlySessionStore<K, S>, R> question) {
        return handle.ask(question);
    }
}
