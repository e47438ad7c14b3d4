package io.streamwright.state;

import org.apache.kafka.common.utils.Bytes;

/**
 * Makes key-value stores of bytes, around which the engine puts serdes and transactions.
 *
 * <p>Called by any worker: it must be thread-safe. {@link Stores} has those of the house; programs may bring their own.
 */
public interface KeyValueBytesStoreSupplier extends StoreSupplier<KeyValueStore<Bytes, byte[]>> {}
