package io.streamwright.state;

/**
 * Asks for versioned stores of bytes, around which the engine puts serdes and transactions (KIP-889). {@link Stores} has those of the
 * house; others are refused when the application starts, as what they hold could not be taken back by an abort.
 *
 * <p>Called by any worker: it must be thread-safe.
 */
public interface VersionedBytesStoreSupplier extends KeyValueBytesStoreSupplier {

    /** Returns how long older versions are kept, in ms of stream time. */
    long historyRetentionMs();
}
