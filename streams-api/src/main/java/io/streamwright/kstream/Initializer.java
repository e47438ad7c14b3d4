package io.streamwright.kstream;

import org.jspecify.annotations.Nullable;

/**
 * Says what an aggregate starts from.
 *
 * <p>Called by any worker: it must be thread-safe, and return a new object each time where the object can change.
 *
 * @param <VAgg> the aggregates
 */
@FunctionalInterface
public interface Initializer<VAgg extends @Nullable Object> {

    /** Returns the aggregate of no records. */
    VAgg apply();
}
