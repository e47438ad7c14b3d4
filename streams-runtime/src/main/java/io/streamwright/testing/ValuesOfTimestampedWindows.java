package io.streamwright.testing;

import io.streamwright.KeyValue;
import io.streamwright.kstream.Windowed;
import io.streamwright.processor.StateStore;
import io.streamwright.processor.StateStoreContext;
import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.TimestampedWindowStore;
import io.streamwright.state.ValueAndTimestamp;
import io.streamwright.state.WindowStore;
import io.streamwright.state.WindowStoreIterator;
import org.jspecify.annotations.Nullable;

/**
 * Shows a timestamped window store without its timestamps; what is written gets the smallest.
 *
 * <p>Owner: as the store.
 *
 * @param <K> keys
 * @param <V> values
 */
final class ValuesOfTimestampedWindows<K, V> implements WindowStore<K, V> {
    private static final long SMALLEST_TIMESTAMP = 0;

    private final TimestampedWindowStore<K, V> store;

    ValuesOfTimestampedWindows(TimestampedWindowStore<K, V> store) {
        this.store = store;
    }

    @Override
    public String name() {
        return store.name();
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        store.init(context, root);
    }

    @Override
    public void put(K key, @Nullable V value, long windowStartTimestamp) {
        store.put(key, ValueAndTimestamp.make(value, SMALLEST_TIMESTAMP), windowStartTimestamp);
    }

    @Override
    public @Nullable V fetch(K key, long time) {
        return ValueAndTimestamp.getValueOrNull(store.fetch(key, time));
    }

    @Override
    public WindowStoreIterator<V> fetch(K key, long timeFrom, long timeTo) {
        return new WindowsOfKey<>(store.fetch(key, timeFrom, timeTo));
    }

    @Override
    public WindowStoreIterator<V> backwardFetch(K key, long timeFrom, long timeTo) {
        return new WindowsOfKey<>(store.backwardFetch(key, timeFrom, timeTo));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> fetch(@Nullable K keyFrom, @Nullable K keyTo, long timeFrom, long timeTo) {
        return new ValuesOfTimestamped.Values<>(store.fetch(keyFrom, keyTo, timeFrom, timeTo));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> backwardFetch(
            @Nullable K keyFrom, @Nullable K keyTo, long timeFrom, long timeTo) {
        return new ValuesOfTimestamped.Values<>(store.backwardFetch(keyFrom, keyTo, timeFrom, timeTo));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> fetchAll(long timeFrom, long timeTo) {
        return new ValuesOfTimestamped.Values<>(store.fetchAll(timeFrom, timeTo));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> backwardFetchAll(long timeFrom, long timeTo) {
        return new ValuesOfTimestamped.Values<>(store.backwardFetchAll(timeFrom, timeTo));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> all() {
        return new ValuesOfTimestamped.Values<>(store.all());
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> backwardAll() {
        return new ValuesOfTimestamped.Values<>(store.backwardAll());
    }

    @Override
    public void close() {
        store.close();
    }

    @Override
    public boolean persistent() {
        return store.persistent();
    }

    @Override
    public boolean isOpen() {
        return store.isOpen();
    }

    private record WindowsOfKey<V>(WindowStoreIterator<ValueAndTimestamp<V>> entries)
            implements WindowStoreIterator<V> {
        @Override
        public boolean hasNext() {
            return entries.hasNext();
        }

        @Override
        public KeyValue<Long, V> next() {
            KeyValue<Long, ValueAndTimestamp<V>> next = entries.next();
            return KeyValue.pair(next.key, next.value.value());
        }

        @Override
        public Long peekNextKey() {
            return entries.peekNextKey();
        }

        @Override
        public void close() {
            entries.close();
        }
    }
}
