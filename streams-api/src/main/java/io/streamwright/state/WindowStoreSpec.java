package io.streamwright.state;

import io.streamwright.DslStoreFormat;
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
 * @param valueSerde null: the configured default; that of the value without timestamp and headers
 * @param format what is kept beside a value: says which kind of window store it is
 * @param loggingEnabled whether changes go to a changelog topic
 * @param logConfig settings of the changelog topic; empty if there is none
 * @param cachingEnabled whether table operators pass on one update for each window and transaction
 * @param <K> the keys
 * @param <V> the values; without timestamps and headers
 */
public record WindowStoreSpec<K, V>(
        String name,
        WindowBytesStoreSupplier supplier,
        @Nullable Serde<K> keySerde,
        @Nullable Serde<V> valueSerde,
        DslStoreFormat format,
        boolean loggingEnabled,
        Map<String, String> logConfig,
        boolean cachingEnabled)
        implements StoreSpec<WindowStoreSpec<K, V>> {

    /** Copies the settings of the changelog. */
    public WindowStoreSpec {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("a store needs a name, got an empty one");
        }
        supplier = BuiltInHeadersStore.store(supplier);
        logConfig = loggingEnabled ? Map.copyOf(logConfig) : Map.of();
    }

    /** Describes a store with a changelog and without caching. */
    public static <K, V> WindowStoreSpec<K, V> of(
            WindowBytesStoreSupplier supplier,
            @Nullable Serde<K> keySerde,
            @Nullable Serde<V> valueSerde,
            DslStoreFormat format) {
        return new WindowStoreSpec<>(supplier.name(), supplier, keySerde, valueSerde, format, true, Map.of(), false);
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
        return new WindowStoreSpec<>(name, supplier, keySerde, valueSerde, format, true, config, cachingEnabled);
    }

    @Override
    public WindowStoreSpec<K, V> withoutChangelog() {
        return new WindowStoreSpec<>(name, supplier, keySerde, valueSerde, format, false, Map.of(), cachingEnabled);
    }

    @Override
    public WindowStoreSpec<K, V> withCaching(boolean enabled) {
        return new WindowStoreSpec<>(name, supplier, keySerde, valueSerde, format, loggingEnabled, logConfig, enabled);
    }

    @Override
    public <R> R match(Cases<R> cases) {
        return cases.window(this);
    }
}
