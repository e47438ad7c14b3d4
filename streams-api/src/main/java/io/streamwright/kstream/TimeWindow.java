package io.streamwright.kstream;

/** A window of fixed size: its start is inside, its end is not. Immutable. */
public class TimeWindow extends Window {

    /**
     * Makes a window.
     *
     * @param startMs in ms since the epoch
     * @param endMs in ms since the epoch
     * @throws IllegalArgumentException if the start is negative, or the end does not lie behind it
     */
    public TimeWindow(long startMs, long endMs) throws IllegalArgumentException {
        super(startMs, endMs);
        if (startMs == endMs) {
            throw new IllegalArgumentException("a time window needs a size: startMs=endMs=" + startMs);
        }
    }

    /**
     * Returns the window of a size, which ends at the end of time at the latest.
     *
     * @param startMs in ms since the epoch
     * @param sizeMs in ms
     */
    public static TimeWindow ofSize(long startMs, long sizeMs) {
        long endMs = startMs + sizeMs;
        return new TimeWindow(startMs, endMs < 0 ? Long.MAX_VALUE : endMs);
    }

    @Override
    public boolean overlap(Window other) throws IllegalArgumentException {
        if (getClass() != other.getClass()) {
            throw new IllegalArgumentException("a " + getClass().getName() + " cannot be compared with a "
                    + other.getClass().getName());
        }
        return startMs < other.endMs && other.startMs < endMs;
    }
}
