package io.streamwright.kstream;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Windows that begin and end with the records: one for each set of records of a key that lie no further apart than a time difference
 * (KIP-450). Immutable.
 *
 * <p>A window is as long as the time difference, and both its ends are inside. A record brings the window that ends with it, and, if
 * a later record is near enough, the one that begins a millisecond behind it. Windows that would begin before the epoch are one: that
 * which begins with the epoch.
 */
public final class SlidingWindows {

    private final long timeDifferenceMs;
    private final long graceMs;

    private SlidingWindows(long timeDifferenceMs, long graceMs) {
        if (timeDifferenceMs <= 0) {
            throw new IllegalArgumentException("sliding windows need a positive time difference, got "
                    + timeDifferenceMs + " ms: for records of the same millisecond take TimeWindows of one");
        }
        this.timeDifferenceMs = timeDifferenceMs;
        this.graceMs = graceMs;
    }

    /**
     * Returns windows that take no record behind their end.
     *
     * @param timeDifference how far two records of a window may be apart
     * @throws IllegalArgumentException if the difference is not positive
     */
    public static SlidingWindows ofTimeDifferenceWithNoGrace(Duration timeDifference) throws IllegalArgumentException {
        return ofTimeDifferenceAndGrace(timeDifference, Duration.ZERO);
    }

    /**
     * Returns windows that take records until stream time has passed their end by a grace period.
     *
     * @param timeDifference how far two records of a window may be apart
     * @param afterWindowEnd how long a window waits for late records
     * @throws IllegalArgumentException if the difference is not positive or the grace period negative
     */
    public static SlidingWindows ofTimeDifferenceAndGrace(Duration timeDifference, Duration afterWindowEnd)
            throws IllegalArgumentException {
        return new SlidingWindows(Periods.ms(timeDifference, "timeDifference"), Periods.graceMs(afterWindowEnd));
    }

    /** Returns how far two records of a window may be apart, which is how long windows are, in ms. */
    public long timeDifferenceMs() {
        return timeDifferenceMs;
    }

    /** Returns how much stream time must have passed since a window's end until it takes no more records, in ms. */
    public long gracePeriodMs() {
        return graceMs;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof SlidingWindows that
                        && timeDifferenceMs == that.timeDifferenceMs
                        && graceMs == that.graceMs);
    }

    @Override
    public int hashCode() {
        return Objects.hash(timeDifferenceMs, graceMs);
    }

    @Override
    public String toString() {
        return "SlidingWindows{timeDifferenceMs=" + timeDifferenceMs + ", graceMs=" + graceMs + "}";
    }
}
