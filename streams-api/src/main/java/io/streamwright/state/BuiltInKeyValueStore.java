package io.streamwright.state;

import org.apache.kafka.common.utils.Bytes;

/**
 * Asks for one of the house's key-value stores. Immutable.
 *
 * @param name the store's name
 * @param location where its content lies
 */
record BuiltInKeyValueStore(String name, StoreLocation location) implements KeyValueBytesStoreSupplier {

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
