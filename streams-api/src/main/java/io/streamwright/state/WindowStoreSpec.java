package io.streamwright.state;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is asked of a window store; what the engine builds it from. Immutable.
 *
 * @param name the store's name
 * @param supplier says how long windows are kept and where: one of the house's, see {@link #builtIn()}
 * @param keySerde null: the configured default
 * @param valueSerde null: the configured default; for a timestamped store that of the value without the timestamp
 * @param timestamped whether the store is a {@link TimestampedWindowStore}
 * @param loggingEnabled whether changes go to a changelog topic
 * @param logConfig settings of the changelog topic; empty if there is none
 * @param cachingEnabled whether table operators pass on one update for each window and transaction
 * @param <K> the keys
 * @param <V> the values; for a timestamped store without their timestamps
 */
public record WindowStoreSpec<K, V>(
        String name,
        WindowBytesStoreSupplier supplier,
        @Nullable Serde<K> keySerde,
        @Nullable Serde<V> valueSerde,
        boolean timestamped,
        boolean loggingEnabled,
        Map<String, String> logConfig,
        boolean cachingEnabled)
        implements StoreSpec<WindowStoreSpec<K, V>> {

    /** Copies the settings of the changelog. */
    public WindowStoreSpec {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("a store needs a name, got an empty one");
        }
        logConfig = loggingEnabled ? Map.copyOf(logConfig) : Map.of();
    }

    /** Describes a store with a changelog and without caching. */
    public static <K, V> WindowStoreSpec<K, V> of(
            WindowBytesStoreSupplier supplier,
            @Nullable Serde<K> keySerde,
            @Nullable Serde<V> valueSerde,
            boolean timestamped) {
        return new WindowStoreSpec<>(
                supplier.name(), supplier, keySerde, valueSerde, timestamped, true, Map.of(), false);
    }

    /** Returns what is asked of a store of the house; empty if the program brought a supplier of its own. */
    public Optional<BuiltInWindowStore> builtIn() {
        return supplier instanceof BuiltInWindowStore ours ? Optional.of(ours) : Optional.empty();
    }

    @Override
    public Optional<StoreLocation> location() {
        return builtIn().map(BuiltInWindowStore::location);
    }

    @Override
    public OptionalLong retentionMs() {
        return OptionalLong.of(supplier.retentionPeriod());
    }

    @Override
    public WindowStoreSpec<K, V> withChangelog(Map<String, String> config) {
        return new WindowStoreSpec<>(name, supplier, keySerde, valueSerde, timestamped, true, config, cachingEnabled);
    }

    @Override
    public WindowStoreSpec<K, V> withoutChangelog() {
        return new WindowStoreSpec<>(
                name, supplier, keySerde, valueSerde, timestamped, false, Map.of(), cachingEnabled);
    }

    @Override
    public WindowStoreSpec<K, V> withCaching(boolean enabled) {
        return new WindowStoreSpec<>(
                name, supplier, keySerde, valueSerde, timestamped, loggingEnabled, logConfig, enabled);
    }

    @Override
    public <R> R match(Cases<R> cases) {
        return cases.window(this);
    }
}
