package io.streamwright.state;

import io.streamwright.DslStoreFormat;
import io.streamwright.processor.StateStore;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Builds a store of an operator of the DSL for which the program left something open: what kind of store it is, or whether its rows keep
 * headers. That is known when the program runs, as the application's settings say it. Until then it is a store on disk without headers.
 *
 * <p>Owner: the thread that builds the topology; thread-safe once it is built, as nothing changes any more.
 */
public final class DefaultedStoreBuilder implements SpecifiedStoreBuilder<StateStore> {
    private final @Nullable DslStoreSuppliers given;
    private final DslStoreFormat usualFormat;
    private final boolean mayKeepHeaders;
    private final BiFunction<DslStoreSuppliers, DslStoreFormat, StoreBuilder<?>> maker;
    private final SpecifiedStoreBuilder<?> usual;

    private DefaultedStoreBuilder(
            @Nullable DslStoreSuppliers given,
            DslStoreFormat usualFormat,
            boolean mayKeepHeaders,
            BiFunction<DslStoreSuppliers, DslStoreFormat, StoreBuilder<?>> maker) {
        this.given = given;
        this.usualFormat = usualFormat;
        this.mayKeepHeaders = mayKeepHeaders;
        this.maker = maker;
        // What Stores returns, and operators take no other builders.
        this.usual = (SpecifiedStoreBuilder<?>)
                maker.apply(given != null ? given : BuiltInDslStoreSuppliers.ROCKS_DB, usualFormat);
    }

    /**
     * Returns a builder of a store of an operator whose rows never keep headers.
     *
     * @param given the kind of store that the program chose; null if it left that open
     * @param maker makes a builder for a kind of store
     */
    public static StoreBuilder<?> of(
            @Nullable DslStoreSuppliers given, Function<DslStoreSuppliers, StoreBuilder<?>> maker) {
        return given != null
                ? maker.apply(given)
                : new DefaultedStoreBuilder(null, DslStoreFormat.PLAIN, false, (kind, format) -> maker.apply(kind));
    }

    /**
     * Returns a builder of a store of an operator whose rows keep headers if the settings ask for it.
     *
     * @param given the kind of store that the program chose; null if it left that open
     * @param usual what rows keep beside a value unless the settings ask for headers
     * @param maker makes a builder for a kind of store and a format
     */
    public static StoreBuilder<?> of(
            @Nullable DslStoreSuppliers given,
            DslStoreFormat usual,
            BiFunction<DslStoreSuppliers, DslStoreFormat, StoreBuilder<?>> maker) {
        return new DefaultedStoreBuilder(given, usual, true, maker);
    }

    /**
     * Returns a builder of the same store, with the same caching and logging, as settings ask for it.
     *
     * @param kind what it is if the program left the kind open
     * @param headers whether its rows are to keep headers, if they can
     */
    public StoreBuilder<?> as(DslStoreSuppliers kind, boolean headers) {
        boolean keepsHeaders = headers && mayKeepHeaders;
        if (given != null && !keepsHeaders) {
            return usual;
        }
        StoreBuilder<?> builder =
                maker.apply(given != null ? given : kind, keepsHeaders ? DslStoreFormat.HEADERS : usualFormat);
        if (usual.loggingEnabled()) {
            builder.withLoggingEnabled(usual.logConfig());
        } else {
            builder.withLoggingDisabled();
        }
        return usual.spec().cachingEnabled() ? builder.withCachingEnabled() : builder.withCachingDisabled();
    }

    @Override
    public StoreBuilder<StateStore> withCachingEnabled() {
        usual.withCachingEnabled();
        return this;
    }

    @Override
    public StoreBuilder<StateStore> withCachingDisabled() {
        usual.withCachingDisabled();
        return this;
    }

    @Override
    public StoreBuilder<StateStore> withLoggingEnabled(Map<String, String> config) {
        usual.withLoggingEnabled(config);
        return this;
    }

    @Override
    public StoreBuilder<StateStore> withLoggingDisabled() {
        usual.withLoggingDisabled();
        return this;
    }

    @Override
    public StoreSpec<?> spec() {
        return usual.spec();
    }

    @Override
    public StateStore build() {
        return usual.build();
    }

    @Override
    public Map<String, String> logConfig() {
        return usual.logConfig();
    }

    @Override
    public boolean loggingEnabled() {
        return usual.loggingEnabled();
    }

    @Override
    public String name() {
        return usual.name();
    }
}
