package io.streamwright.store;

import io.streamwright.KeyValue;
import io.streamwright.processor.StateStore;
import io.streamwright.processor.StateStoreContext;
import io.streamwright.state.KeyValueBytesStoreSupplier;
import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.KeyValueStore;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;

/** A program's own bytes store, which counts what is asked of it. Owner: the test's thread. */
final class CountingSupplier implements KeyValueBytesStoreSupplier {
    private final String name;
    private final NavigableMap<Bytes, byte[]> entries = new TreeMap<>();
    int operations;

    CountingSupplier(String name) {
        this.name = name;
    }

    NavigableMap<Bytes, byte[]> entries() {
        return entries;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public KeyValueStore<Bytes, byte[]> get() {
        return new Store();
    }

    @Override
    public String metricsScope() {
        return "counting";
    }

    private final class Store implements KeyValueStore<Bytes, byte[]> {
        @Override
        public String name() {
            return name;
        }

        @Override
        public void init(StateStoreContext context, StateStore root) {
            context.register(root, this::put);
        }

        private void put(byte[] key, byte[] value) {
            put(Bytes.wrap(key), value);
        }

        @Override
        public void put(Bytes key, byte[] value) {
            operations++;
            if (value == null) {
                entries.remove(key);
            } else {
                entries.put(key, value);
            }
        }

        @Override
        public byte[] putIfAbsent(Bytes key, byte[] value) {
            operations++;
            return entries.putIfAbsent(key, value);
        }

        @Override
        public void putAll(List<KeyValue<Bytes, byte[]>> all) {
            all.forEach(entry -> put(entry.key, entry.value));
        }

        @Override
        public byte[] delete(Bytes key) {
            operations++;
            return entries.remove(key);
        }

        @Override
        public byte[] get(Bytes key) {
            operations++;
            return entries.get(key);
        }

        @Override
        public KeyValueIterator<Bytes, byte[]> range(Bytes from, Bytes to) {
            operations++;
            return new Walk((to == null ? entries.tailMap(from, true) : entries.subMap(from, true, to, true))
                    .entrySet()
                    .iterator());
        }

        @Override
        public KeyValueIterator<Bytes, byte[]> all() {
            operations++;
            return new Walk(entries.entrySet().iterator());
        }

        @Override
        public long approximateNumEntries() {
            return entries.size();
        }

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

    private record Walk(Iterator<Map.Entry<Bytes, byte[]>> rest) implements KeyValueIterator<Bytes, byte[]> {
        @Override
        public boolean hasNext() {
            return rest.hasNext();
        }

        @Override
        public KeyValue<Bytes, byte[]> next() {
            Map.Entry<Bytes, byte[]> entry = rest.next();
            return KeyValue.pair(entry.getKey(), entry.getValue());
        }

        @Override
        public Bytes peekNextKey() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {}
    }
}
