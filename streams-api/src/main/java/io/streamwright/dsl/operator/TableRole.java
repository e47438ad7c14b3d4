package io.streamwright.dsl.operator;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the whole program asks of one table operator. Immutable.
 *
 * @param store the store that keeps the table; empty if it is not kept
 * @param delivery when updates are passed on
 * @param sendsOldValues whether an operator downstream needs old values
 * @param heldBack where joins find what the table holds back; empty if no join looks up its rows
 * @param ofVersions whether the table that it is made of is versioned
 * @param timeToLiveMs how long rows of a kept table stay that are not updated; empty: until they are deleted
 */
public record TableRole(
        Optional<String> store,
        Delivery delivery,
        boolean sendsOldValues,
        Optional<HeldBack> heldBack,
        boolean ofVersions,
        OptionalLong timeToLiveMs) {

    /** When updates of a kept table are passed on. */
    public enum Delivery {
        /** At once. */
        EACH,
        /** With the commit: one for each key and transaction, as the store has caching. */
        WITH_COMMIT,
        /** At once, as {@link HandedOver}: a later operator passes them on for several that share the store. */
        HANDED_OVER
    }

    /**
     * The role of a table whose rows no join looks up, and stay until they are deleted.
     *
     * @param cached whether the store has caching, so that one update is passed on for each key and transaction
     */
    public TableRole(Optional<String> store, boolean cached, boolean sendsOldValues) {
        this(
                store,
                cached ? Delivery.WITH_COMMIT : Delivery.EACH,
                sendsOldValues,
                Optional.empty(),
                false,
                OptionalLong.empty());
    }

    /** The role of one of several operators that share a store, and a later one that passes on their updates. */
    public static TableRole sharing(String store, OptionalLong timeToLiveMs) {
        return new TableRole(Optional.of(store), Delivery.HANDED_OVER, true, Optional.empty(), false, timeToLiveMs);
    }
}
