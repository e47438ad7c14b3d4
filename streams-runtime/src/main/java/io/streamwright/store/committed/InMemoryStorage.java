package io.streamwright.store.committed;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Committed entries on the heap, gone with the task: an {@link EntryTree} for each store.
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
        Map<Entries, EntryTree> next = new LinkedHashMap<>();
        for (StoreUpdate update : updates) {
            EntryTreeEdit edit = entries(update.store()).tree.edit();
            update.dropped().ifPresent(edit::drop);
            update.changes().forEach(edit::set);
            next.put(entries(update.store()), edit.done());
        }
        next.forEach(Entries::become);
        updates.forEach(update -> positions.put(update.store(), update.position()));
    }

    @Override
    public void reset(String name) {
        entries(name).become(EntryTree.EMPTY);
        positions.put(name, 0L);
    }

    @Override
    public void close() {
        stores.values().forEach(entries -> entries.become(EntryTree.EMPTY));
        stores.clear();
        positions.clear();
    }

    /** The entries of one store. Owner: the storage. */
    private static final class Entries implements CommittedStore {
        // Volatile: another thread that takes a snapshot sees all of the tree. Only the owner sets it.
        private volatile EntryTree tree = EntryTree.EMPTY;

        void become(EntryTree next) {
            tree = next;
        }

        @Override
        public byte @Nullable [] get(Bytes key) {
            return tree.get(key);
        }

        @Override
        public BytesIterator iterate(KeyRange range, boolean forward) {
            return tree.iterate(range, forward);
        }

        @Override
        public long approximateEntries() {
            return tree.approximateEntries();
        }

        /** An iterator walks over the tree as it was. */
        @Override
        public boolean hasSnapshotIterators() {
            return true;
        }

        @Override
        public boolean isWorthCaching() {
            return false;
        }

        @Override
        public CommittedSnapshot snapshot() {
            return tree;
        }
    }
}
