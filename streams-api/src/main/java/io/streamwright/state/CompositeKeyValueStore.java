package io.streamwright.state;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * The key-value stores of several partitions, seen as one. Entries of a partition are sorted by key; one partition follows the other.
 *
 * <p>Thread-safe: holds nothing that changes.
 *
 * @param <K> the keys
 * @param <V> the values
 */
final class CompositeKeyValueStore<K, V> implements ReadOnlyKeyValueStore<K, V> {
    private final Supplier<List<ReadOnlyKeyValueStore<K, V>>> parts;

    CompositeKeyValueStore(Supplier<List<ReadOnlyKeyValueStore<K, V>>> parts) {
        this.parts = parts;
    }

    @Override
    public @Nullable V get(K key) {
        Objects.requireNonNull(key, "key cannot be null");
        for (ReadOnlyKeyValueStore<K, V> part : parts.get()) {
            V value = part.get(key);
            if (value != null) {
                return value;
            }
        }
        return null;
    }

    @Override
    public KeyValueIterator<K, V> range(@Nullable K from, @Nullable K to) {
        return each(part -> part.range(from, to));
    }

    @Override
    public KeyValueIterator<K, V> reverseRange(@Nullable K from, @Nullable K to) {
        return each(part -> part.reverseRange(from, to));
    }

    @Override
    public KeyValueIterator<K, V> all() {
        return each(ReadOnlyKeyValueStore::all);
    }

    @Override
    public KeyValueIterator<K, V> reverseAll() {
        return each(ReadOnlyKeyValueStore::reverseAll);
    }

    @Override
    public <PS extends Serializer<P>, P> KeyValueIterator<K, V> prefixScan(P prefix, PS prefixKeySerializer) {
        Objects.requireNonNull(prefix, "prefix cannot be null");
        Objects.requireNonNull(prefixKeySerializer, "prefixKeySerializer cannot be null");
        return each(part -> part.prefixScan(prefix, prefixKeySerializer));
    }

    private KeyValueIterator<K, V> each(Function<ReadOnlyKeyValueStore<K, V>, KeyValueIterator<K, V>> question) {
        return CompositeIterator.open(parts.get(), question);
    }

    @Override
    public long approximateNumEntries() {
        long sum = 0;
        for (ReadOnlyKeyValueStore<K, V> part : parts.get()) {
            sum += part.approximateNumEntries();
            if (sum < 0) {
                return Long.MAX_VALUE;
            }
        }
        return sum;
    }
}
