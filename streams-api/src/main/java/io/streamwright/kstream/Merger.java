package io.streamwright.kstream;

import org.jspecify.annotations.Nullable;

/**
 * Combines the aggregates of two sessions that a record has made one.
 *
 * <p>Called by the worker that owns the task; one object serves all tasks, so it must be thread-safe.
 *
 * @param <K> the keys
 * @param <V> the aggregates
 */
@FunctionalInterface
public interface Merger<K extends @Nullable Object, V extends @Nullable Object> {

    /**
     * Returns the aggregate of both.
     *
     * @param aggKey the key of the sessions
     * @param aggOne the aggregate so far: what the initializer returned, or that of the earlier sessions
     * @param aggTwo the aggregate of the later session
     */
    V apply(K aggKey, V aggOne, V aggTwo);
}
