package io.streamwright.kstream;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How far apart in time two records of joined streams may be. Immutable.
 *
 * <p>A record of this stream at a time joins records of the other stream from {@link #beforeMs} before it to {@link #afterMs} after
 * it, both ends inside. Either may be negative as long as the sum is not: with -5 and 10 the other record has to be 5 to 10 ms later.
 */
public class JoinWindows extends Windows<Window> {

    /** How much earlier the other record may be, in ms; if negative, how much later it has to be. */
    public final long beforeMs;

    /** How much later the other record may be, in ms; if negative, how much earlier it has to be. */
    public final long afterMs;

    private final long graceMs;

    /** Copies windows. */
    protected JoinWindows(JoinWindows joinWindows) {
        this(joinWindows.beforeMs, joinWindows.afterMs, joinWindows.graceMs);
    }

    private JoinWindows(long beforeMs, long afterMs, long graceMs) {
        if (sum(beforeMs, afterMs) < 0) {
            throw new IllegalArgumentException("before=" + beforeMs + " ms and after=" + afterMs
                    + " ms leave no time in which records could join: their sum cannot be negative");
        }
        this.beforeMs = beforeMs;
        this.afterMs = afterMs;
        this.graceMs = graceMs;
    }

    private static long sum(long beforeMs, long afterMs) {
        try {
            return Math.addExact(beforeMs, afterMs);
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(
                    "before=" + beforeMs + " ms and after=" + afterMs + " ms are too far apart for a long", e);
        }
    }

    /**
     * Returns windows that take no record behind their end.
     *
     * @param timeDifference how far apart records may be, in both directions
     * @throws IllegalArgumentException if it is negative, or a long cannot tell it in ms
     */
    public static JoinWindows ofTimeDifferenceWithNoGrace(Duration timeDifference) {
        return ofTimeDifferenceAndGrace(timeDifference, Duration.ofMillis(NO_GRACE_PERIOD));
    }

    /**
     * Returns windows that take records until stream time has passed their end by a grace period.
     *
     * @param timeDifference how far apart records may be, in both directions
     * @param afterWindowEnd the grace period
     * @throws IllegalArgumentException if one is negative, or a long cannot tell it in ms
     */
    public static JoinWindows ofTimeDifferenceAndGrace(Duration timeDifference, Duration afterWindowEnd) {
        long differenceMs = Periods.ms(timeDifference, "timeDifference");
        return new JoinWindows(differenceMs, differenceMs, Periods.graceMs(afterWindowEnd));
    }

    /**
     * Returns the same with another limit of how much earlier the other record may be.
     *
     * @param timeDifference if negative, the other record has to be later by at least that
     * @throws IllegalArgumentException if the sum of both limits is negative, or a long cannot tell it in ms
     */
    public JoinWindows before(Duration timeDifference) throws IllegalArgumentException {
        return new JoinWindows(Periods.ms(timeDifference, "timeDifference"), afterMs, graceMs);
    }

    /**
     * Returns the same with another limit of how much later the other record may be.
     *
     * @param timeDifference if negative, the other record has to be earlier by at least that
     * @throws IllegalArgumentException if the sum of both limits is negative, or a long cannot tell it in ms
     */
    public JoinWindows after(Duration timeDifference) throws IllegalArgumentException {
        return new JoinWindows(beforeMs, Periods.ms(timeDifference, "timeDifference"), graceMs);
    }

    /**
     * Is of no use: each record has a window of its own.
     *
     * @throws UnsupportedOperationException always
     */
    @Override
    public Map<Long, Window> windowsFor(long timestamp) {
        throw new UnsupportedOperationException(
                "join windows begin and end with the records: there are none that a time as such is in");
    }

    @Override
    public long size() {
        return beforeMs + afterMs;
    }

    @Override
    public long gracePeriodMs() {
        return graceMs;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof JoinWindows that
                        && beforeMs == that.beforeMs
                        && afterMs == that.afterMs
                        && graceMs == that.graceMs);
    }

    @Override
    public int hashCode() {
        return Objects.hash(beforeMs, afterMs, graceMs);
    }

    @Override
    public String toString() {
        return "JoinWindows{beforeMs=" + beforeMs + ", afterMs=" + afterMs + ", graceMs=" + graceMs + "}";
    }
}
