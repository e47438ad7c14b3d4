package io.streamwright.examples.ledger;

/**
 * An order to move money. Immutable.
 *
 * @param id its number, counted from 0
 * @param payer the account that is debited
 * @param payee the account that is credited
 * @param cents how much, positive
 */
record Payment(long id, int payer, int payee, long cents) {
    /** How many bytes it has on a topic. */
    static final int BYTES = 2 * Long.BYTES + 2 * Integer.BYTES;

    Payment {
        if (id < 0 || payer < 0 || payee < 0 || payer == payee || cents <= 0) {
            throw new IllegalArgumentException(
                    "impossible payment: id=" + id + " payer=" + payer + " payee=" + payee + " cents=" + cents);
        }
    }
}
