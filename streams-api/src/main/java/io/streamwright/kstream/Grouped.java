package io.streamwright.kstream;

import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * How records are grouped: the serdes for the repartition topic, if one is needed, and that topic's name. Immutable.
 *
 * @param <K> the keys of the groups
 * @param <V> the values
 */
public class Grouped<K extends @Nullable Object, V extends @Nullable Object> implements NamedOperation<Grouped<K, V>> {

    /** Serde of the keys; null: the configured default. */
    protected final @Nullable Serde<K> keySerde;

    /** Serde of the values; null: the configured default. */
    protected final @Nullable Serde<V> valueSerde;

    /** Start of the repartition topic's name; null: the name of the store that the groups go to. */
    protected final @Nullable String name;

    private Grouped(@Nullable String name, @Nullable Serde<K> keySerde, @Nullable Serde<V> valueSerde) {
        this.name = name;
        this.keySerde = keySerde;
        this.valueSerde = valueSerde;
    }

    /** Copies settings. */
    protected Grouped(Grouped<K, V> grouped) {
        this(grouped.name, grouped.keySerde, grouped.valueSerde);
    }

    /**
     * Sets the name. A grouping that is named shares one repartition topic between all its aggregations.
     *
     * @param name start of the repartition topic's name and of the names of its nodes; null: generated
     */
    public static <K extends @Nullable Object, V extends @Nullable Object> Grouped<K, V> as(@Nullable String name) {
        return new Grouped<>(name, null, null);
    }

    /** Sets the key serde; null: the configured default. */
    public static <K extends @Nullable Object, V extends @Nullable Object> Grouped<K, V> keySerde(
            @Nullable Serde<K> keySerde) {
        return new Grouped<>(null, keySerde, null);
    }

    /** Sets the value serde; null: the configured default. */
    public static <K extends @Nullable Object, V extends @Nullable Object> Grouped<K, V> valueSerde(
            @Nullable Serde<V> valueSerde) {
        return new Grouped<>(null, null, valueSerde);
    }

    /**
     * Sets everything.
     *
     * @param name start of the repartition topic's name; null: generated
     * @param keySerde null: the configured default
     * @param valueSerde null: the configured default
     */
    public static <K extends @Nullable Object, V extends @Nullable Object> Grouped<K, V> with(
            @Nullable String name, @Nullable Serde<K> keySerde, @Nullable Serde<V> valueSerde) {
        return new Grouped<>(name, keySerde, valueSerde);
    }

    /** Sets the serdes; null: the configured default. */
    public static <K extends @Nullable Object, V extends @Nullable Object> Grouped<K, V> with(
            @Nullable Serde<K> keySerde, @Nullable Serde<V> valueSerde) {
        return new Grouped<>(null, keySerde, valueSerde);
    }

    /** Returns the same under a name. */
    @Override
    public Grouped<K, V> withName(@Nullable String name) {
        return new Grouped<>(name, keySerde, valueSerde);
    }

    /** Returns the same with another key serde; null: the configured default. */
    public Grouped<K, V> withKeySerde(@Nullable Serde<K> keySerde) {
        return new Grouped<>(name, keySerde, valueSerde);
    }

    /** Returns the same with another value serde; null: the configured default. */
    public Grouped<K, V> withValueSerde(@Nullable Serde<V> valueSerde) {
        return new Grouped<>(name, keySerde, valueSerde);
    }
}
