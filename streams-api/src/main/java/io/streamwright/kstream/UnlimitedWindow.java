package io.streamwright.kstream;

/** A window that never ends. Immutable. */
public class UnlimitedWindow extends Window {

    /**
     * Makes a window.
     *
     * @param startMs in ms since the epoch
     * @throws IllegalArgumentException if the start is negative
     */
    public UnlimitedWindow(long startMs) {
        super(startMs, Long.MAX_VALUE);
    }

    @Override
    public boolean overlap(Window other) {
        if (getClass() != other.getClass()) {
            throw new IllegalArgumentException("a " + getClass().getName() + " cannot be compared with a "
                    + other.getClass().getName());
        }
        return true;
    }
}
