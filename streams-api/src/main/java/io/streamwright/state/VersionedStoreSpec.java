package io.streamwright.state;

import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is asked of a versioned store; what the engine builds it from. Immutable.
 *
 * @param name the store's name
 * @param supplier says how long versions are kept and where: one of the house's, see {@link #builtIn()}
 * @param keySerde null: the configured default
 * @param valueSerde null: the configured default
 * @param loggingEnabled whether changes go to a changelog topic
 * @param logConfig settings of the changelog topic; empty if there is none
 * @param <K> the keys
 * @param <V> the values
 */
public record VersionedStoreSpec<K, V>(
        String name,
        VersionedBytesStoreSupplier supplier,
        @Nullable Serde<K> keySerde,
        @Nullable Serde<V> valueSerde,
        boolean loggingEnabled,
        Map<String, String> logConfig)
        implements StoreSpec<VersionedStoreSpec<K, V>> {

    /** Copies the settings of the changelog. */
    public VersionedStoreSpec {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("a store needs a name, got an empty one");
        }
        logConfig = loggingEnabled ? Map.copyOf(logConfig) : Map.of();
    }

    /** Describes a store with a changelog. */
    public static <K, V> VersionedStoreSpec<K, V> of(
            VersionedBytesStoreSupplier supplier, @Nullable Serde<K> keySerde, @Nullable Serde<V> valueSerde) {
        return new VersionedStoreSpec<>(supplier.name(), supplier, keySerde, valueSerde, true, Map.of());
    }

    /** Returns what is asked of a store of the house; empty if the program brought a supplier of its own. */
    public Optional<BuiltInVersionedStore> builtIn() {
        return supplier instanceof BuiltInVersionedStore ours ? Optional.of(ours) : Optional.empty();
    }

    /** Values are kept beside their timestamps, which the store is ordered by. */
    @Override
    public Optional<StoreLocation> location() {
        return builtIn().map(BuiltInVersionedStore::location);
    }

    /** Every version counts: none is held back. */
    @Override
    public boolean cachingEnabled() {
        return false;
    }

    @Override
    public VersionedStoreSpec<K, V> withChangelog(Map<String, String> config) {
        return new VersionedStoreSpec<>(name, supplier, keySerde, valueSerde, true, config);
    }

    @Override
    public VersionedStoreSpec<K, V> withoutChangelog() {
        return new VersionedStoreSpec<>(name, supplier, keySerde, valueSerde, false, Map.of());
    }

    /**
     * Returns the same.
     *
     * @throws IllegalStateException if caching is asked for
     */
    @Override
    public VersionedStoreSpec<K, V> withCaching(boolean enabled) {
        if (enabled) {
            throw new IllegalStateException(
                    "store " + name + " is versioned, and versioned stores do not support caching:"
                            + " every version counts; leave withCachingEnabled out");
        }
        return this;
    }

    @Override
    public <R> R match(Cases<R> cases) {
        return cases.versioned(this);
    }
}
