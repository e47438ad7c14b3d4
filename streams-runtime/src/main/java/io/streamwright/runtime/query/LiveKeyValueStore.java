package io.streamwright.runtime.query;

import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.ReadOnlyKeyValueStore;
import io.streamwright.store.answer.ShownEntries;
import java.util.Objects;
import java.util.function.Function;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * The committed content of one key-value store of one task, as of the last commit before each look.
 *
 * <p>Thread-safe: holds nothing that changes.
 *
 * @param <K> the keys
 * @param <S> the values as they are stored
 * @param <V> the values as they are shown
 */
final class LiveKeyValueStore<K, S, V> implements ReadOnlyKeyValueStore<K, V> {
    private final StoreHandle handle;
    private final ShownEntries.Showing<S, V> shown;

    LiveKeyValueStore(StoreHandle handle, ShownEntries.Showing<S, V> shown) {
        this.handle = handle;
        this.shown = shown;
    }

    @Override
    public @Nullable V get(K key) {
        Objects.requireNonNull(key, "key cannot be null");
        S stored = this.<@Nullable S>ask(store -> store.get(key));
        return stored == null ? null : shown.show(stored);
    }

    @Override
    public KeyValueIterator<K, V> range(@Nullable K from, @Nullable K to) {
        return show(store -> store.range(from, to));
    }

    @Override
    public KeyValueIterator<K, V> reverseRange(@Nullable K from, @Nullable K to) {
        return show(store -> store.reverseRange(from, to));
    }

    @Override
    public KeyValueIterator<K, V> all() {
        return show(ReadOnlyKeyValueStore::all);
    }

    @Override
    public KeyValueIterator<K, V> reverseAll() {
        return show(ReadOnlyKeyValueStore::reverseAll);
    }

    @Override
    public <PS extends Serializer<P>, P> KeyValueIterator<K, V> prefixScan(P prefix, PS prefixKeySerializer) {
        return show(store -> store.prefixScan(prefix, prefixKeySerializer));
    }

    @Override
    public long approximateNumEntries() {
        return this.<Long>ask(ReadOnlyKeyValueStore::approximateNumEntries);
    }

    private KeyValueIterator<K, V> show(Function<ReadOnlyKeyValueStore<K, S>, KeyValueIterator<K, S>> question) {
        return new ShownEntries<>(this.<KeyValueIterator<K, S>>ask(question), shown);
    }

    private <R extends @Nullable Object> R ask(Function<ReadOnlyKeyValueStore<K, S>, R> question) {
        return handle.ask(question);
    }
}
