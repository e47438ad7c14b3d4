package io.streamwright.store.rocksdb;

import io.streamwright.errors.ProcessorStateException;
import io.streamwright.store.committed.BytesIterator;
import io.streamwright.store.committed.CommittedSnapshot;
import io.streamwright.store.committed.CommittedStore;
import io.streamwright.store.committed.KeyRange;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * The committed entries of one store: a column family.
 *
 * <p>Owner: the worker that owns the task, but for {@link #snapshot}.
 */
final class RocksDbStore implements CommittedStore {
    private static final String ESTIMATED_KEYS = "rocksdb.estimate-num-keys";

    private final String name;
    private final RocksDB database;
    private final ColumnFamilyHandle family;

    RocksDbStore(String name, RocksDB database, ColumnFamilyHandle family) {
        this.name = name;
        this.database = database;
        this.family = family;
    }

    ColumnFamilyHandle family() {
        return family;
    }

    @Override
    public byte @Nullable [] get(Bytes key) {
        try {
            return database.get(family, key.get());
        } catch (RocksDBException e) {
            throw failed("read", e);
        }
    }

    @Override
    public BytesIterator iterate(KeyRange range, boolean forward) {
        return RocksDbIterator.open(this, database, new ReadOptions(), range, forward);
    }

    @Override
    public long approximateEntries() {
        try {
            return database.getLongProperty(family, ESTIMATED_KEYS);
        } catch (RocksDBException e) {
            throw failed("count", e);
        }
    }

    boolean isEmpty() {
        try (BytesIterator all = iterate(KeyRange.ALL, true)) {
            return !all.isValid();
        }
    }

    /** RocksDB's iterators see the database as of their opening. */
    @Override
    public boolean hasSnapshotIterators() {
        return true;
    }

    @Override
    public boolean isWorthCaching() {
        return true;
    }

    @Override
    public CommittedSnapshot snapshot() {
        return new RocksDbSnapshot(this, database);
    }

    ProcessorStateException failed(String action, RocksDBException cause) {
        return new ProcessorStateException(
                "store " + name + " in " + database.getName() + ": cannot " + action + ": " + cause.getMessage(),
                cause);
    }
}
