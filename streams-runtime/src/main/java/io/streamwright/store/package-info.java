/**
 * State of tasks: what a transaction wrote over what is committed, its changelog and its restoring.
 *
 * <p>Run by the worker that owns the task. Where committed state lies on disk is the matter of a {@link
 * io.streamwright.store.committed.PersistentStorageProvider}, found with {@link java.util.ServiceLoader}. May use {@code log}, {@code
 * loop} and the public packages.
 */
@NullMarked
package io.streamwright.store;

import org.jspecify.annotations.NullMarked;
