package io.streamwright.dsl.operator;

import java.util.Optional;

/**
 * What the whole program asks of one table operator. Immutable.
 *
 * @param store the store that keeps the table; empty if it is not kept
 * @param cached whether the store has caching, so that one update is passed on for each key and transaction
 * @param sendsOldValues whether an operator downstream needs old values
 * @param heldBack where joins find what the table holds back; empty if no join looks up its rows
 */
public record TableRole(Optional<String> store, boolean cached, boolean sendsOldValues, Optional<HeldBack> heldBack) {

    /** The role of a table whose rows no join looks up. */
    public TableRole(Optional<String> store, boolean cached, boolean sendsOldValues) {
        this(store, cached, sendsOldValues, Optional.empty());
    }
}
