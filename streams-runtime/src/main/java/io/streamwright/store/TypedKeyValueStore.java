package io.streamwright.store;

import io.streamwright.DslStoreFormat;
import io.streamwright.KeyValue;
import io.streamwright.errors.InvalidStateStoreException;
import io.streamwright.processor.StateStoreContext;
import io.streamwright.state.KeepsHeaders;
import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.KeyValueStore;
import io.streamwright.state.KeyValueStoreSpec;
import io.streamwright.state.StoreBuilder;
import io.streamwright.state.Stores;
import io.streamwright.state.TimestampedKeyValueStoreWithHeaders;
import io.streamwright.state.ValueTimestampHeaders;
import io.streamwright.store.committed.HeaderBytes;
import io.streamwright.store.committed.KeyRange;
import io.streamwright.store.committed.SuppliedStorage;
import io.streamwright.store.view.StoreBytes;
import io.streamwright.store.view.StoreIterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
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

    /**
     * Returns the stored bytes of a value; null if that deletes the key.
     *
     * @param headers as {@link #headersWith} says; null if the store keeps none
     */
    abstract byte @Nullable [] toBytes(StoreSerdes<K, V> serdes, S value, @Nullable Headers headers);

    /** Returns the value of stored bytes; null if the deserializer makes nothing of them. */
    abstract @Nullable S fromBytes(StoreSerdes<K, V> serdes, byte[] stored);

    /**
     * Returns the headers that go with a key.
     *
     * @param bytes knows those of the record in work
     * @param value what is put; null to delete or to look
     * @return null if the store keeps none
     */
    @Nullable
    Headers headersWith(StoreBytes bytes, @Nullable S value) {
        return spec.format() == DslStoreFormat.HEADERS ? bytes.currentHeaders() : null;
    }

    @Override
    protected StoreSerdes<K, V> serdes(String topic, StateStoreContext context) {
        return StoreSerdes.of(spec.name(), spec.keySerde(), spec.valueSerde(), topic, context);
    }

    /** Returns a store of the kind that is asked for. */
    static <K, V> TypedKeyValueStore<K, V, ?> of(KeyValueStoreSpec<K, V> spec) {
        return switch (spec.format()) {
            case PLAIN -> new Plain<>(spec);
            case TIMESTAMPED -> new TimestampedStore<>(spec);
            case HEADERS -> new WithHeaders<>(spec);
        };
    }

    @Override
    protected TypedStore<K, V> again() {
        return of(spec);
    }

    @Override
    protected StoreBuilder<?> unlogged() {
        StoreBuilder<?> builder = switch (spec.format()) {
            case PLAIN -> Stores.keyValueStoreBuilder(spec.supplier(), spec.keySerde(), spec.valueSerde());
            case TIMESTAMPED ->
                Stores.timestampedKeyValueStoreBuilder(spec.supplier(), spec.keySerde(), spec.valueSerde());
            case HEADERS ->
                Stores.timestampedKeyValueStoreWithHeadersBuilder(spec.supplier(), spec.keySerde(), spec.valueSerde());
        };
        return builder.withLoggingDisabled();
    }

    @Override
    public void put(K key, @Nullable S value) {
        StoreBytes bytes = ground().bytes();
        Headers headers = headersWith(bytes, value);
        put(keyBytes(key, headers), value, headers);
    }

    private void put(Bytes key, @Nullable S value, @Nullable Headers headers) {
        Ground<K, V> current = ground();
        byte[] stored = value == null ? null : toBytes(current.serdes(), value, headers);
        if (stored != null || headers == null) {
            current.bytes().put(key, stored);
        } else {
            // What deletes has the headers of the record in work, whatever its own are.
            Headers ofDeletion = value == null ? headers : current.bytes().currentHeaders();
            current.bytes().put(key, null, ofDeletion.toArray());
        }
    }

    private Bytes keyBytes(K key, @Nullable Headers headers) {
        return ground().serdes().key(Objects.requireNonNull(key, "key cannot be null"), headers);
    }

    private Bytes keyBytes(K key) {
        return keyBytes(key, headersWith(ground().bytes(), null));
    }

    @Override
    public @Nullable S putIfAbsent(K key, @Nullable S value) {
        Ground<K, V> current = ground();
        current.bytes().requireWritable();
        Headers headers = headersWith(current.bytes(), value);
        Bytes keyBytes = keyBytes(key, headers);
        byte[] present = current.bytes().get(keyBytes);
        if (present == null) {
            put(keyBytes, value, headers);
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
        Headers headers = headersWith(current.bytes(), null);
        Bytes keyBytes = keyBytes(key, headers);
        byte[] present = current.bytes().get(keyBytes);
        put(keyBytes, null, headers);
        return present == null ? null : fromBytes(current.serdes(), present);
    }

    @Override
    public @Nullable S get(K key) {
        Ground<K, V> current = ground();
        byte[] present = current.bytes().get(keyBytes(key));
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
        return KeyRange.closed(from == null ? null : keyBytes(from), to == null ? null : keyBytes(to));
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
            Headers headers =
                    spec.format() == DslStoreFormat.HEADERS ? new RecordHeaders(HeaderBytes.of(entries.value())) : null;
            return serdes.readKey(entries.key(), headers);
        }

        @Override
        public void close() {
            entries.close();
        }
    }

    /** Keeps values as they are. Owner: as above. */
    static final class Plain<K, V> extends TypedKeyValueStore<K, V, V> {
        Plain(KeyValueStoreSpec<K, V> spec) {
            super(spec);
        }

        @Override
        byte @Nullable [] toBytes(StoreSerdes<K, V> serdes, V value, @Nullable Headers headers) {
            return serdes.value(value);
        }

        @Override
        @Nullable
        V fromBytes(StoreSerdes<K, V> serdes, byte[] stored) {
            return serdes.readValue(stored);
        }
    }

    /** Keeps values with timestamps and headers (KIP-1271). Owner: as above. */
    static final class WithHeaders<K, V> extends TypedKeyValueStore<K, V, ValueTimestampHeaders<V>>
            implements TimestampedKeyValueStoreWithHeaders<K, V>, KeepsHeaders {
        private final KeyValueStoreSpec<K, V> spec;
        private @Nullable TimestampedStore<K, V> withoutHeaders;

        WithHeaders(KeyValueStoreSpec<K, V> spec) {
            super(spec);
            this.spec = spec;
        }

        @Override
        protected void opened(StoreBytes bytes) {
            withoutHeaders = null;
        }

        @Override
        public TimestampedStore<K, V> withoutHeaders() {
            TimestampedStore<K, V> face = withoutHeaders;
            if (face == null) {
                face = onSameGround(new TimestampedStore<>(spec));
                withoutHeaders = face;
            }
            return face;
        }

        @Override
        @Nullable
        Headers headersWith(StoreBytes bytes, @Nullable ValueTimestampHeaders<V> value) {
            return value == null ? bytes.currentHeaders() : value.headers();
        }

        @Override
        byte @Nullable [] toBytes(StoreSerdes<K, V> serdes, ValueTimestampHeaders<V> value, @Nullable Headers headers) {
            V bare = ValueTimestampHeaders.getValueOrNull(value);
            return bare == null ? null : serdes.withHeaders(value.headers(), bare, value.timestamp());
        }

        @Override
        @Nullable
        ValueTimestampHeaders<V> fromBytes(StoreSerdes<K, V> serdes, byte[] stored) {
            return serdes.readWithHeaders(stored);
        }
    }
}
