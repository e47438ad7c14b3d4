package io.streamwright.kstream;

import io.streamwright.state.WindowStore;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The records of a stream by groups and windows of time, to be aggregated: each record changes the aggregates of its key in the windows that
 * its timestamp is in. Records without a key are dropped; so are those that come when stream time has passed a window's end and grace
 * period, for that window. The time of an aggregate is the highest of its records' timestamps.
 *
 * <p>Owner: the thread that builds the program.
 *
 * @param <K> the keys of the groups
 * @param <V> the values
 */
public interface TimeWindowedKStream<K extends @Nullable Object, V extends @Nullable Object> {

    /** Counts the records of each key and window. */
    default KTable<Windowed<K>, Long> count() {
        return count(Named.unnamed());
    }

    /** Counts the records of each key and window, under a name. */
    KTable<Windowed<K>, Long> count(Named named);

    /** Counts the records of each key and window. */
    default KTable<Windowed<K>, Long> count(Materialized<K, Long, WindowStore<Bytes, byte[]>> materialized) {
        return count(Named.unnamed(), materialized);
    }

    /**
     * Counts the records of each key and window.
     *
     * @param named the operator's name
     * @param materialized how the counts are kept
     * @return the counts
     */
    KTable<Windowed<K>, Long> count(Named named, Materialized<K, Long, WindowStore<Bytes, byte[]>> materialized);

    /** Combines the values of each key and window into one. */
    default KTable<Windowed<K>, V> reduce(Reducer<V> reducer) {
        return reduce(reducer, Named.unnamed());
    }

    /** Combines the values of each key and window into one, under a name. */
    default KTable<Windowed<K>, V> reduce(Reducer<V> reducer, Named named) {
        return reduce(reducer, named, Materialized.with(null, null));
    }

    /** Combines the values of each key and window into one. */
    default KTable<Windowed<K>, V> reduce(
            Reducer<V> reducer, Materialized<K, V, WindowStore<Bytes, byte[]>> materialized) {
        return reduce(reducer, Named.unnamed(), materialized);
    }

    /**
     * Combines the values of each key and window into one; the first value stays as it is.
     *
     * @param reducer combines two values
     * @param named the operator's name
     * @param materialized how the result is kept
     * @return the combined values
     */
    KTable<Windowed<K>, V> reduce(
            Reducer<V> reducer, Named named, Materialized<K, V, WindowStore<Bytes, byte[]>> materialized);

    /** Aggregates the records of each key and window. */
    default <VOut extends @Nullable Object> KTable<Windowed<K>, VOut> aggregate(
            Initializer<VOut> initializer, Aggregator<? super K, ? super V, VOut> aggregator) {
        return aggregate(initializer, aggregator, Named.unnamed());
    }

    /** Aggregates the records of each key and window, under a name. */
    default <VOut extends @Nullable Object> KTable<Windowed<K>, VOut> aggregate(
            Initializer<VOut> initializer, Aggregator<? super K, ? super V, VOut> aggregator, Named named) {
        return aggregate(initializer, aggregator, named, Materialized.with(null, null));
    }

    /** Aggregates the records of each key and window. */
    default <VOut extends @Nullable Object> KTable<Windowed<K>, VOut> aggregate(
            Initializer<VOut> initializer,
            Aggregator<? super K, ? super V, VOut> aggregator,
            Materialized<K, VOut, WindowStore<Bytes, byte[]>> materialized) {
        return aggregate(initializer, aggregator, Named.unnamed(), materialized);
    }

    /**
     * Aggregates the records of each key and window.
     *
     * @param initializer what an aggregate starts from
     * @param aggregator adds a record, also one without a value
     * @param named the operator's name
     * @param materialized how the aggregates are kept
     * @return the aggregates
     */
    <VOut extends @Nullable Object> KTable<Windowed<K>, VOut> aggregate(
            Initializer<VOut> initializer,
            Aggregator<? super K, ? super V, VOut> aggregator,
            Named named,
            Materialized<K, VOut, WindowStore<Bytes, byte[]>> materialized);

    /**
     * Returns the same, passing on results at other moments.
     *
     * @throws IllegalArgumentException if the windows have no end to wait for
     */
    TimeWindowedKStream<K, V> emitStrategy(EmitStrategy emitStrategy);
}
