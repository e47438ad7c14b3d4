package io.streamwright.log.embedded.storage;

import java.util.List;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.Cache;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksObject;

/**
 * Options of RocksDB for the load of a log: large values written once in order, small state overwritten often.
 *
 * <p>Owner: the storage that made it, which closes it after the database. Memory is bounded by {@link #BLOCK_CACHE_BYTES} and
 * {@link #ALL_MEMTABLES_BYTES}.
 */
final class RocksTuning implements AutoCloseable {
    static final long BLOCK_CACHE_BYTES = 24L << 20;
    static final long ALL_MEMTABLES_BYTES = 96L << 20;
    private static final long BATCH_MEMTABLE_BYTES = 32L << 20;
    private static final long STATE_MEMTABLE_BYTES = 4L << 20;
    private static final int MEMTABLES = 3;
    /** Values from this size on are written to blob files once and never again by compaction. */
    private static final long MIN_BLOB_BYTES = 1024;

    private static final long BLOB_FILE_BYTES = 128L << 20;
    /** A table whose memtable is small would else keep the write-ahead log of all from being dropped. */
    private static final long MAX_WAL_BYTES = 256L << 20;

    private static final long WAL_BYTES_PER_SYNC = 1L << 20;
    private static final int KEPT_INFO_LOGS = 2;

    private final Cache blockCache;
    private final DBOptions database;
    private final ColumnFamilyOptions batches;
    private final ColumnFamilyOptions state;

    RocksTuning() {
        RocksDB.loadLibrary();
        blockCache = new LRUCache(BLOCK_CACHE_BYTES);
        database = new DBOptions()
                .setCreateIfMissing(true)
                .setCreateMissingColumnFamilies(true)
                .setDbWriteBufferSize(ALL_MEMTABLES_BYTES)
                .setMaxTotalWalSize(MAX_WAL_BYTES)
                .setWalBytesPerSync(WAL_BYTES_PER_SYNC)
                .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
                .setKeepLogFileNum(KEPT_INFO_LOGS)
                .setStatsDumpPeriodSec(0);
        batches = new ColumnFamilyOptions()
                .setTableFormatConfig(tables())
                .setWriteBufferSize(BATCH_MEMTABLE_BYTES)
                .setMaxWriteBufferNumber(MEMTABLES)
                .setEnableBlobFiles(true)
                .setMinBlobSize(MIN_BLOB_BYTES)
                .setBlobFileSize(BLOB_FILE_BYTES)
                .setEnableBlobGarbageCollection(true);
        state = new ColumnFamilyOptions()
                .setTableFormatConfig(tables())
                .setWriteBufferSize(STATE_MEMTABLE_BYTES)
                .setMaxWriteBufferNumber(MEMTABLES);
    }

    private BlockBasedTableConfig tables() {
        return new BlockBasedTableConfig().setBlockCache(blockCache);
    }

    DBOptions database() {
        return database;
    }

    ColumnFamilyOptions batches() {
        return batches;
    }

    ColumnFamilyOptions state() {
        return state;
    }

    @Override
    public void close() {
        List.<RocksObject>of(database, batches, state, blockCache).forEach(RocksObject::close);
    }
}
