package io.streamwright.examples.ledger;

import io.streamwright.processor.api.ProcessingContext;
import io.streamwright.state.KeyValueStore;

/**
 * The balances of a task's accounts.
 *
 * <p>Owner: the task.
 */
final class Balances {
    private final KeyValueStore<Integer, Long> store;

    Balances(ProcessingContext context) {
        this.store = context.getStateStore(LedgerProgram.BALANCES);
    }

    /** Returns an account's balance in cents, 0 if nothing was booked on it yet. */
    long of(int account) {
        Long balance = store.get(account);
        return balance == null ? 0 : balance;
    }

    /** Adds to an account's balance; a negative amount takes from it. */
    void add(int account, long cents) {
        store.put(account, Math.addExact(of(account), cents));
    }
}
