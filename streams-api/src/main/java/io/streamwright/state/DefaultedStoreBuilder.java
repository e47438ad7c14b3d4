package io.streamwright.state;

import io.streamwright.processor.StateStore;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Builds a store of an operator of the DSL for which the program left the kind of store open: it is known when the program runs, as
 * the application's settings say it. Until then it is a store on disk.
 *
 * <p>Owner: the thread that builds the topology; thread-safe once it is built, as nothing changes any more.
 *
 * @param <T> the store's type
 */
public final class DefaultedStoreBuilder<T extends StateStore> implements SpecifiedStoreBuilder<T> {
    private final Function<DslStoreSuppliers, StoreBuilder<T>> maker;
    private final SpecifiedStoreBuilder<T> onDisk;

    private DefaultedStoreBuilder(Function<DslStoreSuppliers, StoreBuilder<T>> maker) {
        this.maker = maker;
        // What Stores returns, and operators take no other builders.
        this.onDisk = (SpecifiedStoreBuilder<T>) maker.apply(BuiltInDslStoreSuppliers.ROCKS_DB);
    }

    /**
     * Returns a builder of a store of an operator.
     *
     * @param given the kind of store that the program chose; null if it left that open
     * @param maker makes a builder for a kind of store, always of the same type of store
     */
    public static <T extends StateStore> StoreBuilder<T> of(
            @Nullable DslStoreSuppliers given, Function<DslStoreSuppliers, StoreBuilder<T>> maker) {
        return given != null ? maker.apply(given) : new DefaultedStoreBuilder<>(maker);
    }

    /** Returns a builder of the same store, with the same caching and logging, of a kind. */
    public StoreBuilder<T> as(DslStoreSuppliers kind) {
        StoreBuilder<T> builder = maker.apply(kind);
        if (onDisk.loggingEnabled()) {
            builder.withLoggingEnabled(onDisk.logConfig());
        } else {
            builder.withLoggingDisabled();
        }
        return onDisk.spec().cachingEnabled() ? builder.withCachingEnabled() : builder.withCachingDisabled();
    }

    @Override
    public StoreBuilder<T> withCachingEnabled() {
        onDisk.withCachingEnabled();
        return this;
    }

    @Override
    public StoreBuilder<T> withCachingDisabled() {
        onDisk.withCachingDisabled();
        return this;
    }

    @Override
    public StoreBuilder<T> withLoggingEnabled(Map<String, String> config) {
        onDisk.withLoggingEnabled(config);
        return this;
    }

    @Override
    public StoreBuilder<T> withLoggingDisabled() {
        onDisk.withLoggingDisabled();
        return this;
    }

    @Override
    public StoreSpec<?> spec() {
        return onDisk.spec();
    }

    @Override
    public T build() {
        return onDisk.build();
    }

    @Override
    public Map<String, String> logConfig() {
        return onDisk.logConfig();
    }

    @Override
    public boolean loggingEnabled() {
        return onDisk.loggingEnabled();
    }

    @Override
    public String name() {
        return onDisk.name();
    }
}
