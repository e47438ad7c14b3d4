package io.streamwright.kstream;

import static java.util.Objects.requireNonNull;

import io.streamwright.processor.StreamPartitioner;
import java.util.Objects;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * How a topic is written. What is left open is as the stream has it, and else as configured.
 *
 * <p>Changes only while the program is built: the {@code with} methods change this object and return it; streams copy it.
 * <p>Owner: the thread that builds the program.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public class Produced<K extends @Nullable Object, V extends @Nullable Object>
        implements NamedOperation<Produced<K, V>> {

    /** Writes keys; null: the stream's. */
    protected @Nullable Serde<K> keySerde;

    /** Writes values; null: the stream's. */
    protected @Nullable Serde<V> valueSerde;

    /** Chooses partitions; null: by the hash of the serialized key. */
    protected @Nullable StreamPartitioner<? super K, ? super V> partitioner;

    /** The name of the sink; null to have one generated. */
    protected @Nullable String processorName;

    private Produced(
            @Nullable Serde<K> keySerde,
            @Nullable Serde<V> valueSerde,
            @Nullable StreamPartitioner<? super K, ? super V> partitioner,
            @Nullable String processorName) {
        this.keySerde = keySerde;
        this.valueSerde = valueSerde;
        this.partitioner = partitioner;
        this.processorName = processorName;
    }

    /** Copies settings. */
    protected Produced(Produced<K, V> produced) {
        this(produced.keySerde, produced.valueSerde, produced.partitioner, produced.processorName);
    }

    /** Sets the serdes; null: the stream's. */
    public static <K extends @Nullable Object, V extends @Nullable Object> Produced<K, V> with(
            @Nullable Serde<K> keySerde, @Nullable Serde<V> valueSerde) {
        return new Produced<>(keySerde, valueSerde, null, null);
    }

    /**
     * Sets all but the name.
     *
     * @param keySerde null: the stream's
     * @param valueSerde null: the stream's
     * @param partitioner null: by the hash of the serialized key
     */
    public static <K extends @Nullable Object, V extends @Nullable Object> Produced<K, V> with(
            @Nullable Serde<K> keySerde,
            @Nullable Serde<V> valueSerde,
            @Nullable StreamPartitioner<? super K, ? super V> partitioner) {
        return new Produced<>(keySerde, valueSerde, partitioner, null);
    }

    /** Sets the name of the sink. */
    public static <K extends @Nullable Object, V extends @Nullable Object> Produced<K, V> as(
            @Nullable String processorName) {
        return new Produced<>(null, null, null, processorName);
    }

    /** Sets the key serde; null: the stream's. */
    public static <K extends @Nullable Object, V extends @Nullable Object> Produced<K, V> keySerde(
            @Nullable Serde<K> keySerde) {
        return new Produced<>(keySerde, null, null, null);
    }

    /** Sets the value serde; null: the stream's. */
    public static <K extends @Nullable Object, V extends @Nullable Object> Produced<K, V> valueSerde(
            @Nullable Serde<V> valueSerde) {
        return new Produced<>(null, valueSerde, null, null);
    }

    /** Sets what chooses partitions; null: by the hash of the serialized key. */
    public static <K extends @Nullable Object, V extends @Nullable Object> Produced<K, V> streamPartitioner(
            @Nullable StreamPartitioner<? super K, ? super V> partitioner) {
        return new Produced<>(null, null, partitioner, null);
    }

    /** Sets what chooses partitions; null: by the hash of the serialized key. Returns this. */
    public Produced<K, V> withStreamPartitioner(@Nullable StreamPartitioner<? super K, ? super V> partitioner) {
        this.partitioner = partitioner;
        return this;
    }

    /** Sets the value serde; null: the stream's. Returns this. */
    public Produced<K, V> withValueSerde(@Nullable Serde<V> valueSerde) {
        this.valueSerde = valueSerde;
        return this;
    }

    /** Sets the key serde; null: the stream's. Returns this. */
    public Produced<K, V> withKeySerde(@Nullable Serde<K> keySerde) {
        this.keySerde = keySerde;
        return this;
    }

    /** Sets the name of the sink. Returns this. */
    @Override
    public Produced<K, V> withName(String name) {
        this.processorName = requireNonNull(name, "name");
        return this;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof Produced<?, ?> that
                        && Objects.equals(keySerde, that.keySerde)
                        && Objects.equals(valueSerde, that.valueSerde)
                        && Objects.equals(partitioner, that.partitioner)
                        && Objects.equals(processorName, that.processorName));
    }

    @Override
    public int hashCode() {
        return Objects.hash(keySerde, valueSerde, partitioner, processorName);
    }
}
