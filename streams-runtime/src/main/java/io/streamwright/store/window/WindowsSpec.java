package io.streamwright.store.window;

import io.streamwright.state.BuiltInSessionStore;
import io.streamwright.state.BuiltInWindowStore;
import io.streamwright.state.StoreLocation;

/**
 * What a program asks of a store of windows, whatever their kind. Immutable.
 *
 * @param store its name
 * @param form how keys are written
 * @param retentionMs how long windows are kept
 * @param segmentIntervalMs length of the stretches of time that are dropped as a whole
 * @param order how entries lie
 */
public record WindowsSpec(
        String store, KeyForm form, long retentionMs, long segmentIntervalMs, WindowLayout.Order order) {

    /** Returns what is asked of a store of windows of time. */
    public static WindowsSpec of(BuiltInWindowStore supplier) {
        return new WindowsSpec(
                supplier.name(),
                KeyForm.WINDOW,
                supplier.retentionPeriod(),
                supplier.segmentIntervalMs(),
                order(supplier));
    }

    private static WindowLayout.Order order(BuiltInWindowStore supplier) {
        if (!supplier.timeOrdered()) {
            return WindowLayout.Order.BY_KEY;
        }
        return supplier.keyOrdered() ? WindowLayout.Order.BY_TIME_AND_BY_KEY : WindowLayout.Order.BY_TIME;
    }

    /** Returns what is asked of a store of sessions; those of one end come in the order in which Kafka Streams has them. */
    public static WindowsSpec of(BuiltInSessionStore supplier) {
        WindowLayout.Order byTime = supplier.location() == StoreLocation.PERSISTENT
                ? WindowLayout.Order.BY_TIME_AND_START_AND_BY_KEY
                : WindowLayout.Order.BY_TIME_AND_BY_KEY;
        return new WindowsSpec(
                supplier.name(),
                KeyForm.SESSION,
                supplier.retentionPeriod(),
                supplier.segmentIntervalMs(),
                supplier.timeOrdered() ? byTime : WindowLayout.Order.BY_KEY);
    }
}
