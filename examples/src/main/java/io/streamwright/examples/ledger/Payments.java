package io.streamwright.examples.ledger;

import java.util.SplittableRandom;

/**
 * The payments that a seed stands for, each computed from its number alone: whoever goes on with them and whoever checks them
 * gets the same ones. Immutable.
 *
 * <p>The first ones open the accounts: the issuer, account 0, pays every other account its opening balance, and so goes as far
 * below zero as the others are above.
 *
 * @param seed chooses the payments
 * @param accounts how many accounts there are beside the issuer, numbered from 1
 */
record Payments(long seed, int accounts) {
    /** Issues all money, and alone may be overdrawn. */
    static final int ISSUER = 0;

    static final int MIN_ACCOUNTS = 2;

    private static final long OPENING_CENTS = 100_000;
    /** So much that some accounts run dry and payments are rejected. */
    private static final long MAX_CENTS = 15_000;

    private static final long SEED_SPREAD = 0xD1342543DE82EF95L;

    Payments {
        if (accounts < MIN_ACCOUNTS) {
            throw new IllegalArgumentException("payments need at least " + MIN_ACCOUNTS + " accounts, not " + accounts);
        }
    }

    /** Returns how many payments open accounts: the numbers of the others start there. */
    int openings() {
        return accounts;
    }

    /** Returns a payment by its number. */
    Payment payment(long id) {
        if (id < accounts) {
            return new Payment(id, ISSUER, (int) id + 1, OPENING_CENTS);
        }
        SplittableRandom random = new SplittableRandom(seed * SEED_SPREAD + id);
        int payer = random.nextInt(accounts);
        int payee = (payer + 1 + random.nextInt(accounts - 1)) % accounts;
        return new Payment(id, payer + 1, payee + 1, 1 + random.nextLong(MAX_CENTS));
    }
}
