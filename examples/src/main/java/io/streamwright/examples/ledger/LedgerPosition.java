package io.streamwright.examples.ledger;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which payments were written, kept on the log with them. Immutable.
 *
 * @param payments where they come from
 * @param written how many of them, from number 0 on
 */
record LedgerPosition(Payments payments, long written) {
    private static final Pattern TEXT = Pattern.compile("seed=(-?[0-9]+) accounts=([0-9]+) written=([0-9]+)");

    /** Reads what {@link #toString} wrote. */
    static LedgerPosition parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("no position of a ledger: '" + text + "'");
        }
        return new LedgerPosition(
                new Payments(Long.parseLong(matcher.group(1)), Integer.parseInt(matcher.group(2))),
                Long.parseLong(matcher.group(3)));
    }

    @Override
    public String toString() {
        return "seed=" + payments.seed() + " accounts=" + payments.accounts() + " written=" + written;
    }
}
