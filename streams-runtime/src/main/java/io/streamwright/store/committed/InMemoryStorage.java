package io.streamwright.store.committed;

import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Committed entries on the heap, gone with the task.
 *
 * <p>Owner: the worker that owns the task.
 */
public final class InMemoryStorage implements CommittedStorage {
    private final Map<String, Entries> stores = new HashMap<>();
    private final Map<String, Long> positions = new HashMap<>();

    @Override
    public CommittedStore store(String name) {
        return entries(name);
    }

    private Entries entries(String name) {
        return stores.computeIfAbsent(name, any -> new Entries());
    }

    @Override
    public OptionalLong position(String name) {
        Long position = positions.get(name);
        return position == null ? OptionalLong.empty() : OptionalLong.of(position);
    }

    @Override
    public void write(List<StoreUpdate> updates) {
        for (StoreUpdate update : updates) {
            update.dropped().ifPresent(entries(update.store())::drop);
            update.changes().forEach(entries(update.store())::set);
            positions.put(update.store(), update.position());
        }
    }

    @Override
    public void reset(String name) {
        entries(name).values.clear();
        positions.put(name, 0L);
    }

    @Override
    public void close() {
        stores.clear();
        positions.clear();
    }

    /** The entries of one store. Owner: the storage. */
    private static final class Entries implements CommittedStore {
        private final NavigableMap<Bytes, byte[]> values = new TreeMap<>();

        void set(Bytes key, byte @Nullable [] value) {
            if (value == null) {
                values.remove(key);
            } else {
                values.put(key, value);
            }
        }

        void drop(KeyRange range) {
            range.of(values).clear();
        }

        @Override
        public byte @Nullable [] get(Bytes key) {
            return values.get(key);
        }

        @Override
        public BytesIterator iterate(KeyRange range, boolean forward) {
            NavigableMap<Bytes, byte[]> part = range.of(values);
            return new MapIterator(
                    (forward ? part : part.descendingMap()).entrySet().iterator());
        }

        @Override
        public long approximateEntries() {
            return values.size();
        }

        @Override
        public boolean hasSnapshotIterators() {
            return false;
        }

        @Override
        public boolean isWorthCaching() {
            return false;
        }
    }

    /** Walks over a map, which must not change meanwhile. Owner: as the storage. */
    private static final class MapIterator implements BytesIterator {
        private final Iterator<Map.Entry<Bytes, byte[]>> rest;
        private Map.@Nullable Entry<Bytes, byte[]> entry;

        MapIterator(Iterator<Map.Entry<Bytes, byte[]>> entries) {
            this.rest = entries;
            advance();
        }

        @Override
        public boolean isValid() {
            return entry != null;
        }

        @Override
        public Bytes key() {
            return current().getKey();
        }

        @Override
        public byte[] value() {
            return current().getValue();
        }

        private Map.Entry<Bytes, byte[]> current() {
            Map.Entry<Bytes, byte[]> current = entry;
            if (current == null) {
                throw new IllegalStateException("the iterator stands behind the last entry");
            }
            return current;
        }

        @Override
        public void advance() {
            entry = rest.hasNext() ? rest.next() : null;
        }

        @Override
        public void close() {
            entry = null;
        }
    }
}
