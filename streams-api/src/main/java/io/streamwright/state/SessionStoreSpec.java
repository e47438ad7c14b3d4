package io.streamwright.state;

import io.streamwright.DslStoreFormat;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is asked of a session store; what the engine builds it from. Immutable.
 *
 * @param name the store's name
 * @param supplier says how long sessions are kept and where: one of the house's, see {@link #builtIn()}
 * @param keySerde null: the configured default
 * @param valueSerde null: the configured default
 * @param format what is kept beside an aggregate: nothing or headers
 * @param loggingEnabled whether changes go to a changelog topic
 * @param logConfig settings of the changelog topic; empty if there is none
 * @param cachingEnabled whether table operators pass on one update for each session and transaction
 * @param <K> the keys
 * @param <V> the values
 */
public record SessionStoreSpec<K, V>(
        String name,
        SessionBytesStoreSupplier supplier,
        @Nullable Serde<K> keySerde,
        @Nullable Serde<V> valueSerde,
        DslStoreFormat format,
        boolean loggingEnabled,
        Map<String, String> logConfig,
        boolean cachingEnabled)
        implements StoreSpec<SessionStoreSpec<K, V>> {

    /** Copies the settings of the changelog. */
    public SessionStoreSpec {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("a store needs a name, got an empty one");
        }
        supplier = BuiltInHeadersStore.store(supplier);
        if (format == DslStoreFormat.TIMESTAMPED) {
            throw new IllegalArgumentException(
                    "session store " + name + " keeps no timestamps: a session's end is in its key");
        }
        logConfig = loggingEnabled ? Map.copyOf(logConfig) : Map.of();
    }

    /** Describes a store with a changelog and without caching. */
    public static <K, V> SessionStoreSpec<K, V> of(
            SessionBytesStoreSupplier supplier,
            @Nullable Serde<K> keySerde,
            @Nullable Serde<V> valueSerde,
            DslStoreFormat format) {
        return new SessionStoreSpec<>(supplier.name(), supplier, keySerde, valueSerde, format, true, Map.of(), false);
    }

    /** Returns what is asked of a store of the house; empty if the program brought a supplier of its own. */
    public Optional<BuiltInSessionStore> builtIn() {
        return supplier instanceof BuiltInSessionStore ours ? Optional.of(ours) : Optional.empty();
    }

    @Override
    public Optional<StoreLocation> location() {
        return builtIn().map(BuiltInSessionStore::location);
    }

    @Override
    public OptionalLong retentionMs() {
        return OptionalLong.of(supplier.retentionPeriod());
    }

    @Override
    public SessionStoreSpec<K, V> withChangelog(Map<String, String> config) {
        return new SessionStoreSpec<>(name, supplier, keySerde, valueSerde, format, true, config, cachingEnabled);
    }

    @Override
    public SessionStoreSpec<K, V> withoutChangelog() {
        return new SessionStoreSpec<>(name, supplier, keySerde, valueSerde, format, false, Map.of(), cachingEnabled);
    }

    @Override
    public SessionStoreSpec<K, V> withCaching(boolean enabled) {
        return new SessionStoreSpec<>(name, supplier, keySerde, valueSerde, format, loggingEnabled, logConfig, enabled);
    }

    @Override
    public <R> R match(Cases<R> cases) {
        return cases.session(this);
    }
}
