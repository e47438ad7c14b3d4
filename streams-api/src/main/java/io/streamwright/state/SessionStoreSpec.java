package io.streamwright.state;

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
        boolean loggingEnabled,
        Map<String, String> logConfig,
        boolean cachingEnabled)
        implements StoreSpec<SessionStoreSpec<K, V>> {

    /** Copies the settings of the changelog. */
    public SessionStoreSpec {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("a store needs a name, got an empty one");
        }
        logConfig = loggingEnabled ? Map.copyOf(logConfig) : Map.of();
    }

    /** Describes a store with a changelog and without caching. */
    public static <K, V> SessionStoreSpec<K, V> of(
            SessionBytesStoreSupplier supplier, @Nullable Serde<K> keySerde, @Nullable Serde<V> valueSerde) {
        return new SessionStoreSpec<>(supplier.name(), supplier, keySerde, valueSerde, true, Map.of(), false);
    }

    /** Returns what is asked of a store of the house; empty if the program brought a supplier of its own. */
    public Optional<BuiltInSessionStore> builtIn() {
        return supplier instanceof BuiltInSessionStore ours ? Optional.of(ours) : Optional.empty();
    }

    @Override
    public boolean timestamped() {
        return false;
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
        return new SessionStoreSpec<>(name, supplier, keySerde, valueSerde, true, config, cachingEnabled);
    }

    @Override
    public SessionStoreSpec<K, V> withoutChangelog() {
        return new SessionStoreSpec<>(name, supplier, keySerde, valueSerde, false, Map.of(), cachingEnabled);
    }

    @Override
    public SessionStoreSpec<K, V> withCaching(boolean enabled) {
        return new SessionStoreSpec<>(name, supplier, keySerde, valueSerde, loggingEnabled, logConfig, enabled);
    }

    @Override
    public <R> R match(Cases<R> cases) {
        return cases.session(this);
    }
}
