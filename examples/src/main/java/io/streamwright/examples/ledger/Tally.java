package io.streamwright.examples.ledger;

import java.util.BitSet;

/**
 * Which payments stand on a topic, and what stands there that should not.
 *
 * <p>Owner: the audit.
 */
final class Tally {
    private final Payments payments;
    private final long written;
    private final BitSet seen = new BitSet();
    private long repeated;
    private long foreign;

    /**
     * Makes the tally of an empty topic.
     *
     * @param payments those that were to be written
     * @param written how many of them were
     */
    Tally(Payments payments, long written) {
        this.payments = payments;
        this.written = written;
    }

    /** Counts a payment; returns whether it is one of those written, and stands there for the first time. */
    boolean add(Payment payment) {
        if (payment.id() >= written || !payments.payment(payment.id()).equals(payment)) {
            foreign++;
            return false;
        }
        int id = Math.toIntExact(payment.id());
        if (seen.get(id)) {
            repeated++;
            return false;
        }
        seen.set(id);
        return true;
    }

    BitSet seen() {
        return seen;
    }

    int count() {
        return seen.cardinality();
    }

    /** Returns whether each payment stood there once at most, and none that was never written. */
    boolean isClean() {
        return repeated == 0 && foreign == 0;
    }

    /** Returns what is wrong with the topic, for a message; empty if nothing is. */
    String flaws() {
        return (repeated == 0 ? "" : ", " + repeated + " repeated")
                + (foreign == 0 ? "" : ", " + foreign + " never written");
    }
}
