package io.streamwright.dsl.settings;

import io.streamwright.DslStoreFormat;
import io.streamwright.errors.TopologyException;
import io.streamwright.kstream.EmitStrategy;
import io.streamwright.kstream.JoinWindows;
import io.streamwright.kstream.StreamJoined;
import io.streamwright.state.BuiltInDslStoreSuppliers;
import io.streamwright.state.BuiltInHeadersStore;
import io.streamwright.state.BuiltInWindowStore;
import io.streamwright.state.DefaultedStoreBuilder;
import io.streamwright.state.DslKeyValueParams;
import io.streamwright.state.DslStoreSuppliers;
import io.streamwright.state.DslWindowParams;
import io.streamwright.state.HeadersBytesStoreSupplier;
import io.streamwright.state.StoreBuilder;
import io.streamwright.state.StoreLocation;
import io.streamwright.state.Stores;
import io.streamwright.state.WindowBytesStoreSupplier;
import java.time.Duration;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;

/** What the program set in a {@link StreamJoined}. Immutable. */
public final class StreamJoinedSettings<
                K extends @Nullable Object, V1 extends @Nullable Object, V2 extends @Nullable Object>
        extends StreamJoined<K, V1, V2> {

    /**
     * Takes over settings.
     *
     * @param windows to which stores that were given must fit
     * @throws TopologyException if they do not, or if both have the same name
     */
    public StreamJoinedSettings(StreamJoined<K, V1, V2> joined, JoinWindows windows) {
        super(joined);
        if (thisStoreSupplier != null && otherStoreSupplier != null) {
            String name = thisStoreSupplier.name();
            if (name.equals(otherStoreSupplier.name())) {
                throw new TopologyException("both stores of a join are named " + name
                        + ": each stream has a store of its own, give their suppliers different names");
            }
        }
        check(thisStoreSupplier, windows);
        check(otherStoreSupplier, windows);
    }

    private static void check(@Nullable WindowBytesStoreSupplier supplier, JoinWindows windows) {
        if (supplier == null) {
            return;
        }
        long retentionMs = windows.size() + windows.gracePeriodMs();
        if (supplier.windowSize() != windows.size() || supplier.retentionPeriod() != retentionMs) {
            throw new TopologyException("store " + supplier.name() + " has windows of " + supplier.windowSize()
                    + " ms and keeps them for " + supplier.retentionPeriod() + " ms, which does not fit " + windows
                    + ": give it windows of " + windows.size() + " ms (before and after) and a retention of "
                    + retentionMs
                    + " ms (before, after and grace)");
        }
        if (!supplier.retainDuplicates()) {
            throw new TopologyException("store " + supplier.name()
                    + " keeps one value for each key and time, but joined streams may have several: make its supplier with"
                    + " retainDuplicates=true");
        }
    }

    /** Returns the name that the program gave; null if none. */
    @Nullable
    public String name() {
        return NamedSettings.checked(name);
    }

    /** Returns the serdes that the program gave for this stream. */
    public SerdePair<K, V1> leftSerdes() {
        return new SerdePair<>(keySerde, valueSerde);
    }

    /** Returns the serdes that the program gave for the other stream. */
    public SerdePair<K, V2> rightSerdes() {
        return new SerdePair<>(keySerde, otherValueSerde);
    }

    /**
     * Returns how the records of this stream are kept.
     *
     * @param generated the start of the store's name if the program left it open
     * @param suffix what follows the start that the program gave
     */
    public Materialization leftStore(
            String generated, String suffix, SerdePair<K, V1> serdes, JoinWindows windows, long retentionMs) {
        return window(thisStoreSupplier, storeName(generated, suffix), serdes, windows, retentionMs);
    }

    /** Returns how the records of the other stream are kept; as {@link #leftStore}. */
    public Materialization rightStore(
            String generated, String suffix, SerdePair<K, V2> serdes, JoinWindows windows, long retentionMs) {
        return window(otherStoreSupplier, storeName(generated, suffix), serdes, windows, retentionMs);
    }

    private String storeName(String generated, String suffix) {
        String given = NamedSettings.suffixed(storeName, suffix);
        return (given != null ? given : generated) + "-store";
    }

    private <V extends @Nullable Object> Materialization window(
            @Nullable WindowBytesStoreSupplier given,
            String generatedName,
            SerdePair<K, V> serdes,
            JoinWindows windows,
            long retentionMs) {
        if (given != null) {
            WindowBytesStoreSupplier kept = keeping(given, retentionMs);
            return new Materialization(given.name(), false, false, () -> logged(builder(kept, serdes)));
        }
        return new Materialization(
                generatedName,
                false,
                false,
                () -> logged(DefaultedStoreBuilder.of(
                        dslStoreSuppliers,
                        DslStoreFormat.PLAIN,
                        (kind, format) -> builder(
                                kind.windowStore(new DslWindowParams(
                                        generatedName,
                                        Duration.ofMillis(retentionMs),
                                        Duration.ofMillis(windows.size()),
                                        true,
                                        EmitStrategy.onWindowUpdate(),
                                        false,
                                        format)),
                                serdes))));
    }

    private static <K extends @Nullable Object, V extends @Nullable Object> StoreBuilder<?> builder(
            WindowBytesStoreSupplier supplier, SerdePair<K, V> serdes) {
        return supplier instanceof HeadersBytesStoreSupplier
                ? Stores.timestampedWindowStoreWithHeadersBuilder(supplier, serdes.key(), serdes.value())
                : Stores.windowStoreBuilder(supplier, serdes.key(), serdes.value());
    }

    /** Keeps records for longer than asked where they would be gone before their window closes. */
    private static WindowBytesStoreSupplier keeping(WindowBytesStoreSupplier given, long retentionMs) {
        if (given instanceof BuiltInHeadersStore.Window withHeaders) {
            return new BuiltInHeadersStore.Window(keeping(withHeaders.store(), retentionMs));
        }
        return given instanceof BuiltInWindowStore store ? keeping(store, retentionMs) : given;
    }

    private static BuiltInWindowStore keeping(BuiltInWindowStore store, long retentionMs) {
        return store.retentionPeriod() >= retentionMs
                ? store
                : new BuiltInWindowStore(
                        store.name(),
                        store.location(),
                        retentionMs,
                        store.windowSize(),
                        store.retainDuplicates(),
                        store.timeOrdered());
    }

    /**
     * Returns how the records are kept that have no match yet.
     *
     * @param generated the store's name if the program left the names of stores open
     * @param suffix what follows the start that the program gave
     */
    public Materialization pendingStore(String generated, String suffix) {
        String start = thisStoreSupplier != null ? thisStoreSupplier.name() : storeName;
        String given = NamedSettings.suffixed(start, suffix);
        String name = (given != null ? given : generated) + "-store";
        return new Materialization(
                name,
                false,
                false,
                () -> logged(DefaultedStoreBuilder.of(
                        pendingKind(),
                        kind -> Stores.keyValueStoreBuilder(
                                kind.keyValueStore(new DslKeyValueParams(name, false)),
                                Serdes.Bytes(),
                                Serdes.ByteArray()))));
    }

    /** The kind that was asked for, otherwise that of the store that was given for this stream, if it is one of the house's. */
    private @Nullable DslStoreSuppliers pendingKind() {
        if (dslStoreSuppliers == null && thisStoreSupplier instanceof BuiltInWindowStore store) {
            return store.location() == StoreLocation.IN_MEMORY
                    ? BuiltInDslStoreSuppliers.IN_MEMORY
                    : BuiltInDslStoreSuppliers.ROCKS_DB;
        }
        return dslStoreSuppliers;
    }

    private <B extends StoreBuilder<?>> B logged(B builder) {
        builder.withCachingDisabled();
        if (loggingEnabled) {
            builder.withLoggingEnabled(topicConfig);
        } else {
            builder.withLoggingDisabled();
        }
        return builder;
    }
}
