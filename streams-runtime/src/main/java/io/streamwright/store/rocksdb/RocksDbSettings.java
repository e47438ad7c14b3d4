package io.streamwright.store.rocksdb;

import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBufferManager;

/**
 * How RocksDB is set up, and the memory that all its instances of this process share.
 *
 * <p>Thread-safe: what is shared is made once and lives as long as the process.
 */
final class RocksDbSettings {
    /** Blocks, indexes, filters and write buffers of all tasks together. */
    private static final long SHARED_CACHE_BYTES = 128L << 20;
    /** Of these, write buffers; beyond it the biggest one is flushed. */
    private static final long SHARED_WRITE_BUFFER_BYTES = 64L << 20;

    /** Room for buffers that wait to be flushed, so that writes do not wait for the disk. */
    private static final int MAX_WRITE_BUFFERS = 6;

    private static final int BLOCK_BYTES = 8 << 10;
    private static final int BLOOM_BITS_PER_KEY = 10;
    private static final int BACKGROUND_JOBS = 2;
    private static final int LOG_FILES = 2;

    private static final Cache CACHE;
    private static final WriteBufferManager WRITE_BUFFERS;
    private static final BloomFilter FILTER;

    static {
        RocksDB.loadLibrary();
        CACHE = new LRUCache(SHARED_CACHE_BYTES);
        WRITE_BUFFERS = new WriteBufferManager(SHARED_WRITE_BUFFER_BYTES, CACHE, false);
        FILTER = new BloomFilter(BLOOM_BITS_PER_KEY);
    }

    private RocksDbSettings() {}

    /** Returns the settings of an instance: all column families go to disk as of the same write. */
    static DBOptions database() {
        return new DBOptions()
                .setCreateIfMissing(true)
                .setCreateMissingColumnFamilies(true)
                .setAtomicFlush(true)
                .setWriteBufferManager(WRITE_BUFFERS)
                .setMaxBackgroundJobs(BACKGROUND_JOBS)
                .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
                .setStatsDumpPeriodSec(0)
                .setKeepLogFileNum(LOG_FILES);
    }

    /** Returns the settings of a column family. */
    static ColumnFamilyOptions columnFamily(long writeBufferBytes) {
        return new ColumnFamilyOptions()
                .setWriteBufferSize(writeBufferBytes)
                .setMaxWriteBufferNumber(MAX_WRITE_BUFFERS)
                .setCompressionType(CompressionType.LZ4_COMPRESSION)
                .setTableFormatConfig(tableFormat());
    }

    /** Returns the format of files. */
    static BlockBasedTableConfig tableFormat() {
        return new BlockBasedTableConfig()
                .setBlockCache(CACHE)
                .setBlockSize(BLOCK_BYTES)
                .setFilterPolicy(FILTER)
                .setCacheIndexAndFilterBlocks(true)
                .setPinL0FilterAndIndexBlocksInCache(true);
    }
}
