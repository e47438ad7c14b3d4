package io.streamwright.state;

import io.streamwright.DslStoreFormat;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is asked of a key-value store; what the engine builds it from. Immutable.
 *
 * @param name the store's name
 * @param supplier makes the bytes store inside: one of the house's, see {@link #location()}, or the program's, see
 *     {@link #custom()}
 * @param keySerde null: the configured default
 * @param valueSerde null: the configured default; that of the value without timestamp and headers
 * @param format what is kept beside a value: says which kind of key-value store it is
 * @param loggingEnabled whether changes go to a changelog topic
 * @param logConfig settings of the changelog topic; empty if there is none
 * @param cachingEnabled whether table operators pass on one update for each key and transaction
 * @param <K> the keys
 * @param <V> the values; without timestamps and headers
 */
public record KeyValueStoreSpec<K, V>(
        String name,
        KeyValueBytesStoreSupplier supplier,
        @Nullable Serde<K> keySerde,
        @Nullable Serde<V> valueSerde,
        DslStoreFormat format,
        boolean loggingEnabled,
        Map<String, String> logConfig,
        boolean cachingEnabled)
        implements StoreSpec<KeyValueStoreSpec<K, V>> {

    /** Copies the settings of the changelog. */
    public KeyValueStoreSpec {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("a store needs a name, got an empty one");
        }
        supplier = BuiltInHeadersStore.store(supplier);
        if (supplier instanceof VersionedBytesStoreSupplier) {
            throw new IllegalArgumentException("store " + name + " has a supplier of versioned stores: build it with"
                    + " Stores.versionedKeyValueStoreBuilder(...)");
        }
        logConfig = loggingEnabled ? Map.copyOf(logConfig) : Map.of();
    }

    /** Describes a store with a changelog and without caching. */
    public static <K, V> KeyValueStoreSpec<K, V> of(
            KeyValueBytesStoreSupplier supplier,
            @Nullable Serde<K> keySerde,
            @Nullable Serde<V> valueSerde,
            DslStoreFormat format) {
        return new KeyValueStoreSpec<>(supplier.name(), supplier, keySerde, valueSerde, format, true, Map.of(), false);
    }

    @Override
    public Optional<StoreLocation> location() {
        if (supplier instanceof BuiltInLruStore) {
            return Optional.of(StoreLocation.IN_MEMORY);
        }
        return supplier instanceof BuiltInKeyValueStore ours ? Optional.of(ours.location()) : Optional.empty();
    }

    /** Returns whether the store also finds values in the order of time. */
    public boolean rowsByTime() {
        return format != DslStoreFormat.PLAIN && supplier instanceof BuiltInKeyValueStore ours && ours.rowsByTime();
    }

    /** Returns the program's own supplier; empty if the store is one of the house's. */
    public Optional<KeyValueBytesStoreSupplier> custom() {
        return location().isPresent() ? Optional.empty() : Optional.of(supplier);
    }

    /** Returns the same with other serdes. */
    public <K2, V2> KeyValueStoreSpec<K2, V2> withSerdes(
            @Nullable Serde<K2> newKeySerde, @Nullable Serde<V2> newValueSerde) {
        return new KeyValueStoreSpec<>(
                name, supplier, newKeySerde, newValueSerde, format, loggingEnabled, logConfig, cachingEnabled);
    }

    @Override
    public KeyValueStoreSpec<K, V> withChangelog(Map<String, String> config) {
        return new KeyValueStoreSpec<>(name, supplier, keySerde, valueSerde, format, true, config, cachingEnabled);
    }

    @Override
    public KeyValueStoreSpec<K, V> withoutChangelog() {
        return new KeyValueStoreSpec<>(name, supplier, keySerde, valueSerde, format, false, Map.of(), cachingEnabled);
    }

    @Override
    public KeyValueStoreSpec<K, V> withCaching(boolean enabled) {
        return new KeyValueStoreSpec<>(
                name, supplier, keySerde, valueSerde, format, loggingEnabled, logConfig, enabled);
    }

    @Override
    public <R> R match(Cases<R> cases) {
        return cases.keyValue(this);
    }
}
