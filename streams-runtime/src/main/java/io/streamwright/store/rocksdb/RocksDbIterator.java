package io.streamwright.store.rocksdb;

import io.streamwright.store.committed.BytesIterator;
import io.streamwright.store.committed.KeyRange;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;

/**
 * Walks over a range of a column family, as of its opening.
 *
 * <p>Owner: who opened it.
 */
final class RocksDbIterator implements BytesIterator {
    private final RocksDbStore store;
    private final boolean forward;
    private final ReadOptions options;
    /** The bounds, which RocksDB does not copy. */
    private final List<Slice> bounds;

    private final RocksIterator entries;
    /** The key it stands on; null behind the last. */
    private @Nullable Bytes key;

    private RocksDbIterator(
            RocksDbStore store, boolean forward, ReadOptions options, List<Slice> bounds, RocksIterator entries) {
        this.store = store;
        this.forward = forward;
        this.options = options;
        this.bounds = bounds;
        this.entries = entries;
    }

    /**
     * Opens on the first entry.
     *
     * @param options which version of the entries is read; closed with the iterator
     */
    static RocksDbIterator open(
            RocksDbStore store, RocksDB database, ReadOptions options, KeyRange range, boolean forward) {
        List<Slice> bounds = new ArrayList<>();
        if (range.start() != null) {
            Slice lower = new Slice(range.start().get());
            bounds.add(lower);
            options.setIterateLowerBound(lower);
        }
        if (range.end() != null) {
            Slice upper = new Slice(range.end().get());
            bounds.add(upper);
            options.setIterateUpperBound(upper);
        }
        RocksIterator entries = database.newIterator(store.family(), options);
        RocksDbIterator iterator = new RocksDbIterator(store, forward, options, bounds, entries);
        if (forward) {
            entries.seekToFirst();
        } else {
            entries.seekToLast();
        }
        iterator.readKey();
        return iterator;
    }

    private void readKey() {
        if (entries.isValid()) {
            key = Bytes.wrap(entries.key());
            return;
        }
        key = null;
        try {
            entries.status();
        } catch (RocksDBException e) {
            close();
            throw store.failed("iterate", e);
        }
    }

    @Override
    public boolean isValid() {
        return key != null;
    }

    @Override
    public Bytes key() {
        Bytes current = key;
        if (current == null) {
            throw new IllegalStateException("the iterator stands behind the last entry");
        }
        return current;
    }

    @Override
    public byte[] value() {
        return entries.value();
    }

    @Override
    public void advance() {
        if (forward) {
            entries.next();
        } else {
            entries.prev();
        }
        readKey();
    }

    @Override
    public void close() {
        key = null;
        entries.close();
        options.close();
        bounds.forEach(Slice::close);
    }
}
