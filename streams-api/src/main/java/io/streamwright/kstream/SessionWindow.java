package io.streamwright.kstream;

/** A session: from its first record to its last, both inside. Immutable. */
public final class SessionWindow extends Window {

    /**
     * Makes a window.
     *
     * @param startMs in ms since the epoch
     * @param endMs in ms since the epoch
     * @throws IllegalArgumentException if the start is negative, or the end lies before it
     */
    public SessionWindow(long startMs, long endMs) throws IllegalArgumentException {
        super(startMs, endMs);
    }

    @Override
    public boolean overlap(Window other) throws IllegalArgumentException {
        if (getClass() != other.getClass()) {
            throw new IllegalArgumentException("a " + getClass().getName() + " cannot be compared with a "
                    + other.getClass().getName());
        }
        return startMs <= other.endMs && other.startMs <= endMs;
    }
}
