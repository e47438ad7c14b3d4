package io.streamwright.kstream;

import static java.util.Objects.requireNonNull;

import io.streamwright.processor.StateStore;
import io.streamwright.state.BuiltInDslStoreSuppliers;
import io.streamwright.state.DslKeyValueParams;
import io.streamwright.state.DslSessionParams;
import io.streamwright.state.DslStoreSuppliers;
import io.streamwright.state.DslWindowParams;
import io.streamwright.state.KeyValueBytesStoreSupplier;
import io.streamwright.state.KeyValueStore;
import io.streamwright.state.SessionBytesStoreSupplier;
import io.streamwright.state.SessionStore;
import io.streamwright.state.StoreSupplier;
import io.streamwright.state.WindowBytesStoreSupplier;
import io.streamwright.state.WindowStore;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * How a table is kept in a store. A changelog is written and caching is on, unless it says otherwise.
 *
 * <p>A table whose store is named, here or by its supplier, is always kept, and can be queried under that name.
 *
 * <p>Changes only while the program is built: the {@code with} methods change this object and return it; tables copy it.
 * <p>Owner: the thread that builds the program.
 *
 * @param <K> the keys
 * @param <V> the values
 * @param <S> the kind of store
 */
public class Materialized<K extends @Nullable Object, V extends @Nullable Object, S extends StateStore> {

    /** Makes the store; null: one of the kind that {@link #dslStoreSuppliers} says. */
    protected final @Nullable StoreSupplier<S> storeSupplier;

    /** The store's name; null to have one generated, if a store is needed at all. */
    protected final @Nullable String storeName;

    /** Serde of the values; null: what the operator knows, else the configured default. */
    protected @Nullable Serde<V> valueSerde;

    /** Serde of the keys; null: what the operator knows, else the configured default. */
    protected @Nullable Serde<K> keySerde;

    /** Whether changes go to a changelog topic. */
    protected boolean loggingEnabled = true;

    /** Whether a table passes on one update for each key and transaction, instead of each. */
    protected boolean cachingEnabled = true;

    /** Settings of the changelog topic. */
    protected Map<String, String> topicConfig = new HashMap<>();

    /** How long windows and sessions are kept; null: as the windows need it. */
    protected @Nullable Duration retention;

    /** How long a row stays that is not updated; null: until it is deleted. */
    protected @Nullable Duration timeToLive;

    /** Which kind of store is made; null: as the application's settings say. */
    protected @Nullable DslStoreSuppliers dslStoreSuppliers;

    private Materialized(@Nullable StoreSupplier<S> storeSupplier, @Nullable String storeName) {
        this.storeSupplier = storeSupplier;
        this.storeName = storeName;
    }

    /** Copies settings. */
    protected Materialized(Materialized<K, V, S> materialized) {
        this.storeSupplier = materialized.storeSupplier;
        this.storeName = materialized.storeName;
        this.keySerde = materialized.keySerde;
        this.valueSerde = materialized.valueSerde;
        this.loggingEnabled = materialized.loggingEnabled;
        this.cachingEnabled = materialized.cachingEnabled;
        this.topicConfig = new HashMap<>(materialized.topicConfig);
        this.retention = materialized.retention;
        this.timeToLive = materialized.timeToLive;
        this.dslStoreSuppliers = materialized.dslStoreSuppliers;
    }

    /** Sets the kind of store. */
    public static <K extends @Nullable Object, V extends @Nullable Object, S extends StateStore>
            Materialized<K, V, S> as(DslStoreSuppliers storeSuppliers) {
        requireNonNull(storeSuppliers, "store type");
        Materialized<K, V, S> result = new Materialized<>(null, null);
        result.dslStoreSuppliers = storeSuppliers;
        return result;
    }

    /**
     * Sets the store's name.
     *
     * @throws io.streamwright.errors.TopologyException if the name can be no part of a topic's name
     */
    public static <K extends @Nullable Object, V extends @Nullable Object, S extends StateStore>
            Materialized<K, V, S> as(String storeName) {
        Named.validate(requireNonNull(storeName, "store name"));
        return new Materialized<>(null, storeName);
    }

    /** Sets the store that a supplier makes; one of versioned stores makes the table versioned (KIP-914), which needs no caching. */
    public static <K extends @Nullable Object, V extends @Nullable Object>
            Materialized<K, V, KeyValueStore<Bytes, byte[]>> as(KeyValueBytesStoreSupplier supplier) {
        return new Materialized<>(requireNonNull(supplier, "store supplier"), null);
    }

    /** Sets the window store that a supplier makes. */
    public static <K extends @Nullable Object, V extends @Nullable Object>
            Materialized<K, V, WindowStore<Bytes, byte[]>> as(WindowBytesStoreSupplier supplier) {
        return new Materialized<>(requireNonNull(supplier, "store supplier"), null);
    }

    /** Sets the session store that a supplier makes. */
    public static <K extends @Nullable Object, V extends @Nullable Object>
            Materialized<K, V, SessionStore<Bytes, byte[]>> as(SessionBytesStoreSupplier supplier) {
        return new Materialized<>(requireNonNull(supplier, "store supplier"), null);
    }

    /** Sets the serdes; null: what the operator knows, else the configured default. */
    public static <K extends @Nullable Object, V extends @Nullable Object, S extends StateStore>
            Materialized<K, V, S> with(@Nullable Serde<K> keySerde, @Nullable Serde<V> valueSerde) {
        return new Materialized<K, V, S>(null, null).withKeySerde(keySerde).withValueSerde(valueSerde);
    }

    /** Sets the value serde; null: what the operator knows, else the configured default. Returns this. */
    public Materialized<K, V, S> withValueSerde(@Nullable Serde<V> valueSerde) {
        this.valueSerde = valueSerde;
        return this;
    }

    /** Sets the key serde; null: what the operator knows, else the configured default. Returns this. */
    public Materialized<K, V, S> withKeySerde(@Nullable Serde<K> keySerde) {
        this.keySerde = keySerde;
        return this;
    }

    /**
     * Has changes written to a changelog topic. Returns this.
     *
     * @param config settings of the topic, by name
     */
    public Materialized<K, V, S> withLoggingEnabled(Map<String, String> config) {
        this.loggingEnabled = true;
        this.topicConfig = new HashMap<>(config);
        return this;
    }

    /** Writes no changelog: the table cannot be restored elsewhere. Returns this. */
    public Materialized<K, V, S> withLoggingDisabled() {
        this.loggingEnabled = false;
        this.topicConfig = new HashMap<>();
        return this;
    }

    /** Passes on one update for each key and transaction. Returns this. */
    public Materialized<K, V, S> withCachingEnabled() {
        this.cachingEnabled = true;
        return this;
    }

    /** Passes on every update. Returns this. */
    public Materialized<K, V, S> withCachingDisabled() {
        this.cachingEnabled = false;
        return this;
    }

    /**
     * Sets how long windows and sessions are kept; left aside by tables without windows. Returns this.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public Materialized<K, V, S> withRetention(Duration retention) throws IllegalArgumentException {
        if (retention.isNegative()) {
            throw new IllegalArgumentException("retention of a store is " + retention + ": it cannot be negative");
        }
        this.retention = retention;
        return this;
    }

    /**
     * Sets how long a row stays that is not updated, in event time; of Streamwright's own, not in Kafka Streams. A table with a time to
     * live is always kept. Returns this.
     *
     * <p>A row whose timestamp lies the time to live or more behind the stream time of its task is deleted: from the store, with a tombstone
     * to the changelog, and with a deletion to those that take the table's updates, which has the time at which the row's life ended (its
     * timestamp and the time to live) and no headers. This happens before the table takes another record, so that an aggregate that
     * is gone starts anew, and after each record of the task that moves stream time on. Without records no time passes. It belongs to
     * the task's transaction like any other change.
     *
     * <p>Out of order: an update after which the row would be that old is too late. It is dropped, and the row, if there is one, stays as it
     * is. The time of an aggregate is the highest of its records' timestamps, so that any record is added to an aggregate that lives.
     * A deletion is never too late. A record of a stream that is joined with the table meets no row that is over.
     *
     * <p>A store that is in use already may get a time to live: its rows are looked through once, at the start. A table that is read from
     * a topic has a changelog of its own even with {@code reuse.ktable.source.topics}, as the topic does not hold the deletions.
     *
     * @param timeToLive at least one millisecond
     * @throws IllegalArgumentException if it is shorter
     */
    public Materialized<K, V, S> withTimeToLive(Duration timeToLive) throws IllegalArgumentException {
        if (Periods.ms(timeToLive, "timeToLive") < 1) {
            throw new IllegalArgumentException("the time to live of a row is " + timeToLive
                    + ": it must be at least one millisecond; leave it out to keep rows until they are deleted");
        }
        this.timeToLive = timeToLive;
        return this;
    }

    /**
     * Sets the kind of store. Returns this.
     *
     * @throws IllegalArgumentException if there is a supplier, which makes one kind only
     */
    public Materialized<K, V, S> withStoreType(DslStoreSuppliers storeSuppliers) throws IllegalArgumentException {
        requireNonNull(storeSuppliers, "store type");
        if (storeSupplier != null) {
            throw new IllegalArgumentException(
                    "store " + storeSupplier.name()
                            + " has a supplier, which decides the kind of store: give the supplier or the store type, not both");
        }
        this.dslStoreSuppliers = storeSuppliers;
        return this;
    }

    /** The kinds of stores of the house, as {@link BuiltInDslStoreSuppliers} has them too. */
    public enum StoreType implements DslStoreSuppliers {
        /** On disk. */
        ROCKS_DB {
            @Override
            DslStoreSuppliers suppliers() {
                return BuiltInDslStoreSuppliers.ROCKS_DB;
            }
        },
        /** In memory; restored from the changelog when a task starts. Keeps no headers, whatever the format. */
        IN_MEMORY {
            @Override
            DslStoreSuppliers suppliers() {
                return BuiltInDslStoreSuppliers.IN_MEMORY;
            }
        };

        abstract DslStoreSuppliers suppliers();

        @Override
        public KeyValueBytesStoreSupplier keyValueStore(DslKeyValueParams params) {
            return suppliers().keyValueStore(params);
        }

        @Override
        public WindowBytesStoreSupplier windowStore(DslWindowParams params) {
            return suppliers().windowStore(params);
        }

        @Override
        public SessionBytesStoreSupplier sessionStore(DslSessionParams params) {
            return suppliers().sessionStore(params);
        }
    }
}
