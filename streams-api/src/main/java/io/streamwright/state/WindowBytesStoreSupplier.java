package io.streamwright.state;

import org.apache.kafka.common.utils.Bytes;

/**
 * Asks for window stores of bytes, around which the engine puts serdes and transactions. {@link Stores} has those of the house;
 * others are refused when the application starts, as what they hold could not be taken back by an abort.
 *
 * <p>Called by any worker: it must be thread-safe.
 */
public interface WindowBytesStoreSupplier extends StoreSupplier<WindowStore<Bytes, byte[]>> {

    /** Returns the time between the starts of two segments, which expire as a whole, in ms. */
    long segmentIntervalMs();

    /** Returns the size of the windows, in ms. */
    long windowSize();

    /** Returns whether values of the same key and window are kept side by side. */
    boolean retainDuplicates();

    /** Returns how long windows are kept after their start, in ms of stream time. */
    long retentionPeriod();
}
