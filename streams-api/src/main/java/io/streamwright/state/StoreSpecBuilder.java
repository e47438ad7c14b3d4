package io.streamwright.state;

import io.streamwright.processor.StateStore;
import java.util.Map;
import java.util.function.Function;

/**
 * Builds stores from a specification.
 *
 * <p>Owner: the thread that builds the topology; thread-safe once it is built, as nothing changes any more.
 *
 * @param <S> the kind of specification
 * @param <T> the store's type
 */
final class StoreSpecBuilder<S extends StoreSpec<S>, T extends StateStore> implements SpecifiedStoreBuilder<T> {

    private final Function<S, T> maker;
    private S spec;

    StoreSpecBuilder(S spec, Function<S, T> maker) {
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
    public S spec() {
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
