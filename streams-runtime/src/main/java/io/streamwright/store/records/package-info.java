/**
 * The buffer in which records of a stream wait for their time: how they lie in bytes, and the store that its operator uses.
 *
 * <p>Run by the worker that owns the task. May use {@code store}, {@code store.buffer}, {@code store.committed}, {@code log}, {@code
 * topology} and the public packages.
 */
@NullMarked
package io.streamwright.store.records;

import org.jspecify.annotations.NullMarked;
