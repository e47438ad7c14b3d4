/**
 * Committed state of stores: what keeps it must promise, and where it is kept on the heap or by the program.
 *
 * <p>Run by the worker that owns the task. Knows nothing of transactions: whatever is written here is committed. May use the
 * public packages.
 */
@NullMarked
package io.streamwright.store.committed;

import org.jspecify.annotations.NullMarked;
