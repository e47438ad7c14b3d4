package io.streamwright.kstream;

import org.jspecify.annotations.Nullable;

/**
 * Adds a record to an aggregate, or takes one out of it.
 *
 * <p>Called by any worker: it must be thread-safe, and it may be called again for the same record after an abort.
 *
 * @param <K> the keys
 * @param <V> the values
 * @param <VAgg> the aggregates
 */
@FunctionalInterface
public interface Aggregator<K extends @Nullable Object, V extends @Nullable Object, VAgg extends @Nullable Object> {

    /**
     * Returns the aggregate with the record.
     *
     * @param key the key of record and aggregate
     * @param value the record's value
     * @param aggregate the aggregate so far
     * @return the new aggregate; null removes the key from the table
     */
    VAgg apply(K key, V value, VAgg aggregate);
}
