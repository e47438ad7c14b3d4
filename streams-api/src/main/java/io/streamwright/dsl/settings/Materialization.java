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
 * @param timeToLiveMs how long rows stay that are not updated; empty: until they are deleted
 */
public record Materialization(
        String storeName,
        boolean queryable,
        boolean cached,
        Supplier<? extends StoreBuilder<?>> builder,
        OptionalLong historyRetentionMs,
        OptionalLong timeToLiveMs) {

    /** How a table is kept whose rows stay until they are deleted. */
    public Materialization(
            String storeName,
            boolean queryable,
            boolean cached,
            Supplier<? extends StoreBuilder<?>> builder,
            OptionalLong historyRetentionMs) {
        this(storeName, queryable, cached, builder, historyRetentionMs, OptionalLong.empty());
    }

    /** The same, without versions. */
    public Materialization(
            String storeName, boolean queryable, boolean cached, Supplier<? extends StoreBuilder<?>> builder) {
        this(storeName, queryable, cached, builder, OptionalLong.empty());
    }

    /** Returns whether the table is kept, whoever needs it: the program named the store, or rows are to be deleted. */
    public boolean isKept() {
        return queryable || timeToLiveMs.isPresent();
    }
}
