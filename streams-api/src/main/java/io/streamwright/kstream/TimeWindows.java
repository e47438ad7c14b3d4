package io.streamwright.kstream;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Windows of a fixed size that begin at multiples of an advance: tumbling if the advance is the size, hopping if it is less. Immutable.
 */
public final class TimeWindows extends Windows<TimeWindow> {

    /** Size of the windows, in ms. */
    public final long sizeMs;

    /** Time between the starts of two windows, in ms. */
    public final long advanceMs;

    private final long graceMs;

    private TimeWindows(long sizeMs, long advanceMs, long graceMs) {
        if (sizeMs <= 0) {
            throw new IllegalArgumentException("a window needs a positive size, got " + sizeMs + " ms");
        }
        if (advanceMs <= 0 || advanceMs > sizeMs) {
            throw new IllegalArgumentException("windows of " + sizeMs + " ms cannot advance by " + advanceMs
                    + " ms: an advance is positive and not more than the size");
        }
        this.sizeMs = sizeMs;
        this.advanceMs = advanceMs;
        this.graceMs = graceMs;
    }

    /**
     * Returns tumbling windows that take no record behind their end.
     *
     * @throws IllegalArgumentException if the size is not positive
     */
    public static TimeWindows ofSizeWithNoGrace(Duration size) throws IllegalArgumentException {
        return ofSizeAndGrace(size, Duration.ofMillis(NO_GRACE_PERIOD));
    }

    /**
     * Returns tumbling windows that take records until stream time has passed their end by a grace period.
     *
     * @throws IllegalArgumentException if the size is not positive or the grace period negative
     */
    public static TimeWindows ofSizeAndGrace(Duration size, Duration afterWindowEnd) throws IllegalArgumentException {
        long sizeMs = Periods.ms(size, "size");
        return new TimeWindows(sizeMs, sizeMs, Periods.graceMs(afterWindowEnd));
    }

    /**
     * Returns the same, beginning a window at every multiple of the advance.
     *
     * @throws IllegalArgumentException if the advance is not positive or more than the size
     */
    public TimeWindows advanceBy(Duration advance) throws IllegalArgumentException {
        return new TimeWindows(sizeMs, Periods.ms(advance, "advance"), graceMs);
    }

    @Override
    public Map<Long, TimeWindow> windowsFor(long timestamp) {
        Map<Long, TimeWindow> windows = new LinkedHashMap<>();
        long start = Math.max(0, timestamp - sizeMs + advanceMs) / advanceMs * advanceMs;
        for (; start <= timestamp; start += advanceMs) {
            windows.put(start, new TimeWindow(start, start + sizeMs));
        }
        return windows;
    }

    @Override
    public long size() {
        return sizeMs;
    }

    @Override
    public long gracePeriodMs() {
        return graceMs;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof TimeWindows that
                        && sizeMs == that.sizeMs
                        && advanceMs == that.advanceMs
                        && graceMs == that.graceMs);
    }

    @Override
    public int hashCode() {
        return Objects.hash(sizeMs, advanceMs, graceMs);
    }

    @Override
    public String toString() {
        return "TimeWindows{sizeMs=" + sizeMs + ", advanceMs=" + advanceMs + ", graceMs=" + graceMs + "}";
    }
}
