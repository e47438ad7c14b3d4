package io.streamwright.kstream;

import static java.util.Objects.requireNonNull;

import io.streamwright.state.DslStoreSuppliers;
import io.streamwright.state.WindowBytesStoreSupplier;
import java.util.Map;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * How two streams are joined: serdes, names, and the stores in which the records of each wait for those of the other. Immutable.
 *
 * @param <K> the keys
 * @param <V1> the values of this stream
 * @param <V2> the values of the other stream
 */
public class StreamJoined<K extends @Nullable Object, V1 extends @Nullable Object, V2 extends @Nullable Object>
        implements NamedOperation<StreamJoined<K, V1, V2>> {

    /** Serde of the keys; null: those of the streams, else the configured default. */
    protected final @Nullable Serde<K> keySerde;

    /** Serde of this stream's values; null: the stream's, else the configured default. */
    protected final @Nullable Serde<V1> valueSerde;

    /** Serde of the other stream's values; null: the stream's, else the configured default. */
    protected final @Nullable Serde<V2> otherValueSerde;

    /** Makes the store of this stream's records; null: one of the kind that {@link #dslStoreSuppliers} says. */
    protected final @Nullable WindowBytesStoreSupplier thisStoreSupplier;

    /** Makes the store of the other stream's records; null: one of the kind that {@link #dslStoreSuppliers} says. */
    protected final @Nullable WindowBytesStoreSupplier otherStoreSupplier;

    /** The join's name, with which the names of nodes and repartition topics start; null: generated. */
    protected final @Nullable String name;

    /** What the names of stores and changelog topics start with; null: generated. */
    protected final @Nullable String storeName;

    /** Whether changes go to changelog topics. */
    protected final boolean loggingEnabled;

    /** Settings of the changelog topics. */
    protected final Map<String, String> topicConfig;

    /** Which kind of store is made; null: on disk. */
    protected @Nullable DslStoreSuppliers dslStoreSuppliers;

    /** Copies settings. */
    protected StreamJoined(StreamJoined<K, V1, V2> streamJoined) {
        this(
                streamJoined.keySerde,
                streamJoined.valueSerde,
                streamJoined.otherValueSerde,
                new Suppliers(
                        streamJoined.dslStoreSuppliers,
                        streamJoined.thisStoreSupplier,
                        streamJoined.otherStoreSupplier),
                streamJoined.name,
                streamJoined.storeName,
                new Changelogs(streamJoined.loggingEnabled, streamJoined.topicConfig));
    }

    private StreamJoined(
            @Nullable Serde<K> keySerde,
            @Nullable Serde<V1> valueSerde,
            @Nullable Serde<V2> otherValueSerde,
            Suppliers suppliers,
            @Nullable String name,
            @Nullable String storeName,
            Changelogs changelogs) {
        this.keySerde = keySerde;
        this.valueSerde = valueSerde;
        this.otherValueSerde = otherValueSerde;
        this.dslStoreSuppliers = suppliers.kind;
        this.thisStoreSupplier = suppliers.own;
        this.otherStoreSupplier = suppliers.other;
        this.name = name;
        this.storeName = storeName;
        this.loggingEnabled = changelogs.enabled;
        this.topicConfig = changelogs.config;
    }

    /**
     * Sets the stores. Their names must differ, they must keep duplicates, and window size and retention must be those of the join
     * windows: their size, and their size and grace period together.
     *
     * @param storeSupplier makes the store of this stream's records
     * @param otherStoreSupplier makes the store of the other stream's records
     */
    public static <K extends @Nullable Object, V1 extends @Nullable Object, V2 extends @Nullable Object>
            StreamJoined<K, V1, V2> with(
                    WindowBytesStoreSupplier storeSupplier, WindowBytesStoreSupplier otherStoreSupplier) {
        return StreamJoined.<K, V1, V2>open()
                .withThisStoreSupplier(storeSupplier)
                .withOtherStoreSupplier(otherStoreSupplier);
    }

    /** Sets the kind of the stores (KIP-954). */
    public static <K extends @Nullable Object, V1 extends @Nullable Object, V2 extends @Nullable Object>
            StreamJoined<K, V1, V2> with(DslStoreSuppliers storeSuppliers) {
        return StreamJoined.<K, V1, V2>open().withDslStoreSuppliers(storeSuppliers);
    }

    /** Sets what the names of stores and changelog topics start with; null: generated. */
    public static <K extends @Nullable Object, V1 extends @Nullable Object, V2 extends @Nullable Object>
            StreamJoined<K, V1, V2> as(@Nullable String storeName) {
        return StreamJoined.<K, V1, V2>open().withStoreName(storeName);
    }

    /** Sets the serdes; null: those that the streams know, else the configured defaults. */
    public static <K extends @Nullable Object, V1 extends @Nullable Object, V2 extends @Nullable Object>
            StreamJoined<K, V1, V2> with(
                    @Nullable Serde<K> keySerde, @Nullable Serde<V1> valueSerde, @Nullable Serde<V2> otherValueSerde) {
        return new StreamJoined<>(
                keySerde, valueSerde, otherValueSerde, Suppliers.NONE, null, null, Changelogs.WITHOUT_SETTINGS);
    }

    private static <K extends @Nullable Object, V1 extends @Nullable Object, V2 extends @Nullable Object>
            StreamJoined<K, V1, V2> open() {
        return with(null, null, null);
    }

    /** Returns the same under a name. */
    @Override
    public StreamJoined<K, V1, V2> withName(@Nullable String name) {
        return new StreamJoined<>(keySerde, valueSerde, otherValueSerde, suppliers(), name, storeName, changelogs());
    }

    /** Returns the same with another start of the names of stores and changelog topics; null: generated. */
    public StreamJoined<K, V1, V2> withStoreName(@Nullable String storeName) {
        return new StreamJoined<>(keySerde, valueSerde, otherValueSerde, suppliers(), name, storeName, changelogs());
    }

    /** Returns the same with another key serde. */
    public StreamJoined<K, V1, V2> withKeySerde(@Nullable Serde<K> keySerde) {
        return new StreamJoined<>(keySerde, valueSerde, otherValueSerde, suppliers(), name, storeName, changelogs());
    }

    /** Returns the same with another serde of this stream's values. */
    public StreamJoined<K, V1, V2> withValueSerde(@Nullable Serde<V1> valueSerde) {
        return new StreamJoined<>(keySerde, valueSerde, otherValueSerde, suppliers(), name, storeName, changelogs());
    }

    /** Returns the same with another serde of the other stream's values. */
    public StreamJoined<K, V1, V2> withOtherValueSerde(@Nullable Serde<V2> otherValueSerde) {
        return new StreamJoined<>(keySerde, valueSerde, otherValueSerde, suppliers(), name, storeName, changelogs());
    }

    /** Returns the same with another kind of stores (KIP-954). Stores that a supplier makes stay what they are. */
    public StreamJoined<K, V1, V2> withDslStoreSuppliers(DslStoreSuppliers dslStoreSuppliers) {
        requireNonNull(dslStoreSuppliers, "store type");
        Suppliers suppliers = new Suppliers(dslStoreSuppliers, thisStoreSupplier, otherStoreSupplier);
        return new StreamJoined<>(keySerde, valueSerde, otherValueSerde, suppliers, name, storeName, changelogs());
    }

    /** Returns the same with another store of this stream's records; see {@link #with(WindowBytesStoreSupplier, WindowBytesStoreSupplier)}. */
    public StreamJoined<K, V1, V2> withThisStoreSupplier(WindowBytesStoreSupplier thisStoreSupplier) {
        requireNonNull(thisStoreSupplier, "supplier of this stream's store");
        Suppliers suppliers = new Suppliers(dslStoreSuppliers, thisStoreSupplier, otherStoreSupplier);
        return new StreamJoined<>(keySerde, valueSerde, otherValueSerde, suppliers, name, storeName, changelogs());
    }

    /** Returns the same with another store of the other stream's records; see {@link #with(WindowBytesStoreSupplier, WindowBytesStoreSupplier)}. */
    public StreamJoined<K, V1, V2> withOtherStoreSupplier(WindowBytesStoreSupplier otherStoreSupplier) {
        requireNonNull(otherStoreSupplier, "supplier of the other stream's store");
        Suppliers suppliers = new Suppliers(dslStoreSuppliers, thisStoreSupplier, otherStoreSupplier);
        return new StreamJoined<>(keySerde, valueSerde, otherValueSerde, suppliers, name, storeName, changelogs());
    }

    /** Returns the same with changelog topics, which have these settings over those of the house. */
    public StreamJoined<K, V1, V2> withLoggingEnabled(Map<String, String> config) {
        Changelogs changelogs = new Changelogs(true, config);
        return new StreamJoined<>(keySerde, valueSerde, otherValueSerde, suppliers(), name, storeName, changelogs);
    }

    /** Returns the same without changelog topics: what waits is lost with the directory of the task. */
    public StreamJoined<K, V1, V2> withLoggingDisabled() {
        Changelogs changelogs = new Changelogs(false, Map.of());
        return new StreamJoined<>(keySerde, valueSerde, otherValueSerde, suppliers(), name, storeName, changelogs);
    }

    private Suppliers suppliers() {
        return new Suppliers(dslStoreSuppliers, thisStoreSupplier, otherStoreSupplier);
    }

    private Changelogs changelogs() {
        return new Changelogs(loggingEnabled, topicConfig);
    }

    @Override
    public String toString() {
        return "StreamJoined{keySerde=" + keySerde + ", valueSerde=" + valueSerde + ", otherValueSerde="
                + otherValueSerde + ", thisStoreSupplier=" + thisStoreSupplier + ", otherStoreSupplier="
                + otherStoreSupplier + ", name='" + name + "', storeName='" + storeName + "', loggingEnabled="
                + loggingEnabled + ", topicConfig=" + topicConfig + "}";
    }

    /** Where the stores come from. Immutable. */
    private record Suppliers(
            @Nullable DslStoreSuppliers kind,
            @Nullable WindowBytesStoreSupplier own,
            @Nullable WindowBytesStoreSupplier other) {
        static final Suppliers NONE = new Suppliers(null, null, null);
    }

    /** Whether there are changelogs, and their settings. Immutable. */
    private record Changelogs(boolean enabled, Map<String, String> config) {
        static final Changelogs WITHOUT_SETTINGS = new Changelogs(true, Map.of());

        Changelogs {
            config = Map.copyOf(requireNonNull(config, "settings of the changelog topics"));
        }
    }
}
