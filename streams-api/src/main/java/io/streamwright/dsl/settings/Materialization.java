package io.streamwright.dsl.settings;

import io.streamwright.state.StoreBuilder;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * How a table is kept, if it is. Immutable.
 *
 * @param storeName the store's name, given or generated
 * @param queryable whether the program named the store: it is kept then, whoever needs it
 * @param cached whether the store has caching
 * @param builder returns a new builder of the store
 * @param historyRetentionMs how long older versions of rows are kept; empty if the store is not versioned
 */
public record Materialization(
        String storeName,
        boolean queryable,
        boolean cached,
        Supplier<? extends StoreBuilder<?>> builder,
        OptionalLong historyRetentionMs) {

    /** How a table without versions is kept. */
    public Materialization(
            String storeName, boolean queryable, boolean cached, Supplier<? extends StoreBuilder<?>> builder) {
        this(storeName, queryable, cached, builder, OptionalLong.empty());
    }
}
