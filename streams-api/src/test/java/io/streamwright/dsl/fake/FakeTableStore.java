package io.streamwright.dsl.fake;

import io.streamwright.KeyValue;
import io.streamwright.processor.StateStore;
import io.streamwright.processor.StateStoreContext;
import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.TimestampedKeyValueStore;
import io.streamwright.state.ValueAndTimestamp;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.utils.Bytes;

/**
 * A store in a map of bytes, so that what is read is never the object that was written.
 *
 * <p>Owner: one test.
 */
public final class FakeTableStore<K, V> implements TimestampedKeyValueStore<K, V> {
    private final String name;
    private final Serde<K> keySerde;
    private final Serde<V> valueSerde;
    private final Map<Bytes, ValueAndTimestamp<byte[]>> rows = new HashMap<>();

    public FakeTableStore(String name, Serde<K> keySerde, Serde<V> valueSerde) {
        this.name = name;
        this.keySerde = keySerde;
        this.valueSerde = valueSerde;
    }

    private Bytes bytes(K key) {
        return Bytes.wrap(keySerde.serializer().serialize(name, key));
    }

    @Override
    public ValueAndTimestamp<V> get(K key) {
        ValueAndTimestamp<byte[]> row = rows.get(bytes(key));
        return row == null
                ? null
                : ValueAndTimestamp.make(valueSerde.deserializer().deserialize(name, row.value()), row.timestamp());
    }

    @Override
    public void put(K key, ValueAndTimestamp<V> row) {
        if (row == null) {
            rows.remove(bytes(key));
        } else {
            byte[] value = valueSerde.serializer().serialize(name, row.value());
            rows.put(bytes(key), ValueAndTimestamp.make(value, row.timestamp()));
        }
    }

    @Override
    public ValueAndTimestamp<V> putIfAbsent(K key, ValueAndTimestamp<V> row) {
        ValueAndTimestamp<V> present = get(key);
        if (present == null) {
            put(key, row);
        }
        return present;
    }

    @Override
    public void putAll(List<KeyValue<K, ValueAndTimestamp<V>>> entries) {
        entries.forEach(entry -> put(entry.key, entry.value));
    }

    @Override
    public ValueAndTimestamp<V> delete(K key) {
        ValueAndTimestamp<V> present = get(key);
        rows.remove(bytes(key));
        return present;
    }

    @Override
    public KeyValueIterator<K, ValueAndTimestamp<V>> range(K from, K to) {
        throw new UnsupportedOperationException("range of " + name);
    }

    @Override
    public KeyValueIterator<K, ValueAndTimestamp<V>> all() {
        throw new UnsupportedOperationException("all of " + name);
    }

    @Override
    public long approximateNumEntries() {
        return rows.size();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {}

    @Override
    public void close() {}

    @Override
    public boolean persistent() {
        return false;
    }

    @Override
    public boolean isOpen() {
        return true;
    }
}
