/**
 * Committed state on disk: one RocksDB for each task, a column family for each store.
 *
 * <p>Run by the worker that owns the task. Beside the embedded log's storage the only package that sees RocksDB. Knows nothing of
 * transactions: whatever is written here is committed.
 */
@NullMarked
package io.streamwright.store.rocksdb;

import org.jspecify.annotations.NullMarked;
