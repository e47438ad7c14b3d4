/**
 * Versioned stores: how the values of a key over time lie in bytes, what their history retention leaves behind, and the store that
 * processors use.
 *
 * <p>Run by the worker that owns the task. May use {@code store}, {@code store.committed}, {@code log} and the public packages.
 */
@NullMarked
package io.streamwright.store.versioned;

import org.jspecify.annotations.NullMarked;
