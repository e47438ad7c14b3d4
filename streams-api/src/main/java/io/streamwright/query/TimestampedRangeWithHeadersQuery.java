package io.streamwright.query;

import io.streamwright.state.ReadOnlyRecordIterator;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Asks a key-value store with headers for the entries between two keys, both included.
 *
 * <p>Immutable.
 *
 * @param <K> the keys
 * @param <V> the values without timestamps and headers
 */
public final class TimestampedRangeWithHeadersQuery<K, V> implements Query<ReadOnlyRecordIterator<K, V>> {

    private final @Nullable K lower;
    private final @Nullable K upper;
    private final ResultOrder order;

    private TimestampedRangeWithHeadersQuery(@Nullable K lower, @Nullable K upper, ResultOrder order) {
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
    public static <K, V> TimestampedRangeWithHeadersQuery<K, V> withRange(@Nullable K lower, @Nullable K upper) {
        return new TimestampedRangeWithHeadersQuery<>(lower, upper, ResultOrder.ANY);
    }

    /** Asks for the keys up to one. */
    public static <K, V> TimestampedRangeWithHeadersQuery<K, V> withUpperBound(K upper) {
        return new TimestampedRangeWithHeadersQuery<>(
                null, Objects.requireNonNull(upper, "upper cannot be null"), ResultOrder.ANY);
    }

    /** Asks for the keys from one on. */
    public static <K, V> TimestampedRangeWithHeadersQuery<K, V> withLowerBound(K lower) {
        return new TimestampedRangeWithHeadersQuery<>(
                Objects.requireNonNull(lower, "lower cannot be null"), null, ResultOrder.ANY);
    }

    /** Asks for all keys. */
    public static <K, V> TimestampedRangeWithHeadersQuery<K, V> withNoBounds() {
        return new TimestampedRangeWithHeadersQuery<>(null, null, ResultOrder.ANY);
    }

    /** Asks for the highest serialized key first. */
    public TimestampedRangeWithHeadersQuery<K, V> withDescendingKeys() {
        return new TimestampedRangeWithHeadersQuery<>(lower, upper, ResultOrder.DESCENDING);
    }

    /** Asks for the lowest serialized key first. */
    public TimestampedRangeWithHeadersQuery<K, V> withAscendingKeys() {
        return new TimestampedRangeWithHeadersQuery<>(lower, upper, ResultOrder.ASCENDING);
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
