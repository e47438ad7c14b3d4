/**
 * Where the embedded log keeps its bytes: atomic writes of batches and state records, and reads of them.
 *
 * <p>Knows no protocol: tables of byte strings and batches by partition and offset. Writes come from the log's loop, reads from any
 * thread. The only package of the log that sees RocksDB and the file system. Uses {@code log.embedded.batch}.
 */
@NullMarked
package io.streamwright.log.embedded.storage;

import org.jspecify.annotations.NullMarked;
