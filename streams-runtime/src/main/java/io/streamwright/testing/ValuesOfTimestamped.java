package io.streamwright.testing;

import io.streamwright.KeyValue;
import io.streamwright.processor.StateStore;
import io.streamwright.processor.StateStoreContext;
import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.KeyValueStore;
import io.streamwright.state.TimestampedKeyValueStore;
import io.streamwright.state.ValueAndTimestamp;
import java.util.List;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * Shows a timestamped store without its timestamps; what is written gets the smallest.
 *
 * <p>Owner: as the store.
 *
 * @param <K> keys
 * @param <V> values
 */
final class ValuesOfTimestamped<K, V> implements KeyValueStore<K, V> {
    private static final long SMALLEST_TIMESTAMP = 0;

    private final TimestampedKeyValueStore<K, V> store;

    ValuesOfTimestamped(TimestampedKeyValueStore<K, V> store) {
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
    public void put(K key, @Nullable V value) {
        store.put(key, withTimestamp(value));
    }

    @Override
    public @Nullable V putIfAbsent(K key, @Nullable V value) {
        return ValueAndTimestamp.getValueOrNull(store.putIfAbsent(key, withTimestamp(value)));
    }

    @Override
    public void putAll(List<KeyValue<K, V>> entries) {
        entries.forEach(entry -> put(entry.key, entry.value));
    }

    private static <V> @Nullable ValueAndTimestamp<V> withTimestamp(@Nullable V value) {
        return ValueAndTimestamp.make(value, SMALLEST_TIMESTAMP);
    }

    @Override
    public @Nullable V delete(K key) {
        return ValueAndTimestamp.getValueOrNull(store.delete(key));
    }

    @Override
    public @Nullable V get(K key) {
        return ValueAndTimestamp.getValueOrNull(store.get(key));
    }

    @Override
    public KeyValueIterator<K, V> range(@Nullable K from, @Nullable K to) {
        return new Values<>(store.range(from, to));
    }

    @Override
    public KeyValueIterator<K, V> reverseRange(@Nullable K from, @Nullable K to) {
        return new Values<>(store.reverseRange(from, to));
    }

    @Override
    public KeyValueIterator<K, V> all() {
        return new Values<>(store.all());
    }

    @Override
    public KeyValueIterator<K, V> reverseAll() {
        return new Values<>(store.reverseAll());
    }

    @Override
    public <PS extends Serializer<P>, P> KeyValueIterator<K, V> prefixScan(P prefix, PS prefixKeySerializer) {
        return new Values<>(store.prefixScan(prefix, prefixKeySerializer));
    }

    @Override
    public long approximateNumEntries() {
        return store.approximateNumEntries();
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

    /** Entries without timestamps. */
    record Values<K, V>(KeyValueIterator<K, ValueAndTimestamp<V>> entries) implements KeyValueIterator<K, V> {
        @Override
        public boolean hasNext() {
            return entries.hasNext();
        }

        @Override
        public KeyValue<K, V> next() {
            KeyValue<K, ValueAndTimestamp<V>> next = entries.next();
            return KeyValue.pair(next.key, next.value.value());
        }

        @Override
        public K peekNextKey() {
            return entries.peekNextKey();
        }

        @Override
        public void close() {
            entries.close();
        }
    }
}
