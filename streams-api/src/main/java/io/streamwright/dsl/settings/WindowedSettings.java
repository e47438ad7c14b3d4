package io.streamwright.dsl.settings;

import io.streamwright.DslStoreFormat;
import io.streamwright.kstream.EmitStrategy;
import io.streamwright.kstream.Materialized;
import io.streamwright.state.DefaultedStoreBuilder;
import io.streamwright.state.DslWindowParams;
import io.streamwright.state.HeadersBytesStoreSupplier;
import io.streamwright.state.StoreBuilder;
import io.streamwright.state.Stores;
import io.streamwright.state.WindowBytesStoreSupplier;
import io.streamwright.state.WindowStore;
import java.time.Duration;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/** What the program set in a {@link Materialized} of a windowed aggregation. Immutable. */
public final class WindowedSettings<K extends @Nullable Object, V extends @Nullable Object>
        extends Materialized<K, V, WindowStore<Bytes, byte[]>> {

    /**
     * Takes over settings.
     *
     * @throws IllegalArgumentException if there is a time to live, as windows have a retention
     */
    public WindowedSettings(Materialized<K, V, WindowStore<Bytes, byte[]>> materialized) {
        super(materialized);
        if (timeToLive != null) {
            throw new IllegalArgumentException("store " + (givenName() == null ? "without a name" : givenName())
                    + " keeps windows, which cannot have a time to live (" + timeToLive
                    + "): they are dropped by their retention, set withRetention");
        }
    }

    /** Returns the name that the program gave the store; null if none. */
    @Nullable
    public String givenName() {
        return storeSupplier != null ? storeSupplier.name() : storeName;
    }

    /** Returns the serdes that the program gave. */
    public SerdePair<K, V> serdes() {
        return new SerdePair<>(keySerde, valueSerde);
    }

    /**
     * Returns how the windows are kept.
     *
     * @param name of the store: given or generated
     * @param serdes for the store
     * @param span how long the windows are, and are kept
     * @param emission when results are passed on; final ones do not change, so that there is nothing to cache
     * @throws IllegalArgumentException if windows are to be dropped before they close
     */
    public Materialization in(String name, SerdePair<K, V> serdes, WindowSpan span, EmitStrategy emission) {
        boolean cached = cachingEnabled && emission.type() == EmitStrategy.StrategyType.ON_WINDOW_UPDATE;
        if (storeSupplier instanceof WindowBytesStoreSupplier given) {
            return new Materialization(name, true, cached, () -> builder(given, serdes, cached));
        }
        Duration kept = retention(name, span);
        return new Materialization(
                name,
                givenName() != null,
                cached,
                () -> DefaultedStoreBuilder.of(
                        dslStoreSuppliers,
                        DslStoreFormat.TIMESTAMPED,
                        (kind, format) -> builder(
                                kind.windowStore(new DslWindowParams(
                                        name,
                                        kept,
                                        Duration.ofMillis(span.sizeMs()),
                                        false,
                                        emission,
                                        span.isSliding(),
                                        format)),
                                serdes,
                                cached)));
    }

    private StoreBuilder<?> builder(WindowBytesStoreSupplier supplier, SerdePair<K, V> serdes, boolean cached) {
        StoreBuilder<?> builder = supplier instanceof HeadersBytesStoreSupplier
                ? Stores.timestampedWindowStoreWithHeadersBuilder(supplier, serdes.key(), serdes.value())
                : Stores.timestampedWindowStoreBuilder(supplier, serdes.key(), serdes.value());
        if (loggingEnabled) {
            builder.withLoggingEnabled(topicConfig);
        } else {
            builder.withLoggingDisabled();
        }
        return cached ? builder.withCachingEnabled() : builder.withCachingDisabled();
    }

    private Duration retention(String name, WindowSpan span) {
        long askedMs = retention == null ? span.neededRetentionMs() : retention.toMillis();
        if (askedMs < span.leastRetentionMs()) {
            throw new IllegalArgumentException("store " + name + ": a retention of " + askedMs
                    + " ms would drop windows before they close: give it at least " + span.leastRetentionMs()
                    + " ms, or leave it out");
        }
        return Duration.ofMillis(Math.max(askedMs, span.neededRetentionMs()));
    }
}
