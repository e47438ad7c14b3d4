package io.streamwright.state;

import io.streamwright.kstream.Windowed;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The session stores of several partitions, seen as one; one partition follows the other.
 *
 * <p>Thread-safe: holds nothing that changes.
 *
 * @param <K> the keys
 * @param <V> the values
 */
final class CompositeSessionStore<K, V> implements ReadOnlySessionStore<K, V> {
    private final Supplier<List<ReadOnlySessionStore<K, V>>> parts;

    CompositeSessionStore(Supplier<List<ReadOnlySessionStore<K, V>>> parts) {
        this.parts = parts;
    }

    @Override
    public @Nullable V fetchSession(K key, long sessionStartTime, long sessionEndTime) {
        return first(key, part -> part.fetchSession(key, sessionStartTime, sessionEndTime));
    }

    @Override
    public @Nullable V fetchSession(K key, Instant sessionStartTime, Instant sessionEndTime) {
        return first(key, part -> part.fetchSession(key, sessionStartTime, sessionEndTime));
    }

    private @Nullable V first(K key, Function<ReadOnlySessionStore<K, V>, @Nullable V> question) {
        Objects.requireNonNull(key, "key cannot be null");
        for (ReadOnlySessionStore<K, V> part : parts.get()) {
            V value = question.apply(part);
            if (value != null) {
                return value;
            }
        }
        return null;
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> findSessions(
            K key, long earliestSessionEndTime, long latestSessionStartTime) {
        return ofKey(key, part -> part.findSessions(key, earliestSessionEndTime, latestSessionStartTime));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> findSessions(
            K key, Instant earliestSessionEndTime, Instant latestSessionStartTime) {
        return ofKey(key, part -> part.findSessions(key, earliestSessionEndTime, latestSessionStartTime));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> backwardFindSessions(
            K key, long earliestSessionEndTime, long latestSessionStartTime) {
        return ofKey(key, part -> part.backwardFindSessions(key, earliestSessionEndTime, latestSessionStartTime));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> backwardFindSessions(
            K key, Instant earliestSessionEndTime, Instant latestSessionStartTime) {
        return ofKey(key, part -> part.backwardFindSessions(key, earliestSessionEndTime, latestSessionStartTime));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> findSessions(
            @Nullable K keyFrom, @Nullable K keyTo, long earliestSessionEndTime, long latestSessionStartTime) {
        return each(part -> part.findSessions(keyFrom, keyTo, earliestSessionEndTime, latestSessionStartTime));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> findSessions(
            @Nullable K keyFrom, @Nullable K keyTo, Instant earliestSessionEndTime, Instant latestSessionStartTime) {
        return each(part -> part.findSessions(keyFrom, keyTo, earliestSessionEndTime, latestSessionStartTime));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> backwardFindSessions(
            @Nullable K keyFrom, @Nullable K keyTo, long earliestSessionEndTime, long latestSessionStartTime) {
        return each(part -> part.backwardFindSessions(keyFrom, keyTo, earliestSessionEndTime, latestSessionStartTime));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> backwardFindSessions(
            @Nullable K keyFrom, @Nullable K keyTo, Instant earliestSessionEndTime, Instant latestSessionStartTime) {
        return each(part -> part.backwardFindSessions(keyFrom, keyTo, earliestSessionEndTime, latestSessionStartTime));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> fetch(K key) {
        return ofKey(key, part -> part.fetch(key));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> backwardFetch(K key) {
        return ofKey(key, part -> part.backwardFetch(key));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> fetch(@Nullable K keyFrom, @Nullable K keyTo) {
        return each(part -> part.fetch(keyFrom, keyTo));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> backwardFetch(@Nullable K keyFrom, @Nullable K keyTo) {
        return each(part -> part.backwardFetch(keyFrom, keyTo));
    }

    private KeyValueIterator<Windowed<K>, V> ofKey(
            K key, Function<ReadOnlySessionStore<K, V>, KeyValueIterator<Windowed<K>, V>> question) {
        Objects.requireNonNull(key, "key cannot be null");
        return each(question);
    }

    private KeyValueIterator<Windowed<K>, V> each(
            Function<ReadOnlySessionStore<K, V>, KeyValueIterator<Windowed<K>, V>> question) {
        return CompositeIterator.open(parts.get(), question);
    }
}
