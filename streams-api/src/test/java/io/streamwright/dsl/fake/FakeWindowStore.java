package io.streamwright.dsl.fake;

import io.streamwright.KeyValue;
import io.streamwright.kstream.TimeWindow;
import io.streamwright.kstream.Windowed;
import io.streamwright.processor.StateStore;
import io.streamwright.processor.StateStoreContext;
import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.TimestampedWindowStore;
import io.streamwright.state.ValueAndTimestamp;
import io.streamwright.state.WindowStoreIterator;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.utils.Bytes;

/**
 * A window store in maps of bytes, in the order of time, that keeps everything.
 *
 * <p>Owner: one test.
 */
public final class FakeWindowStore<K, V> implements TimestampedWindowStore<K, V> {
    private final String name;
    private final long windowSizeMs;
    private final Serde<K> keySerde;
    private final Serde<V> valueSerde;
    private final TreeMap<Long, Map<Bytes, ValueAndTimestamp<byte[]>>> rows = new TreeMap<>();

    public FakeWindowStore(String name, long windowSizeMs, Serde<K> keySerde, Serde<V> valueSerde) {
        this.name = name;
        this.windowSizeMs = windowSizeMs;
        this.keySerde = keySerde;
        this.valueSerde = valueSerde;
    }

    private Bytes bytes(K key) {
        return Bytes.wrap(keySerde.serializer().serialize(name, key));
    }

    private ValueAndTimestamp<V> read(ValueAndTimestamp<byte[]> row) {
        return row == null
                ? null
                : ValueAndTimestamp.make(valueSerde.deserializer().deserialize(name, row.value()), row.timestamp());
    }

    @Override
    public ValueAndTimestamp<V> fetch(K key, long time) {
        return read(rows.getOrDefault(time, Map.of()).get(bytes(key)));
    }

    @Override
    public void put(K key, ValueAndTimestamp<V> row, long start) {
        Map<Bytes, ValueAndTimestamp<byte[]>> window = rows.computeIfAbsent(start, time -> new TreeMap<>());
        if (row == null) {
            window.remove(bytes(key));
        } else {
            byte[] value = valueSerde.serializer().serialize(name, row.value());
            window.put(bytes(key), ValueAndTimestamp.make(value, row.timestamp()));
        }
    }

    @Override
    public KeyValueIterator<Windowed<K>, ValueAndTimestamp<V>> fetchAll(long timeFrom, long timeTo) {
        List<KeyValue<Windowed<K>, ValueAndTimestamp<V>>> found = new ArrayList<>();
        rows.subMap(timeFrom, true, timeTo, true)
                .forEach((start, window) -> window.forEach((key, row) -> found.add(KeyValue.pair(
                        new Windowed<>(
                                keySerde.deserializer().deserialize(name, key.get()),
                                TimeWindow.ofSize(start, windowSizeMs)),
                        read(row)))));
        return new Walk<>(found.iterator());
    }

    @Override
    public WindowStoreIterator<ValueAndTimestamp<V>> fetch(K key, long timeFrom, long timeTo) {
        return ofKey(key, rows.subMap(timeFrom, true, timeTo, true));
    }

    @Override
    public WindowStoreIterator<ValueAndTimestamp<V>> backwardFetch(K key, long timeFrom, long timeTo) {
        return ofKey(key, rows.subMap(timeFrom, true, timeTo, true).descendingMap());
    }

    private WindowStoreIterator<ValueAndTimestamp<V>> ofKey(
            K key, Map<Long, Map<Bytes, ValueAndTimestamp<byte[]>>> windows) {
        List<KeyValue<Long, ValueAndTimestamp<V>>> found = new ArrayList<>();
        windows.forEach((start, window) -> {
            ValueAndTimestamp<V> row = read(window.get(bytes(key)));
            if (row != null) {
                found.add(KeyValue.pair(start, row));
            }
        });
        return new WalkOfKey<>(found.iterator());
    }

    @Override
    public KeyValueIterator<Windowed<K>, ValueAndTimestamp<V>> fetch(K from, K to, long timeFrom, long timeTo) {
        throw new UnsupportedOperationException("windows of keys in " + name);
    }

    @Override
    public KeyValueIterator<Windowed<K>, ValueAndTimestamp<V>> all() {
        return fetchAll(0, Long.MAX_VALUE);
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

    /** Owner: the test. */
    private record Walk<K, V>(Iterator<KeyValue<K, V>> rest) implements KeyValueIterator<K, V> {
        @Override
        public boolean hasNext() {
            return rest.hasNext();
        }

        @Override
        public KeyValue<K, V> next() {
            return rest.next();
        }

        @Override
        public K peekNextKey() {
            throw new UnsupportedOperationException("peek");
        }

        @Override
        public void close() {}
    }

    /** Owner: the test. */
    private record WalkOfKey<V>(Iterator<KeyValue<Long, V>> rest) implements WindowStoreIterator<V> {
        @Override
        public boolean hasNext() {
            return rest.hasNext();
        }

        @Override
        public KeyValue<Long, V> next() {
            return rest.next();
        }

        @Override
        public Long peekNextKey() {
            throw new UnsupportedOperationException("peek");
        }

        @Override
        public void close() {}
    }
}
