package io.streamwright.store.rocksdb;

import io.streamwright.store.committed.BytesIterator;
import io.streamwright.store.committed.CommittedSnapshot;
import io.streamwright.store.committed.KeyRange;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Snapshot;

/**
 * A column family as of one batch. RocksDB lets any thread read while another one writes.
 *
 * <p>Owner: who took it. To use it after the database was closed would end the process.
 */
final class RocksDbSnapshot implements CommittedSnapshot {
    private final RocksDbStore store;
    private final RocksDB database;
    private final Snapshot snapshot;
    private final ReadOptions asOfIt;

    RocksDbSnapshot(RocksDbStore store, RocksDB database) {
        this.store = store;
        this.database = database;
        this.snapshot = database.getSnapshot();
        this.asOfIt = new ReadOptions().setSnapshot(snapshot);
    }

    @Override
    public byte @Nullable [] get(Bytes key) {
        try {
            return database.get(store.family(), asOfIt, key.get());
        } catch (RocksDBException e) {
            throw store.failed("read", e);
        }
    }

    @Override
    public BytesIterator iterate(KeyRange range, boolean forward) {
        return RocksDbIterator.open(store, database, new ReadOptions().setSnapshot(snapshot), range, forward);
    }

    @Override
    public long approximateEntries() {
        return store.approximateEntries();
    }

    @Override
    public void close() {
        asOfIt.close();
        database.releaseSnapshot(snapshot);
    }
}
