package io.streamwright.runtime.query;

import io.streamwright.kstream.Windowed;
import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.ReadOnlyWindowStore;
import io.streamwright.state.WindowStoreIterator;
import io.streamwright.store.answer.ShownEntries;
import java.time.Instant;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The committed content of one window store of one task, as of the last commit before each look.
 *
 * <p>Thread-safe: holds nothing that changes.
 *
 * @param <K> the keys
 * @param <S> the values as they are stored
 * @param <V> the values as they are shown
 */
final class LiveWindowStore<K, S, V> implements ReadOnlyWindowStore<K, V> {
    private final StoreHandle handle;
    private final ShownEntries.Showing<S, V> shown;

    LiveWindowStore(StoreHandle handle, ShownEntries.Showing<S, V> shown) {
        this.handle = handle;
        this.shown = shown;
    }

    @Override
    public @Nullable V fetch(K key, long time) {
        Objects.requireNonNull(key, "key cannot be null");
        S stored = this.<@Nullable S>ask(store -> store.fetch(key, time));
        return stored == null ? null : shown.show(stored);
    }

    @Override
    public WindowStoreIterator<V> fetch(K key, Instant timeFrom, Instant timeTo) {
        return ofKey(store -> store.fetch(key, timeFrom, timeTo));
    }

    @Override
    public WindowStoreIterator<V> backwardFetch(K key, Instant timeFrom, Instant timeTo) {
        return ofKey(store -> store.backwardFetch(key, timeFrom, timeTo));
    }

    private WindowStoreIterator<V> ofKey(Function<ReadOnlyWindowStore<K, S>, WindowStoreIterator<S>> question) {
        return new ShownEntries.OfWindows<>(this.<WindowStoreIterator<S>>ask(question), shown);
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> fetch(
            @Nullable K keyFrom, @Nullable K keyTo, Instant timeFrom, Instant timeTo) {
        return show(store -> store.fetch(keyFrom, keyTo, timeFrom, timeTo));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> backwardFetch(
            @Nullable K keyFrom, @Nullable K keyTo, Instant timeFrom, Instant timeTo) {
        return show(store -> store.backwardFetch(keyFrom, keyTo, timeFrom, timeTo));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> all() {
        return show(ReadOnlyWindowStore::all);
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> backwardAll() {
        return show(ReadOnlyWindowStore::backwardAll);
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> fetchAll(Instant timeFrom, Instant timeTo) {
        return show(store -> store.fetchAll(timeFrom, timeTo));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> backwardFetchAll(Instant timeFrom, Instant timeTo) {
        return show(store -> store.backwardFetchAll(timeFrom, timeTo));
    }

    private KeyValueIterator<Windowed<K>, V> show(
            Function<ReadOnlyWindowStore<K, S>, KeyValueIterator<Windowed<K>, S>> question) {
        return new ShownEntries<>(this.<KeyValueIterator<Windowed<K>, S>>ask(question), shown);
    }

    private <R extends @Nullable Object> R ask(Function<ReadOnlyWindowStore<K, S>, R> question) {
        return handle.ask(question);
    }
}
