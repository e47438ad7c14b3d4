package io.streamwright.dsl.operator;

import io.streamwright.kstream.Aggregator;
import io.streamwright.kstream.Initializer;
import io.streamwright.kstream.Reducer;
import org.jspecify.annotations.Nullable;

/**
 * Brings a value into an aggregate, or takes one out of it.
 *
 * @param <K> the keys
 * @param <V> the values
 * @param <A> the aggregates
 */
@FunctionalInterface
public interface AggregateStep<K, V, A> {

    /** Returns the aggregate afterwards; null: there is none. */
    @Nullable
    A apply(K key, V value, @Nullable A aggregate);

    /** Adds to what there is, or to what the initializer returns. */
    static <K, V, A> AggregateStep<K, V, A> adding(
            Initializer<A> initializer, Aggregator<? super K, ? super V, A> adder) {
        return (key, value, aggregate) -> adder.apply(key, value, aggregate == null ? initializer.apply() : aggregate);
    }

    /** Adds to what there is, which the caller has initialized: null as well, if that is what an aggregate starts from. */
    @SuppressWarnings("NullAway") // an adder takes what its own initializer returns: where that is null, it takes null
    static <K, V, A> AggregateStep<K, V, A> adding(Aggregator<? super K, ? super V, A> adder) {
        return (key, value, aggregate) -> adder.apply(key, value, aggregate);
    }

    /** Combines with what there is, or starts with the value. */
    static <K, V> AggregateStep<K, V, V> adding(Reducer<V> adder) {
        return (key, value, aggregate) -> aggregate == null ? value : adder.apply(aggregate, value);
    }

    /** Takes the value out; where there is no aggregate, there is nothing to take it out of. */
    static <K, V, A> AggregateStep<K, V, A> subtracting(Aggregator<? super K, ? super V, A> subtractor) {
        return (key, value, aggregate) -> aggregate == null ? null : subtractor.apply(key, value, aggregate);
    }

    /** Takes the value out; where there is no aggregate, there is nothing to take it out of. */
    static <K, V> AggregateStep<K, V, V> subtracting(Reducer<V> subtractor) {
        return (key, value, aggregate) -> aggregate == null ? null : subtractor.apply(aggregate, value);
    }
}
