package io.streamwright.topology;

import java.util.List;

/**
 * A store of values with timestamps that also finds its rows in the order of time, inside of its task's transaction.
 *
 * <p>Owner: the worker thread of its task.
 *
 * @param <K> the keys
 */
public interface RowsByTime<K> {

    /**
     * Returns the keys of all rows whose time is not after a given one, in the order of time. Costs in proportion to their number; next to
     * nothing if there are none.
     *
     * @param timeMs in ms since the epoch; may be negative
     */
    List<K> keysNotAfter(long timeMs);
}
