package io.streamwright.state;

import io.streamwright.kstream.Windowed;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The window stores of several partitions, seen as one; one partition follows the other.
 *
 * <p>Thread-safe: holds nothing that changes.
 *
 * @param <K> the keys
 * @param <V> the values
 */
final class CompositeWindowStore<K, V> implements ReadOnlyWindowStore<K, V> {
    private final Supplier<List<ReadOnlyWindowStore<K, V>>> parts;

    CompositeWindowStore(Supplier<List<ReadOnlyWindowStore<K, V>>> parts) {
        this.parts = parts;
    }

    @Override
    public @Nullable V fetch(K key, long time) {
        Objects.requireNonNull(key, "key cannot be null");
        for (ReadOnlyWindowStore<K, V> part : parts.get()) {
            V value = part.fetch(key, time);
            if (value != null) {
                return value;
            }
        }
        return null;
    }

    @Override
    public WindowStoreIterator<V> fetch(K key, Instant timeFrom, Instant timeTo) {
        return ofKey(key, part -> part.fetch(key, timeFrom, timeTo));
    }

    @Override
    public WindowStoreIterator<V> backwardFetch(K key, Instant timeFrom, Instant timeTo) {
        return ofKey(key, part -> part.backwardFetch(key, timeFrom, timeTo));
    }

    private WindowStoreIterator<V> ofKey(K key, Function<ReadOnlyWindowStore<K, V>, WindowStoreIterator<V>> question) {
        Objects.requireNonNull(key, "key cannot be null");
        return CompositeIterator.openWindows(parts.get(), question);
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> fetch(
            @Nullable K keyFrom, @Nullable K keyTo, Instant timeFrom, Instant timeTo) {
        return each(part -> part.fetch(keyFrom, keyTo, timeFrom, timeTo));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> backwardFetch(
            @Nullable K keyFrom, @Nullable K keyTo, Instant timeFrom, Instant timeTo) {
        return each(part -> part.backwardFetch(keyFrom, keyTo, timeFrom, timeTo));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> all() {
        return each(ReadOnlyWindowStore::all);
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> backwardAll() {
        return each(ReadOnlyWindowStore::backwardAll);
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> fetchAll(Instant timeFrom, Instant timeTo) {
        return each(part -> part.fetchAll(timeFrom, timeTo));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> backwardFetchAll(Instant timeFrom, Instant timeTo) {
        return each(part -> part.backwardFetchAll(timeFrom, timeTo));
    }

    private KeyValueIterator<Windowed<K>, V> each(
            Function<ReadOnlyWindowStore<K, V>, KeyValueIterator<Windowed<K>, V>> question) {
        return CompositeIterator.open(parts.get(), question);
    }
}
