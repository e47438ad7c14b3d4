package io.streamwright.kstream;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Windows of activity: a session holds the records of a key that follow each other within an inactivity gap (KIP-94). Immutable.
 *
 * <p>A session lasts from its first record to its last, both inside. A record that is near enough to several sessions makes them one.
 */
public final class SessionWindows {

    private final long gapMs;
    private final long graceMs;

    private SessionWindows(long gapMs, long graceMs) {
        if (gapMs < 0) {
            throw new IllegalArgumentException("an inactivity gap cannot be negative: " + gapMs + " ms");
        }
        this.gapMs = gapMs;
        this.graceMs = graceMs;
    }

    /**
     * Returns sessions that take no record when stream time has passed their end by more than the gap.
     *
     * @param inactivityGap how far two records may be apart that follow each other in a session
     * @throws IllegalArgumentException if the gap is negative
     */
    public static SessionWindows ofInactivityGapWithNoGrace(Duration inactivityGap) {
        return ofInactivityGapAndGrace(inactivityGap, Duration.ZERO);
    }

    /**
     * Returns sessions that take records until stream time has passed their end by the gap and a grace period.
     *
     * @param inactivityGap how far two records may be apart that follow each other in a session
     * @param afterWindowEnd how long a session waits for late records, beside the gap
     * @throws IllegalArgumentException if the gap or the grace period is negative
     */
    public static SessionWindows ofInactivityGapAndGrace(Duration inactivityGap, Duration afterWindowEnd) {
        return new SessionWindows(Periods.ms(inactivityGap, "inactivityGap"), Periods.graceMs(afterWindowEnd));
    }

    /** Returns how much stream time must have passed since a session's end and the gap until it takes no more records, in ms. */
    public long gracePeriodMs() {
        return graceMs;
    }

    /** Returns how far two records may be apart that follow each other in a session, in ms. */
    public long inactivityGap() {
        return gapMs;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof SessionWindows that && gapMs == that.gapMs && graceMs == that.graceMs);
    }

    @Override
    public int hashCode() {
        return Objects.hash(gapMs, graceMs);
    }

    @Override
    public String toString() {
        return "SessionWindows{gapMs=" + gapMs + ", graceMs=" + graceMs + "}";
    }
}
