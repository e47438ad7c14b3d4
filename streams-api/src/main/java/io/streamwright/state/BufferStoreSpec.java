package io.streamwright.state;

import io.streamwright.processor.StateStore;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is asked of a buffer in which updates of a table wait for their time; what the engine builds it from. Immutable.
 *
 * @param name the store's name
 * @param keySerde null: the configured default
 * @param valueSerde null: the configured default
 * @param loggingEnabled whether changes go to a changelog topic
 * @param logConfig settings of the changelog topic; empty if there is none
 * @param <K> the keys
 * @param <V> the values
 */
public record BufferStoreSpec<K, V>(
        String name,
        @Nullable Serde<K> keySerde,
        @Nullable Serde<V> valueSerde,
        boolean loggingEnabled,
        Map<String, String> logConfig)
        implements StoreSpec<BufferStoreSpec<K, V>> {

    /** Copies the settings of the changelog. */
    public BufferStoreSpec {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("a store needs a name, got an empty one");
        }
        logConfig = loggingEnabled ? Map.copyOf(logConfig) : Map.of();
    }

    /** Returns a builder of what is asked for. */
    public SpecifiedStoreBuilder<StateStore> builder() {
        return new StoreSpecBuilder<BufferStoreSpec<K, V>, StateStore>(
                this, spec -> StoreProvider.installed().buffer(spec));
    }

    @Override
    public boolean cachingEnabled() {
        return false;
    }

    @Override
    public Optional<StoreLocation> location() {
        return Optional.of(StoreLocation.IN_MEMORY);
    }

    @Override
    public BufferStoreSpec<K, V> withChangelog(Map<String, String> config) {
        return new BufferStoreSpec<>(name, keySerde, valueSerde, true, config);
    }

    @Override
    public BufferStoreSpec<K, V> withoutChangelog() {
        return new BufferStoreSpec<>(name, keySerde, valueSerde, false, Map.of());
    }

    /** Returns the same: what waits is passed on by time alone. */
    @Override
    public BufferStoreSpec<K, V> withCaching(boolean enabled) {
        return this;
    }

    @Override
    public <R> R match(Cases<R> cases) {
        return cases.buffer(this);
    }
}
