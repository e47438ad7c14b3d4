package io.streamwright.kstream;

import java.util.Map;

/**
 * How time is cut into windows that overlap or not, but do not depend on the records. Immutable.
 *
 * @param <W> the windows
 */
public abstract class Windows<W extends Window> {

    /** For windows that take no record behind their end. */
    protected static final long NO_GRACE_PERIOD = 0L;

    /** For subclasses. */
    protected Windows() {}

    /**
     * Returns the windows that a time is in, by their starts, the earliest first.
     *
     * @param timestamp in ms since the epoch
     */
    public abstract Map<Long, W> windowsFor(long timestamp);

    /** Returns the size of the windows, in ms. */
    public abstract long size();

    /** Returns how much stream time must have passed since a window's end until it takes no more records, in ms. */
    public abstract long gracePeriodMs();
}
