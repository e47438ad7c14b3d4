package io.streamwright.query;

import io.streamwright.state.KeyValueIterator;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Asks a key-value store for the entries between two keys, both included. A store with timestamps answers without them.
 *
 * <p>Immutable.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public final class RangeQuery<K, V> implements Query<KeyValueIterator<K, V>> {

    private final @Nullable K lower;
    private final @Nullable K upper;
    private final ResultOrder order;

    private RangeQuery(@Nullable K lower, @Nullable K upper, ResultOrder order) {
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
    public static <K, V> RangeQuery<K, V> withRange(@Nullable K lower, @Nullable K upper) {
        return new RangeQuery<>(lower, upper, ResultOrder.ANY);
    }

    /** Asks for the keys up to one. */
    public static <K, V> RangeQuery<K, V> withUpperBound(K upper) {
        return new RangeQuery<>(null, Objects.requireNonNull(upper, "upper cannot be null"), ResultOrder.ANY);
    }

    /** Asks for the keys from one on. */
    public static <K, V> RangeQuery<K, V> withLowerBound(K lower) {
        return new RangeQuery<>(Objects.requireNonNull(lower, "lower cannot be null"), null, ResultOrder.ANY);
    }

    /** Asks for all keys. */
    public static <K, V> RangeQuery<K, V> withNoBounds() {
        return new RangeQuery<>(null, null, ResultOrder.ANY);
    }

    /** Asks for the highest serialized key first. */
    public RangeQuery<K, V> withDescendingKeys() {
        return new RangeQuery<>(lower, upper, ResultOrder.DESCENDING);
    }

    /** Asks for the lowest serialized key first. */
    public RangeQuery<K, V> withAscendingKeys() {
        return new RangeQuery<>(lower, upper, ResultOrder.ASCENDING);
    }

    /** Returns the first key; empty: from the first on. */
    public Optional<K> getLowerBound() {
        return Optional.ofNullable(lower);
    }

    /** Returns the last key; empty: up to the last. */
    public Optional<K> getUpperBound() {
        return Optional.ofNullable(upper);
    }

    /** Returns in which order the keys are to come. */
    public ResultOrder resultOrder() {
        return order;
    }
}
