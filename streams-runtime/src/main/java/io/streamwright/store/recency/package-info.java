/**
 * Which keys of a store were used last.
 *
 * <p>Used by the worker that owns the task. Knows no other package.
 */
@NullMarked
package io.streamwright.store.recency;

import org.jspecify.annotations.NullMarked;
