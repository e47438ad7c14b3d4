package io.streamwright.store;

import io.streamwright.KeyValue;
import io.streamwright.errors.InvalidStateStoreException;
import io.streamwright.processor.StateStoreContext;
import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.KeyValueStore;
import io.streamwright.state.KeyValueStoreSpec;
import io.streamwright.state.StoreBuilder;
import io.streamwright.state.Stores;
import io.streamwright.store.committed.KeyRange;
import io.streamwright.store.committed.SuppliedStorage;
import io.streamwright.store.view.StoreIterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * A key-value store as processors see it: serdes around a {@link TransactionalStore}.
 *
 * <p>A subclass says how a value is stored; nothing else differs between kinds of values.
 *
 * <p>Owner: the worker that owns the task.
 *
 * @param <K> the keys
 * @param <V> the values without timestamps
 * @param <S> the values that the program puts and gets
 */
abstract class TypedKeyValueStore<K, V, S> extends TypedStore<K, V> implements KeyValueStore<K, S> {
    private final KeyValueStoreSpec<K, V> spec;

    TypedKeyValueStore(KeyValueStoreSpec<K, V> spec) {
        super(spec.name());
        this.spec = spec;
    }

    /** Returns the stored bytes of a value; null if that deletes the key. */
    abstract byte @Nullable [] toBytes(StoreSerdes<K, V> serdes, S value);

    /** Returns the value of stored bytes; null if the deserializer makes nothing of them. */
    abstract @Nullable S fromBytes(StoreSerdes<K, V> serdes, byte[] stored);

    @Override
    protected StoreSerdes<K, V> serdes(String topic, StateStoreContext context) {
        return StoreSerdes.of(spec.name(), spec.keySerde(), spec.valueSerde(), topic, context);
    }

    @Override
    protected TypedStore<K, V> again() {
        return spec.timestamped() ? new TimestampedStore<>(spec) : new PlainKeyValueStore<>(spec);
    }

    @Override
    protected StoreBuilder<?> unlogged() {
        StoreBuilder<?> builder = spec.timestamped()
                ? Stores.timestampedKeyValueStoreBuilder(spec.supplier(), spec.keySerde(), spec.valueSerde())
                : Stores.keyValueStoreBuilder(spec.supplier(), spec.keySerde(), spec.valueSerde());
        return builder.withLoggingDisabled();
    }

    @Override
    public void put(K key, @Nullable S value) {
        Ground<K, V> current = ground();
        current.bytes().put(keyBytes(current, key), valueBytes(current, value));
    }

    private static <K, V> Bytes keyBytes(Ground<K, V> ground, K key) {
        return ground.serdes().key(Objects.requireNonNull(key, "key cannot be null"));
    }

    private byte @Nullable [] valueBytes(Ground<K, V> ground, @Nullable S value) {
        return value == null ? null : toBytes(ground.serdes(), value);
    }

    @Override
    public @Nullable S putIfAbsent(K key, @Nullable S value) {
        Ground<K, V> current = ground();
        current.bytes().requireWritable();
        Bytes keyBytes = keyBytes(current, key);
        byte[] present = current.bytes().get(keyBytes);
        if (present == null) {
            current.bytes().put(keyBytes, valueBytes(current, value));
            return null;
        }
        return fromBytes(current.serdes(), present);
    }

    @Override
    public void putAll(List<KeyValue<K, S>> entries) {
        for (KeyValue<K, S> entry : entries) {
            put(entry.key, entry.value);
        }
    }

    @Override
    public @Nullable S delete(K key) {
        Ground<K, V> current = ground();
        Bytes keyBytes = keyBytes(current, key);
        byte[] present = current.bytes().get(keyBytes);
        current.bytes().put(keyBytes, null);
        return present == null ? null : fromBytes(current.serdes(), present);
    }

    @Override
    public @Nullable S get(K key) {
        Ground<K, V> current = ground();
        byte[] present = current.bytes().get(keyBytes(current, key));
        return present == null ? null : fromBytes(current.serdes(), present);
    }

    @Override
    public KeyValueIterator<K, S> range(@Nullable K from, @Nullable K to) {
        return iterate(between(from, to), true);
    }

    @Override
    public KeyValueIterator<K, S> reverseRange(@Nullable K from, @Nullable K to) {
        return iterate(between(from, to), false);
    }

    private KeyRange between(@Nullable K from, @Nullable K to) {
        StoreSerdes<K, V> serdes = ground().serdes();
        return KeyRange.closed(from == null ? null : serdes.key(from), to == null ? null : serdes.key(to));
    }

    @Override
    public KeyValueIterator<K, S> all() {
        return iterate(KeyRange.ALL, true);
    }

    @Override
    public KeyValueIterator<K, S> reverseAll() {
        return iterate(KeyRange.ALL, false);
    }

    @Override
    public <PS extends Serializer<P>, P> KeyValueIterator<K, S> prefixScan(P prefix, PS prefixKeySerializer) {
        Objects.requireNonNull(prefix, "prefix cannot be null");
        Objects.requireNonNull(prefixKeySerializer, "prefixKeySerializer cannot be null");
        return iterate(KeyRange.ofPrefix(ground().serdes().prefix(prefix, prefixKeySerializer)), true);
    }

    private KeyValueIterator<K, S> iterate(KeyRange range, boolean forward) {
        Ground<K, V> current = ground();
        return new TypedIterator(current.bytes().iterate(range, forward), current.serdes());
    }

    @Override
    public long approximateNumEntries() {
        return ground().bytes().approximateEntries();
    }

    @Override
    public boolean persistent() {
        return SuppliedStorage.isPersistent(spec);
    }

    /** Walks over entries. Owner: as the store. */
    private final class TypedIterator implements KeyValueIterator<K, S> {
        private final StoreIterator entries;
        private final StoreSerdes<K, V> serdes;

        TypedIterator(StoreIterator entries, StoreSerdes<K, V> serdes) {
            this.entries = entries;
            this.serdes = serdes;
        }

        @Override
        public boolean hasNext() {
            if (entries.isClosed()) {
                throw new InvalidStateStoreException(
                        "an iterator of store " + name() + " was used after it was closed");
            }
            return entries.isValid();
        }

        @Override
        @SuppressWarnings("NullAway") // A value that the deserializer makes nothing of is null here, as it is in get.
        public KeyValue<K, S> next() {
            K key = peekNextKey();
            S value = fromBytes(serdes, entries.value());
            entries.advance();
            return KeyValue.pair(key, value);
        }

        @Override
        public K peekNextKey() {
            if (!hasNext()) {
                throw new NoSuchElementException("no more entries in this range of store " + name());
            }
            return serdes.readKey(entries.key());
        }

        @Override
        public void close() {
            entries.close();
        }
    }
}
