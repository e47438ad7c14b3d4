package io.streamwright.kstream;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A stretch of time. Which of its ends are inside, its kind says. Immutable.
 */
public abstract class Window {

    /** Start of the window, in ms since the epoch. */
    protected final long startMs;

    /** End of the window, in ms since the epoch. */
    protected final long endMs;

    /**
     * Makes a window.
     *
     * @param startMs in ms since the epoch
     * @param endMs in ms since the epoch
     * @throws IllegalArgumentException if the start is negative, or the end lies before it
     */
    public Window(long startMs, long endMs) throws IllegalArgumentException {
        if (startMs < 0) {
            throw new IllegalArgumentException("a window cannot start before the epoch: startMs=" + startMs);
        }
        if (endMs < startMs) {
            throw new IllegalArgumentException(
                    "a window cannot end before it starts: startMs=" + startMs + " endMs=" + endMs);
        }
        this.startMs = startMs;
        this.endMs = endMs;
    }

    /** Returns the start, in ms since the epoch. */
    public long start() {
        return startMs;
    }

    /** Returns the end, in ms since the epoch. */
    public long end() {
        return endMs;
    }

    /** Returns the start. */
    public Instant startTime() {
        return Instant.ofEpochMilli(startMs);
    }

    /** Returns the end. */
    public Instant endTime() {
        return Instant.ofEpochMilli(endMs);
    }

    /**
     * Returns whether there is a time that is in both windows.
     *
     * @throws IllegalArgumentException if the other window is of another kind
     */
    public abstract boolean overlap(Window other);

    @Override
    @SuppressWarnings("EqualsGetClass") // kinds of windows have different ends: equal times do not make them the same
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other != null
                        && getClass() == other.getClass()
                        && startMs == ((Window) other).startMs
                        && endMs == ((Window) other).endMs);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(startMs) * 31 + Long.hashCode(endMs);
    }

    @Override
    public String toString() {
        return "Window{startMs=" + startMs + ", start=" + startTime() + ", endMs=" + endMs + ", end=" + endTime() + '}';
    }
}
