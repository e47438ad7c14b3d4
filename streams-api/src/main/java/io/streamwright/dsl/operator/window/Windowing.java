package io.streamwright.dsl.operator.window;

import io.streamwright.kstream.SlidingWindows;
import io.streamwright.kstream.Windows;
import io.streamwright.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** Which windows of time a record changes, and how long they take records. Immutable. */
public sealed interface Windowing permits FixedWindowing, SlidingWindowing {

    /** Cuts time as the program says, whatever the records. */
    static Windowing of(Windows<?> windows) {
        return new FixedWindowing(windows);
    }

    /** Lets windows begin and end with the records. */
    static Windowing of(SlidingWindows windows) {
        return new SlidingWindowing(windows);
    }

    /** Returns the time between start and end of a window, in ms. */
    long sizeMs();

    /** Returns how much stream time must have passed since a window's end until it takes no more records, in ms. */
    long graceMs();

    /** Returns whether windows begin and end with the records. */
    boolean isSliding();

    /** Returns whether there is an end to wait for. */
    boolean close();

    /** Returns how long a window must be kept after its start, in ms of stream time, so that no result depends on how long it is. */
    long neededRetentionMs();

    /** Returns the shortest retention that a program may ask for, in ms. */
    long leastRetentionMs();

    /** Returns from which moment after its start on a window takes no more records, beside the grace period, in ms. */
    long openMs();

    /** Returns whether a window may start in a range of times, both ends inside. */
    boolean isAnyStartBetween(long firstMs, long lastMs);

    /** Returns why a record cannot be in a window; null if it can. */
    @Nullable
    String refusalOf(Record<?, ?> record);

    /**
     * Adds a record, which has a key, to its windows.
     *
     * @param record not refused
     * @param rows the windows of all keys
     * @param closeMs windows that end before it, or for fixed windows at it, take no more records
     */
    <K, V extends @Nullable Object, A> void add(Record<K, V> record, WindowRows<K, V, A> rows, long closeMs);
}
