package io.streamwright.state;

import org.apache.kafka.common.utils.Bytes;

/**
 * Asks for one of the house's key-value stores in memory that keeps the entries that were used last. Immutable.
 *
 * @param name the store's name
 * @param maxEntries how many it keeps; 0 or more
 */
public record BuiltInLruStore(String name, int maxEntries) implements KeyValueBytesStoreSupplier {

    /** Checks the number. */
    public BuiltInLruStore {
        if (maxEntries < 0) {
            throw new IllegalArgumentException(
                    "store " + name + " is to keep at most " + maxEntries + " entries: the number cannot be negative");
        }
    }

    @Override
    public KeyValueStore<Bytes, byte[]> get() {
        return StoreProvider.installed().lruBytesStore(this);
    }

    @Override
    public String metricsScope() {
        return "in-memory-lru";
    }
}
