package io.streamwright.state;

import org.apache.kafka.common.utils.Bytes;

/**
 * Asks for one of the house's key-value stores. Immutable.
 *
 * @param name the store's name
 * @param location where its content lies
 * @param rowsByTime whether it also finds values with timestamps in the order of time, see
 *     {@link io.streamwright.topology.RowsByTime}
 */
public record BuiltInKeyValueStore(String name, StoreLocation location, boolean rowsByTime)
        implements KeyValueBytesStoreSupplier {

    /** A store that finds values by key alone. */
    BuiltInKeyValueStore(String name, StoreLocation location) {
        this(name, location, false);
    }

    /** Returns the same, for a store that also finds values in the order of time. */
    public BuiltInKeyValueStore withRowsByTime() {
        return new BuiltInKeyValueStore(name, location, true);
    }

    @Override
    public KeyValueStore<Bytes, byte[]> get() {
        return StoreProvider.installed().bytesStore(name, location);
    }

    @Override
    public String metricsScope() {
        return switch (location) {
            case PERSISTENT -> "rocksdb";
            case IN_MEMORY -> "in-memory";
        };
    }
}
