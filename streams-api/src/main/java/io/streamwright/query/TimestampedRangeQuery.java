package io.streamwright.query;

import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.ValueAndTimestamp;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Asks a key-value store with timestamps for the entries between two keys, both included.
 *
 * <p>Immutable.
 *
 * @param <K> the keys
 * @param <V> the values without timestamps
 */
public final class TimestampedRangeQuery<K, V> implements Query<KeyValueIterator<K, ValueAndTimestamp<V>>> {

    private final @Nullable K lower;
    private final @Nullable K upper;
    private final ResultOrder order;

    private TimestampedRangeQuery(@Nullable K lower, @Nullable K upper, ResultOrder order) {
        this.lower = lower;
        this.upper = upper;
        this.order = order;
    }

    /**
     * Asks for the keys between two.
     *
     * @param lower null: from the first on
     * @param upper null: up to the last
     */
    public static <K, V> TimestampedRangeQuery<K, V> withRange(@Nullable K lower, @Nullable K upper) {
        return new TimestampedRangeQuery<>(lower, upper, ResultOrder.ANY);
    }

    /** Asks for the keys up to one. */
    public static <K, V> TimestampedRangeQuery<K, V> withUpperBound(K upper) {
        return new TimestampedRangeQuery<>(
                null, Objects.requireNonNull(upper, "upper cannot be null"), ResultOrder.ANY);
    }

    /** Asks for the keys from one on. */
    public static <K, V> TimestampedRangeQuery<K, V> withLowerBound(K lower) {
        return new TimestampedRangeQuery<>(
                Objects.requireNonNull(lower, "lower cannot be null"), null, ResultOrder.ANY);
    }

    /** Asks for all keys. */
    public static <K, V> TimestampedRangeQuery<K, V> withNoBounds() {
        return new TimestampedRangeQuery<>(null, null, ResultOrder.ANY);
    }

    /** Asks for the highest serialized key first. */
    public TimestampedRangeQuery<K, V> withDescendingKeys() {
        return new TimestampedRangeQuery<>(lower, upper, ResultOrder.DESCENDING);
    }

    /** Asks for the lowest serialized key first. */
    public TimestampedRangeQuery<K, V> withAscendingKeys() {
        return new TimestampedRangeQuery<>(lower, upper, ResultOrder.ASCENDING);
    }

    /** Returns the first key; empty: from the first on. */
    public Optional<K> lowerBound() {
        return Optional.ofNullable(lower);
    }

    /** Returns the last key; empty: up to the last. */
    public Optional<K> upperBound() {
        return Optional.ofNullable(upper);
    }

    /** Returns in which order the keys are to come. */
    public ResultOrder resultOrder() {
        return order;
    }
}
