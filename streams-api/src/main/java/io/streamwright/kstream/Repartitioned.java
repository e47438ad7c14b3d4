package io.streamwright.kstream;

import io.streamwright.processor.StreamPartitioner;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * How a stream goes through a repartition topic. Immutable.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public class Repartitioned<K extends @Nullable Object, V extends @Nullable Object>
        implements NamedOperation<Repartitioned<K, V>> {

    /** Start of the topic's name; null to have one generated. */
    protected final @Nullable String name;

    /** Serde of the keys; null: the stream's. */
    protected final @Nullable Serde<K> keySerde;

    /** Serde of the values; null: the stream's. */
    protected final @Nullable Serde<V> valueSerde;

    /** How many partitions the topic gets; null: as many as what the program reads upstream of it. */
    protected final @Nullable Integer numberOfPartitions;

    /** Chooses partitions; null: by the hash of the serialized key. */
    protected final @Nullable StreamPartitioner<K, V> partitioner;

    private Repartitioned(
            @Nullable String name,
            @Nullable Serde<K> keySerde,
            @Nullable Serde<V> valueSerde,
            @Nullable Integer numberOfPartitions,
            @Nullable StreamPartitioner<K, V> partitioner) {
        this.name = name;
        this.keySerde = keySerde;
        this.valueSerde = valueSerde;
        this.numberOfPartitions = numberOfPartitions;
        this.partitioner = partitioner;
    }

    /** Copies settings. */
    protected Repartitioned(Repartitioned<K, V> repartitioned) {
        this(
                repartitioned.name,
                repartitioned.keySerde,
                repartitioned.valueSerde,
                repartitioned.numberOfPartitions,
                repartitioned.partitioner);
    }

    /**
     * Sets the name.
     *
     * @param name start of the topic's name and of the names of its nodes; null: generated
     */
    public static <K extends @Nullable Object, V extends @Nullable Object> Repartitioned<K, V> as(
            @Nullable String name) {
        return new Repartitioned<>(name, null, null, null, null);
    }

    /** Sets the serdes; null: the stream's. */
    public static <K extends @Nullable Object, V extends @Nullable Object> Repartitioned<K, V> with(
            @Nullable Serde<K> keySerde, @Nullable Serde<V> valueSerde) {
        return new Repartitioned<>(null, keySerde, valueSerde, null, null);
    }

    /** Sets what chooses partitions; null: by the hash of the serialized key. */
    public static <K extends @Nullable Object, V extends @Nullable Object> Repartitioned<K, V> streamPartitioner(
            @Nullable StreamPartitioner<K, V> partitioner) {
        return new Repartitioned<>(null, null, null, null, partitioner);
    }

    /** Sets how many partitions the topic gets. */
    public static <K extends @Nullable Object, V extends @Nullable Object> Repartitioned<K, V> numberOfPartitions(
            int numberOfPartitions) {
        return new Repartitioned<>(null, null, null, numberOfPartitions, null);
    }

    /** Returns the same under a name. */
    @Override
    public Repartitioned<K, V> withName(@Nullable String name) {
        return new Repartitioned<>(name, keySerde, valueSerde, numberOfPartitions, partitioner);
    }

    /** Returns the same with a number of partitions. */
    public Repartitioned<K, V> withNumberOfPartitions(int numberOfPartitions) {
        return new Repartitioned<>(name, keySerde, valueSerde, numberOfPartitions, partitioner);
    }

    /** Returns the same with another key serde; null: the stream's. */
    public Repartitioned<K, V> withKeySerde(@Nullable Serde<K> keySerde) {
        return new Repartitioned<>(name, keySerde, valueSerde, numberOfPartitions, partitioner);
    }

    /** Returns the same with another value serde; null: the stream's. */
    public Repartitioned<K, V> withValueSerde(@Nullable Serde<V> valueSerde) {
        return new Repartitioned<>(name, keySerde, valueSerde, numberOfPartitions, partitioner);
    }

    /** Returns the same with another choice of partitions; null: by the hash of the serialized key. */
    public Repartitioned<K, V> withStreamPartitioner(@Nullable StreamPartitioner<K, V> partitioner) {
        return new Repartitioned<>(name, keySerde, valueSerde, numberOfPartitions, partitioner);
    }
}
