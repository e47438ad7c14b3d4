package io.streamwright.kstream;

import java.time.Duration;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * How a stream is joined with a table: the serdes for the repartition topic, if the stream needs one, and the name of that topic and of
 * the join. Immutable.
 *
 * @param <K> the keys
 * @param <VLeft> the values of the stream
 * @param <VRight> the values of the table
 */
public class Joined<K extends @Nullable Object, VLeft extends @Nullable Object, VRight extends @Nullable Object>
        implements NamedOperation<Joined<K, VLeft, VRight>> {

    /** Serde of the keys; null: the stream's, else the configured default. */
    protected final @Nullable Serde<K> keySerde;

    /** Serde of the stream's values; null: the stream's, else the configured default. */
    protected final @Nullable Serde<VLeft> leftValueSerde;

    /** Serde of the table's values; left aside, as the table has its own. */
    protected final @Nullable Serde<VRight> rightValueSerde;

    /** The join's name, with which that of the repartition topic starts; null: generated. */
    protected final @Nullable String name;

    /** How long records wait for rows that are late; null: not at all. */
    protected final @Nullable Duration gracePeriod;

    private Joined(
            @Nullable Serde<K> keySerde,
            @Nullable Serde<VLeft> leftValueSerde,
            @Nullable Serde<VRight> rightValueSerde,
            @Nullable String name,
            @Nullable Duration gracePeriod) {
        this.keySerde = keySerde;
        this.leftValueSerde = leftValueSerde;
        this.rightValueSerde = rightValueSerde;
        this.name = name;
        this.gracePeriod = gracePeriod;
    }

    /** Copies settings. */
    protected Joined(Joined<K, VLeft, VRight> joined) {
        this(joined.keySerde, joined.leftValueSerde, joined.rightValueSerde, joined.name, joined.gracePeriod);
    }

    /** Sets the serdes; null: those that the stream knows, else the configured defaults. */
    public static <K extends @Nullable Object, VLeft extends @Nullable Object, VRight extends @Nullable Object>
            Joined<K, VLeft, VRight> with(
                    @Nullable Serde<K> keySerde,
                    @Nullable Serde<VLeft> leftValueSerde,
                    @Nullable Serde<VRight> rightValueSerde) {
        return new Joined<>(keySerde, leftValueSerde, rightValueSerde, null, null);
    }

    /** Sets serdes and name; null: those that the stream knows, a generated name. */
    public static <K extends @Nullable Object, VLeft extends @Nullable Object, VRight extends @Nullable Object>
            Joined<K, VLeft, VRight> with(
                    @Nullable Serde<K> keySerde,
                    @Nullable Serde<VLeft> leftValueSerde,
                    @Nullable Serde<VRight> rightValueSerde,
                    @Nullable String name) {
        return new Joined<>(keySerde, leftValueSerde, rightValueSerde, name, null);
    }

    /**
     * Sets everything.
     *
     * @param keySerde null: the stream's, else the configured default
     * @param leftValueSerde null: the stream's, else the configured default
     * @param rightValueSerde left aside, as the table has its own
     * @param name null: generated
     * @param gracePeriod how long records wait for rows that are late, for versioned tables only; null: not at all
     */
    public static <K extends @Nullable Object, VLeft extends @Nullable Object, VRight extends @Nullable Object>
            Joined<K, VLeft, VRight> with(
                    @Nullable Serde<K> keySerde,
                    @Nullable Serde<VLeft> leftValueSerde,
                    @Nullable Serde<VRight> rightValueSerde,
                    @Nullable String name,
                    @Nullable Duration gracePeriod) {
        return new Joined<>(keySerde, leftValueSerde, rightValueSerde, name, gracePeriod);
    }

    /** Sets the key serde; null: the stream's, else the configured default. */
    public static <K extends @Nullable Object, VLeft extends @Nullable Object, VRight extends @Nullable Object>
            Joined<K, VLeft, VRight> keySerde(@Nullable Serde<K> keySerde) {
        return new Joined<>(keySerde, null, null, null, null);
    }

    /** Sets the serde of the stream's values; null: the stream's, else the configured default. */
    public static <K extends @Nullable Object, VLeft extends @Nullable Object, VRight extends @Nullable Object>
            Joined<K, VLeft, VRight> valueSerde(@Nullable Serde<VLeft> leftValueSerde) {
        return new Joined<>(null, leftValueSerde, null, null, null);
    }

    /** Sets the serde of the table's values. */
    public static <K extends @Nullable Object, VLeft extends @Nullable Object, VRight extends @Nullable Object>
            Joined<K, VLeft, VRight> otherValueSerde(@Nullable Serde<VRight> rightValueSerde) {
        return new Joined<>(null, null, rightValueSerde, null, null);
    }

    /** Sets the name; null: generated. */
    public static <K extends @Nullable Object, VLeft extends @Nullable Object, VRight extends @Nullable Object>
            Joined<K, VLeft, VRight> as(@Nullable String name) {
        return new Joined<>(null, null, null, name, null);
    }

    /** Returns the same with another key serde. */
    public Joined<K, VLeft, VRight> withKeySerde(@Nullable Serde<K> keySerde) {
        return new Joined<>(keySerde, leftValueSerde, rightValueSerde, name, gracePeriod);
    }

    /** Returns the same with another serde of the stream's values. */
    public Joined<K, VLeft, VRight> withValueSerde(@Nullable Serde<VLeft> leftValueSerde) {
        return new Joined<>(keySerde, leftValueSerde, rightValueSerde, name, gracePeriod);
    }

    /** Returns the same with another serde of the table's values. */
    public Joined<K, VLeft, VRight> withOtherValueSerde(@Nullable Serde<VRight> rightValueSerde) {
        return new Joined<>(keySerde, leftValueSerde, rightValueSerde, name, gracePeriod);
    }

    /** Returns the same under a name. */
    @Override
    public Joined<K, VLeft, VRight> withName(@Nullable String name) {
        return new Joined<>(keySerde, leftValueSerde, rightValueSerde, name, gracePeriod);
    }

    /** Returns the same with another grace period. */
    public Joined<K, VLeft, VRight> withGracePeriod(@Nullable Duration gracePeriod) {
        return new Joined<>(keySerde, leftValueSerde, rightValueSerde, name, gracePeriod);
    }
}
