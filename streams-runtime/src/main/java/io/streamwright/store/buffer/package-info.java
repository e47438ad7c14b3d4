/**
 * How updates that wait lie in the bytes of a store and of its changelog, and in which order they leave.
 *
 * <p>Used by the worker that owns the task. May use the public packages.
 */
@NullMarked
package io.streamwright.store.buffer;

import org.jspecify.annotations.NullMarked;
