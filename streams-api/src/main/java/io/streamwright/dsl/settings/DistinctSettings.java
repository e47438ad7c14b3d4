package io.streamwright.dsl.settings;

import io.streamwright.dsl.operator.distinct.Distinctness;
import io.streamwright.kstream.EmitStrategy;
import io.streamwright.kstream.Materialized;
import io.streamwright.state.DefaultedStoreBuilder;
import io.streamwright.state.DslWindowParams;
import io.streamwright.state.StoreBuilder;
import io.streamwright.state.Stores;
import io.streamwright.state.TimestampedWindowStore;
import io.streamwright.state.WindowBytesStoreSupplier;
import io.streamwright.state.WindowStore;
import java.time.Duration;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/** What the program set in a {@link Materialized} of a stream whose records are passed once. Immutable. */
public final class DistinctSettings<I extends @Nullable Object>
        extends Materialized<I, byte[], WindowStore<Bytes, byte[]>> {

    /**
     * Takes over settings.
     *
     * @throws IllegalArgumentException if there is a time to live, as what was passed on has a retention
     */
    public DistinctSettings(Materialized<I, byte[], WindowStore<Bytes, byte[]>> materialized) {
        super(materialized);
        if (timeToLive != null) {
            throw new IllegalArgumentException("the store of a distinct stream cannot have a time to live ("
                    + timeToLive + "): it forgets by its retention, set withRetention");
        }
    }

    /** Returns the name that the program gave the store; null if none. */
    @Nullable
    public String givenName() {
        return storeSupplier != null ? storeSupplier.name() : storeName;
    }

    /** Returns the serde of identities that the program gave; null if none. */
    public @Nullable Serde<I> serde() {
        return keySerde;
    }

    /**
     * Returns what a window and the retention make of records that come late.
     *
     * @param store its name, for the message
     * @param windowMs the greatest difference between duplicates
     * @throws IllegalArgumentException if the retention is too short to find duplicates
     */
    public Distinctness distinctness(String store, long windowMs) {
        long keptMs;
        if (storeSupplier instanceof WindowBytesStoreSupplier given) {
            keptMs = given.retentionPeriod();
        } else if (retention != null) {
            keptMs = retention.toMillis();
        } else {
            return new Distinctness(windowMs, windowMs);
        }
        if (keptMs <= windowMs) {
            throw new IllegalArgumentException("store " + store + ": a retention of " + keptMs
                    + " ms forgets records while their duplicates may come, which are up to " + windowMs
                    + " ms apart: make it longer than that");
        }
        return Distinctness.within(windowMs, keptMs);
    }

    /**
     * Returns a new builder of the store.
     *
     * @param name of the store: given or generated
     * @param distinctness how long it must know what was passed on
     * @param serde of identities
     */
    public StoreBuilder<?> builder(String name, Distinctness distinctness, @Nullable Serde<I> serde) {
        StoreBuilder<?> builder = storeSupplier instanceof WindowBytesStoreSupplier given
                ? builder(given, serde)
                : DefaultedStoreBuilder.of(
                        dslStoreSuppliers, kind -> builder(kind.windowStore(params(name, distinctness)), serde));
        return loggingEnabled ? builder.withLoggingEnabled(topicConfig) : builder.withLoggingDisabled();
    }

    private StoreBuilder<TimestampedWindowStore<I, byte[]>> builder(
            WindowBytesStoreSupplier supplier, @Nullable Serde<I> serde) {
        return Stores.timestampedWindowStoreBuilder(supplier, serde, Serdes.ByteArray());
    }

    private static DslWindowParams params(String name, Distinctness distinctness) {
        return new DslWindowParams(
                name,
                Duration.ofMillis(distinctness.retentionMs()),
                Duration.ofMillis(distinctness.windowMs()),
                false,
                EmitStrategy.onWindowUpdate(),
                false,
                true);
    }
}
