package io.streamwright.state;

import java.util.Objects;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * Where programs get stores from. Thread-safe: holds nothing.
 *
 * <pre>{@code
 * StoreBuilder<KeyValueStore<String, Long>> counts =
 *         Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore("counts"), Serdes.String(), Serdes.Long());
 * }</pre>
 */
public final class Stores {

    private Stores() {}

    /**
     * Returns a supplier of stores on disk.
     *
     * @param name the store's name
     */
    public static KeyValueBytesStoreSupplier persistentKeyValueStore(String name) {
        return new BuiltInKeyValueStore(named(name), StoreLocation.PERSISTENT);
    }

    /**
     * Returns a supplier of stores on disk, for {@link #timestampedKeyValueStoreBuilder}.
     *
     * @param name the store's name
     */
    public static KeyValueBytesStoreSupplier persistentTimestampedKeyValueStore(String name) {
        return new BuiltInKeyValueStore(named(name), StoreLocation.PERSISTENT);
    }

    /**
     * Returns a supplier of stores in memory.
     *
     * @param name the store's name
     */
    public static KeyValueBytesStoreSupplier inMemoryKeyValueStore(String name) {
        return new BuiltInKeyValueStore(named(name), StoreLocation.IN_MEMORY);
    }

    /**
     * Returns a builder of stores that keep a value for each key. A changelog is written and caching is off, unless the builder
     * is told otherwise.
     *
     * @param supplier where the content lies
     * @param keySerde null: the configured default
     * @param valueSerde null: the configured default
     */
    public static <K, V> StoreBuilder<KeyValueStore<K, V>> keyValueStoreBuilder(
            KeyValueBytesStoreSupplier supplier, @Nullable Serde<K> keySerde, @Nullable Serde<V> valueSerde) {
        return new KeyValueStoreBuilder<K, V, KeyValueStore<K, V>>(
                KeyValueStoreSpec.plain(given(supplier), keySerde, valueSerde),
                spec -> StoreProvider.installed().keyValueStore(spec));
    }

    /**
     * Returns a builder of stores that keep a value and its timestamp for each key. A changelog is written and caching is off,
     * unless the builder is told otherwise.
     *
     * @param supplier where the content lies
     * @param keySerde null: the configured default
     * @param valueSerde of the value without the timestamp; null: the configured default
     */
    public static <K, V> StoreBuilder<TimestampedKeyValueStore<K, V>> timestampedKeyValueStoreBuilder(
            KeyValueBytesStoreSupplier supplier, @Nullable Serde<K> keySerde, @Nullable Serde<V> valueSerde) {
        return new KeyValueStoreBuilder<K, V, TimestampedKeyValueStore<K, V>>(
                KeyValueStoreSpec.timestamped(given(supplier), keySerde, valueSerde),
                spec -> StoreProvider.installed().timestampedKeyValueStore(spec));
    }

    // Programs outside of null-checking compilers call these methods too.
    private static String named(String name) {
        return Objects.requireNonNull(name, "name of a store must not be null");
    }

    private static KeyValueBytesStoreSupplier given(KeyValueBytesStoreSupplier supplier) {
        return Objects.requireNonNull(supplier, "supplier of a store must not be null: take one from Stores");
    }
}
