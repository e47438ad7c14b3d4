package io.streamwright.store.committed;

import io.streamwright.KeyValue;
import io.streamwright.processor.StateStoreContext;
import io.streamwright.state.KeyValueBytesStoreSupplier;
import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.KeyValueStore;
import io.streamwright.state.KeyValueStoreSpec;
import io.streamwright.state.StoreLocation;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Committed entries of one store in a bytes store that the program brought.
 *
 * <p>Such a store cannot take entries and position in one step. So the position is kept on the heap, and a store with a
 * changelog is emptied when it is opened and restored from the start.
 *
 * <p>Owner: the worker that owns the task.
 */
public final class SuppliedStorage implements CommittedStorage, CommittedStore {
    private final KeyValueStore<Bytes, byte[]> entries;
    /** Held for each call of the supplied store, of which nobody knows whether it bears two threads; the cache keeps it rare. */
    private final ReentrantLock lock = new ReentrantLock();

    private OptionalLong position = OptionalLong.empty();

    private SuppliedStorage(KeyValueStore<Bytes, byte[]> entries) {
        this.entries = entries;
    }

    /**
     * Opens a supplied store.
     *
     * @param supplier what the program brought
     * @param layout the store
     * @param context handed to the supplied store
     */
    public static SuppliedStorage open(
            KeyValueBytesStoreSupplier supplier, StoreLayout layout, StateStoreContext context) {
        KeyValueStore<Bytes, byte[]> entries = supplier.get();
        entries.init(new SuppliedStoreContext(context), entries);
        SuppliedStorage storage = new SuppliedStorage(entries);
        if (layout.changelog().isPresent()) {
            storage.reset(layout.name());
        }
        return storage;
    }

    /** Returns whether the content of a store outlives the process. */
    public static boolean isPersistent(KeyValueStoreSpec<?, ?> spec) {
        return spec.location()
                .map(location -> location == StoreLocation.PERSISTENT)
                .orElseGet(() -> spec.supplier().get().persistent());
    }

    @Override
    public CommittedStore store(String name) {
        return this;
    }

    @Override
    public OptionalLong position(String name) {
        return position;
    }

    @Override
    public void write(List<StoreUpdate> updates) {
        locked(() -> {
            for (StoreUpdate update : updates) {
                update.dropped().ifPresent(this::drop);
                update.changes().forEach(entries::put);
                position = OptionalLong.of(update.position());
            }
            return null;
        });
    }

    @Override
    public void reset(String name) {
        locked(() -> {
            drop(KeyRange.ALL);
            return null;
        });
        position = OptionalLong.of(0);
    }

    private void drop(KeyRange range) {
        List<Bytes> keys = new ArrayList<>();
        try (BytesIterator inside = iterate(range, true)) {
            for (; inside.isValid(); inside.advance()) {
                keys.add(inside.key());
            }
        }
        keys.forEach(entries::delete);
    }

    @Override
    public byte @Nullable [] get(Bytes key) {
        return locked(() -> entries.get(key));
    }

    @Override
    public BytesIterator iterate(KeyRange range, boolean forward) {
        return locked(() -> new SuppliedIterator(open(range, forward), range));
    }

    private KeyValueIterator<Bytes, byte[]> open(KeyRange range, boolean forward) {
        // Bounds are both inside there; what is one too many is left out by the iterator.
        if (range.start() == null && range.end() == null) {
            return forward ? entries.all() : entries.reverseAll();
        }
        return forward ? entries.range(range.start(), range.end()) : entries.reverseRange(range.start(), range.end());
    }

    @Override
    public long approximateEntries() {
        return locked(entries::approximateNumEntries);
    }

    private <R extends @Nullable Object> R locked(Supplier<R> call) {
        lock.lock();
        try {
            return call.get();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean hasSnapshotIterators() {
        return false;
    }

    @Override
    public boolean isWorthCaching() {
        return true;
    }

    @Override
    public CommittedSnapshot snapshot() {
        return new Latest();
    }

    @Override
    public void close() {
        locked(() -> {
            entries.close();
            return null;
        });
    }

    /** What is committed at each call. Owner: who took it. */
    private final class Latest implements CommittedSnapshot {
        @Override
        public byte @Nullable [] get(Bytes key) {
            return SuppliedStorage.this.get(key);
        }

        @Override
        public BytesIterator iterate(KeyRange range, boolean forward) {
            return locked(() -> {
                try (BytesIterator inside = SuppliedStorage.this.iterate(range, forward)) {
                    return CopiedEntries.of(inside);
                }
            });
        }

        @Override
        public long approximateEntries() {
            return SuppliedStorage.this.approximateEntries();
        }

        @Override
        public void close() {}
    }

    /** Walks over entries of the supplied store. Owner: as the storage. */
    private final class SuppliedIterator implements BytesIterator {
        private final KeyValueIterator<Bytes, byte[]> rest;
        private final KeyRange range;
        private @Nullable KeyValue<Bytes, byte[]> entry;

        SuppliedIterator(KeyValueIterator<Bytes, byte[]> rest, KeyRange range) {
            this.rest = rest;
            this.range = range;
            advance();
        }

        @Override
        public boolean isValid() {
            return entry != null;
        }

        @Override
        public Bytes key() {
            return current().key;
        }

        @Override
        public byte[] value() {
            return current().value;
        }

        private KeyValue<Bytes, byte[]> current() {
            KeyValue<Bytes, byte[]> current = entry;
            if (current == null) {
                throw new IllegalStateException("the iterator stands behind the last entry");
            }
            return current;
        }

        @Override
        public void advance() {
            entry = locked(() -> {
                while (rest.hasNext()) {
                    KeyValue<Bytes, byte[]> next = rest.next();
                    if (range.contains(next.key)) {
                        return next;
                    }
                }
                return null;
            });
        }

        @Override
        public void close() {
            entry = null;
            locked(() -> {
                rest.close();
                return null;
            });
        }
    }
}
