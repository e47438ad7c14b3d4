package io.streamwright.kstream;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One window that never ends; what is before its start is left aside. Immutable. */
public final class UnlimitedWindows extends Windows<UnlimitedWindow> {

    /** Start of the window, in ms since the epoch. */
    public final long startMs;

    private UnlimitedWindows(long startMs) {
        if (startMs < 0) {
            throw new IllegalArgumentException("a window cannot start before the epoch: startMs=" + startMs);
        }
        this.startMs = startMs;
    }

    /** Returns the window that starts with the epoch. */
    public static UnlimitedWindows of() {
        return new UnlimitedWindows(0);
    }

    /**
     * Returns the same from another start on.
     *
     * @throws IllegalArgumentException if the start lies before the epoch, or is too far away for milliseconds in a long
     */
    public UnlimitedWindows startOn(Instant start) throws IllegalArgumentException {
        try {
            return new UnlimitedWindows(start.toEpochMilli());
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("start=" + start + " is too far away for milliseconds in a long", e);
        }
    }

    @Override
    public Map<Long, UnlimitedWindow> windowsFor(long timestamp) {
        return timestamp < startMs ? Map.of() : Map.of(startMs, new UnlimitedWindow(startMs));
    }

    @Override
    public long size() {
        return Long.MAX_VALUE;
    }

    @Override
    public long gracePeriodMs() {
        return NO_GRACE_PERIOD;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || (other instanceof UnlimitedWindows that && startMs == that.startMs);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(startMs);
    }

    @Override
    public String toString() {
        return "UnlimitedWindows{startMs=" + startMs + "}";
    }
}
