package io.streamwright.state;

import java.util.Map;
import org.rocksdb.Options;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes the settings of RocksDB for stores on disk. Named by {@code rocksdb.config.setter}; it needs a constructor without parameters.
 *
 * <p>The stores of a task lie in one RocksDB, each in a column family of its own. So a setting of column families holds for the store:
 * write buffers, compaction, compression, levels, blob files, and the table format with its block size, block cache and filters, which
 * {@link Options#tableFormatConfig()} gives to be changed and set again. A setting of the database as a whole is left aside with a
 * warning.
 *
 * <p>What would change the content of a store or the order of its keys is left aside with a warning, too: comparators, merge operators,
 * compaction filters, time to live, the FIFO style of compaction, updates in place, prefix extractors, table formats that are not
 * block-based, and paths outside of the task's directory.
 *
 * <p>Called by the worker that opens or closes the store; one object is made each time a store is opened.
 */
public interface RocksDBConfigSetter {
    /** For setters that have something to say. */
    Logger LOG = LoggerFactory.getLogger(RocksDBConfigSetter.class);

    /**
     * Changes the settings of a store before it is opened. An exception ends the task.
     *
     * @param storeName the store's name
     * @param options the settings as they are, to be changed; do not close them
     * @param configs the application's settings, by name
     */
    void setConfig(String storeName, Options options, Map<String, Object> configs);

    /**
     * Closes what {@link #setConfig} has made, such as caches and filters: RocksDB does not close them. Called once, after the store was
     * closed or could not be opened.
     *
     * @param storeName the store's name
     * @param options the settings that were changed; do not close them
     */
    void close(String storeName, Options options);
}
