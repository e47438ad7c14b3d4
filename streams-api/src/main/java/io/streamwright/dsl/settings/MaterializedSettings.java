package io.streamwright.dsl.settings;

import io.streamwright.DslStoreFormat;
import io.streamwright.kstream.Materialized;
import io.streamwright.state.BuiltInDslStoreSuppliers;
import io.streamwright.state.BuiltInHeadersStore;
import io.streamwright.state.BuiltInKeyValueStore;
import io.streamwright.state.DefaultedStoreBuilder;
import io.streamwright.state.DslKeyValueParams;
import io.streamwright.state.DslStoreSuppliers;
import io.streamwright.state.HeadersBytesStoreSupplier;
import io.streamwright.state.KeyValueBytesStoreSupplier;
import io.streamwright.state.KeyValueStore;
import io.streamwright.state.StoreBuilder;
import io.streamwright.state.Stores;
import io.streamwright.state.VersionedBytesStoreSupplier;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/** What the program set in a {@link Materialized} of a table. Immutable. */
public final class MaterializedSettings<K extends @Nullable Object, V extends @Nullable Object>
        extends Materialized<K, V, KeyValueStore<Bytes, byte[]>> {

    /** Takes over settings. */
    public MaterializedSettings(Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
        super(materialized);
    }

    /** Returns the name that the program gave the store; null if none. */
    @Nullable
    public String givenName() {
        return storeSupplier != null ? storeSupplier.name() : storeName;
    }

    /** Returns whether the program wants the table to be kept. */
    public boolean isKept() {
        return givenName() != null || timeToLive != null;
    }

    /** Returns the serdes that the program gave. */
    public SerdePair<K, V> serdes() {
        return new SerdePair<>(keySerde, valueSerde);
    }

    /**
     * Returns how the table is kept.
     *
     * @param name of the store: given or generated
     * @param serdes for the store
     * @throws IllegalArgumentException if rows have a time to live, and the store cannot find them by time
     */
    public Materialization in(String name, SerdePair<K, V> serdes) {
        if (storeSupplier instanceof VersionedBytesStoreSupplier versions) {
            refuseTimeToLiveOfVersions(name);
            OptionalLong historyRetentionMs = OptionalLong.of(versions.historyRetentionMs());
            return new Materialization(name, true, false, () -> versioned(versions, serdes), historyRetentionMs);
        }
        boolean queryable = givenName() != null;
        if (timeToLive == null) {
            return new Materialization(name, queryable, cachingEnabled, () -> builder(name, serdes, given -> given));
        }
        Duration life = timeToLive;
        byTime(
                supplier(name, kindOr(BuiltInDslStoreSuppliers.ROCKS_DB), DslStoreFormat.TIMESTAMPED),
                life); // as early as it can be known
        return new Materialization(
                name,
                queryable,
                cachingEnabled,
                () -> builder(name, serdes, supplier -> byTime(supplier, life)),
                OptionalLong.empty(),
                OptionalLong.of(timeToLive.toMillis()));
    }

    /**
     * Says that the table is a global one, whose rows no task's stream time ends.
     *
     * @throws IllegalArgumentException if rows have a time to live
     */
    public void refuseTimeToLiveOfAll(String topic) {
        if (timeToLive != null) {
            throw new IllegalArgumentException("the global table of topic " + topic
                    + " cannot have a time to live (" + timeToLive
                    + "): it follows its topic alone; leave the time to live out, or write deletions to the topic");
        }
    }

    private void refuseTimeToLiveOfVersions(String name) {
        if (timeToLive != null) {
            throw new IllegalArgumentException(
                    "store " + name + " keeps versions of rows, which cannot have a time to live (" + timeToLive
                            + "): they are forgotten by their history retention; leave the time to live out");
        }
    }

    private static KeyValueBytesStoreSupplier byTime(KeyValueBytesStoreSupplier supplier, Duration timeToLive) {
        if (supplier instanceof BuiltInKeyValueStore ours) {
            return ours.withRowsByTime();
        }
        if (supplier instanceof BuiltInHeadersStore.KeyValue ours) {
            return new BuiltInHeadersStore.KeyValue(ours.store().withRowsByTime());
        }
        throw new IllegalArgumentException(
                "store " + supplier.name() + " has a time to live of " + timeToLive
                        + ", but is made by " + supplier.getClass().getName()
                        + ", which cannot find rows by time: take a plain key-value store of Stores, or leave the time to live out");
    }

    private StoreBuilder<?> builder(
            String name, SerdePair<K, V> serdes, UnaryOperator<KeyValueBytesStoreSupplier> refined) {
        if (storeSupplier instanceof KeyValueBytesStoreSupplier given) {
            return builder(refined.apply(given), serdes);
        }
        return DefaultedStoreBuilder.of(
                dslStoreSuppliers,
                DslStoreFormat.TIMESTAMPED,
                (kind, format) -> builder(refined.apply(supplier(name, kind, format)), serdes));
    }

    private StoreBuilder<?> builder(KeyValueBytesStoreSupplier supplier, SerdePair<K, V> serdes) {
        StoreBuilder<?> builder = supplier instanceof HeadersBytesStoreSupplier
                ? Stores.timestampedKeyValueStoreWithHeadersBuilder(supplier, serdes.key(), serdes.value())
                : Stores.timestampedKeyValueStoreBuilder(supplier, serdes.key(), serdes.value());
        setLogging(builder);
        return cachingEnabled ? builder.withCachingEnabled() : builder.withCachingDisabled();
    }

    private void setLogging(StoreBuilder<?> builder) {
        if (loggingEnabled) {
            builder.withLoggingEnabled(topicConfig);
        } else {
            builder.withLoggingDisabled();
        }
    }

    /** Every version counts: caching is left aside. */
    private StoreBuilder<?> versioned(VersionedBytesStoreSupplier versions, SerdePair<K, V> serdes) {
        StoreBuilder<?> builder = Stores.versionedKeyValueStoreBuilder(versions, serdes.key(), serdes.value());
        setLogging(builder);
        return builder;
    }

    private DslStoreSuppliers kindOr(DslStoreSuppliers other) {
        return dslStoreSuppliers != null ? dslStoreSuppliers : other;
    }

    private KeyValueBytesStoreSupplier supplier(String name, DslStoreSuppliers kind, DslStoreFormat format) {
        if (storeSupplier instanceof KeyValueBytesStoreSupplier given) {
            return given;
        }
        return kind.keyValueStore(new DslKeyValueParams(name, format));
    }
}
