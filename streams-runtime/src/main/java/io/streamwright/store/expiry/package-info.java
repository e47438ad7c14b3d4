/**
 * How a store finds its rows in the order of time.
 *
 * <p>Used by the worker that owns the task. May use {@code store.committed}.
 */
@NullMarked
package io.streamwright.store.expiry;

import org.jspecify.annotations.NullMarked;
