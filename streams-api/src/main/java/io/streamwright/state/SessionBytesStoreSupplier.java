package io.streamwright.state;

import org.apache.kafka.common.utils.Bytes;

/**
 * Asks for session stores of bytes, around which the engine puts serdes and transactions. {@link Stores} has those of the house;
 * others are refused when the application starts, as what they hold could not be taken back by an abort.
 *
 * <p>Called by any worker: it must be thread-safe.
 */
public interface SessionBytesStoreSupplier extends StoreSupplier<SessionStore<Bytes, byte[]>> {

    /** Returns the time between the starts of two segments, which expire as a whole, in ms. */
    long segmentIntervalMs();

    /** Returns how long sessions are kept after their end, in ms of stream time. */
    long retentionPeriod();
}
