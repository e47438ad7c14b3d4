package io.streamwright.state;

import io.streamwright.processor.StateStore;
import java.util.Map;
import java.util.function.Function;

/**
 * Builds key-value stores from a specification.
 *
 * <p>Owner: the thread that builds the topology; thread-safe once it is built, as nothing changes any more.
 *
 * @param <K> the keys
 * @param <V> the values; of a timestamped store without their timestamps
 * @param <T> the store's type
 */
final class KeyValueStoreBuilder<K, V, T extends StateStore> implements SpecifiedStoreBuilder<T> {

    private final Function<KeyValueStoreSpec<K, V>, T> maker;
    private KeyValueStoreSpec<K, V> spec;

    KeyValueStoreBuilder(KeyValueStoreSpec<K, V> spec, Function<KeyValueStoreSpec<K, V>, T> maker) {
        this.spec = spec;
        this.maker = maker;
    }

    @Override
    public StoreBuilder<T> withCachingEnabled() {
        spec = spec.withCaching(true);
        return this;
    }

    @Override
    public StoreBuilder<T> withCachingDisabled() {
        spec = spec.withCaching(false);
        return this;
    }

    @Override
    public StoreBuilder<T> withLoggingEnabled(Map<String, String> config) {
        spec = spec.withChangelog(config);
        return this;
    }

    @Override
    public StoreBuilder<T> withLoggingDisabled() {
        spec = spec.withoutChangelog();
        return this;
    }

    @Override
    public KeyValueStoreSpec<K, V> spec() {
        return spec;
    }

    @Override
    public T build() {
        return maker.apply(spec);
    }

    @Override
    public Map<String, String> logConfig() {
        return spec.logConfig();
    }

    @Override
    public boolean loggingEnabled() {
        return spec.loggingEnabled();
    }

    @Override
    public String name() {
        return spec.name();
    }
}
