package io.streamwright.dsl.settings;

import com.google.common.math.LongMath;
import io.streamwright.DslStoreFormat;
import io.streamwright.kstream.EmitStrategy;
import io.streamwright.kstream.Materialized;
import io.streamwright.kstream.SessionWindows;
import io.streamwright.state.DefaultedStoreBuilder;
import io.streamwright.state.DslSessionParams;
import io.streamwright.state.HeadersBytesStoreSupplier;
import io.streamwright.state.SessionBytesStoreSupplier;
import io.streamwright.state.SessionStore;
import io.streamwright.state.StoreBuilder;
import io.streamwright.state.Stores;
import java.time.Duration;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/** What the program set in a {@link Materialized} of an aggregation in sessions. Immutable. */
public final class SessionSettings<K extends @Nullable Object, V extends @Nullable Object>
        extends Materialized<K, V, SessionStore<Bytes, byte[]>> {

    /** A session is left behind at the moment before it closes, if it is kept no longer than gap and grace period. */
    private static final long BEHIND_CLOSE_MS = 1;

    /**
     * Takes over settings.
     *
     * @throws IllegalArgumentException if there is a time to live, as sessions have a retention
     */
    public SessionSettings(Materialized<K, V, SessionStore<Bytes, byte[]>> materialized) {
        super(materialized);
        if (timeToLive != null) {
            throw new IllegalArgumentException("store " + (givenName() == null ? "without a name" : givenName())
                    + " keeps sessions, which cannot have a time to live (" + timeToLive
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
     * Returns how the sessions are kept.
     *
     * @param name of the store: given or generated
     * @param serdes for the store
     * @param windows the sessions
     * @param emission when results are passed on; final ones do not change, so that there is nothing to cache
     * @throws IllegalArgumentException if sessions are to be dropped before they close
     */
    public Materialization in(String name, SerdePair<K, V> serdes, SessionWindows windows, EmitStrategy emission) {
        boolean cached = cachingEnabled && emission.type() == EmitStrategy.StrategyType.ON_WINDOW_UPDATE;
        if (storeSupplier instanceof SessionBytesStoreSupplier given) {
            return new Materialization(name, true, cached, () -> builder(given, serdes, cached));
        }
        Duration kept = retention(name, windows);
        return new Materialization(
                name,
                givenName() != null,
                cached,
                () -> DefaultedStoreBuilder.of(
                        dslStoreSuppliers,
                        DslStoreFormat.PLAIN,
                        (kind, format) -> builder(
                                kind.sessionStore(new DslSessionParams(name, kept, emission, format)),
                                serdes,
                                cached)));
    }

    private StoreBuilder<?> builder(SessionBytesStoreSupplier supplier, SerdePair<K, V> serdes, boolean cached) {
        StoreBuilder<?> builder = supplier instanceof HeadersBytesStoreSupplier
                ? Stores.sessionStoreWithHeadersBuilder(supplier, serdes.key(), serdes.value())
                : Stores.sessionStoreBuilder(supplier, serdes.key(), serdes.value());
        if (loggingEnabled) {
            builder.withLoggingEnabled(topicConfig);
        } else {
            builder.withLoggingDisabled();
        }
        return cached ? builder.withCachingEnabled() : builder.withCachingDisabled();
    }

    private Duration retention(String name, SessionWindows windows) {
        long leastMs = LongMath.saturatedAdd(windows.inactivityGap(), windows.gracePeriodMs());
        long askedMs = retention == null ? leastMs : retention.toMillis();
        if (askedMs < leastMs) {
            throw new IllegalArgumentException("store " + name + ": a retention of " + askedMs
                    + " ms would drop sessions before they close: give it at least " + leastMs
                    + " ms, or leave it out");
        }
        return Duration.ofMillis(Math.max(askedMs, LongMath.saturatedAdd(leastMs, BEHIND_CLOSE_MS)));
    }
}
