package io.streamwright.kstream;

import static java.util.Objects.requireNonNull;

import io.streamwright.AutoOffsetReset;
import io.streamwright.processor.TimestampExtractor;
import java.util.Objects;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * How a topic is read. What is left open is as configured.
 *
 * <p>Changes only while the program is built: the {@code with} methods change this object and return it; builders copy it.
 * <p>Owner: the thread that builds the program.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public class Consumed<K extends @Nullable Object, V extends @Nullable Object>
        implements NamedOperation<Consumed<K, V>> {

    /** Reads keys; null: the configured default. */
    protected @Nullable Serde<K> keySerde;

    /** Reads values; null: the configured default. */
    protected @Nullable Serde<V> valueSerde;

    /** Gives records their time; null: the configured default. */
    protected @Nullable TimestampExtractor timestampExtractor;

    /** Where to start without a committed offset; null: as configured. */
    protected @Nullable AutoOffsetReset resetPolicy;

    /** The name of the source; null to have one generated. */
    protected @Nullable String processorName;

    private Consumed(
            @Nullable Serde<K> keySerde,
            @Nullable Serde<V> valueSerde,
            @Nullable TimestampExtractor timestampExtractor,
            @Nullable AutoOffsetReset resetPolicy,
            @Nullable String processorName) {
        this.keySerde = keySerde;
        this.valueSerde = valueSerde;
        this.timestampExtractor = timestampExtractor;
        this.resetPolicy = resetPolicy;
        this.processorName = processorName;
    }

    /** Copies settings. */
    protected Consumed(Consumed<K, V> consumed) {
        this(
                consumed.keySerde,
                consumed.valueSerde,
                consumed.timestampExtractor,
                consumed.resetPolicy,
                consumed.processorName);
    }

    /**
     * Sets all but the name.
     *
     * @param keySerde null: the configured default
     * @param valueSerde null: the configured default
     * @param timestampExtractor null: the configured default
     * @param resetPolicy where to start without a committed offset; null: as configured
     */
    public static <K extends @Nullable Object, V extends @Nullable Object> Consumed<K, V> with(
            @Nullable Serde<K> keySerde,
            @Nullable Serde<V> valueSerde,
            @Nullable TimestampExtractor timestampExtractor,
            @Nullable AutoOffsetReset resetPolicy) {
        return new Consumed<>(keySerde, valueSerde, timestampExtractor, resetPolicy, null);
    }

    /** Sets the serdes; null: the configured default. */
    public static <K extends @Nullable Object, V extends @Nullable Object> Consumed<K, V> with(
            @Nullable Serde<K> keySerde, @Nullable Serde<V> valueSerde) {
        return new Consumed<>(keySerde, valueSerde, null, null, null);
    }

    /** Sets what gives records their time; null: the configured default. */
    public static <K extends @Nullable Object, V extends @Nullable Object> Consumed<K, V> with(
            @Nullable TimestampExtractor timestampExtractor) {
        return new Consumed<>(null, null, timestampExtractor, null, null);
    }

    /** Sets where to start without a committed offset; null: as configured. */
    public static <K extends @Nullable Object, V extends @Nullable Object> Consumed<K, V> with(
            @Nullable AutoOffsetReset resetPolicy) {
        return new Consumed<>(null, null, null, resetPolicy, null);
    }

    /** Sets the name of the source; a table adds {@code -source} to it. */
    public static <K extends @Nullable Object, V extends @Nullable Object> Consumed<K, V> as(
            @Nullable String processorName) {
        return new Consumed<>(null, null, null, null, processorName);
    }

    /** Sets the key serde; null: the configured default. Returns this. */
    public Consumed<K, V> withKeySerde(@Nullable Serde<K> keySerde) {
        this.keySerde = keySerde;
        return this;
    }

    /** Sets the value serde; null: the configured default. Returns this. */
    public Consumed<K, V> withValueSerde(@Nullable Serde<V> valueSerde) {
        this.valueSerde = valueSerde;
        return this;
    }

    /** Sets what gives records their time; null: the configured default. Returns this. */
    public Consumed<K, V> withTimestampExtractor(@Nullable TimestampExtractor timestampExtractor) {
        this.timestampExtractor = timestampExtractor;
        return this;
    }

    /** Sets where to start without a committed offset; null: as configured. Returns this. */
    public Consumed<K, V> withOffsetResetPolicy(@Nullable AutoOffsetReset resetPolicy) {
        this.resetPolicy = resetPolicy;
        return this;
    }

    /** Sets the name of the source. Returns this. */
    @Override
    public Consumed<K, V> withName(String processorName) {
        this.processorName = requireNonNull(processorName, "processor name");
        return this;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof Consumed<?, ?> that
                        && Objects.equals(keySerde, that.keySerde)
                        && Objects.equals(valueSerde, that.valueSerde)
                        && Objects.equals(timestampExtractor, that.timestampExtractor)
                        && Objects.equals(resetPolicy, that.resetPolicy)
                        && Objects.equals(processorName, that.processorName));
    }

    @Override
    public int hashCode() {
        return Objects.hash(keySerde, valueSerde, timestampExtractor, resetPolicy, processorName);
    }
}
