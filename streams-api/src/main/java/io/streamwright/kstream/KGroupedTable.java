package io.streamwright.kstream;

import io.streamwright.state.KeyValueStore;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a table by groups, to be aggregated: a row that changes is taken out of its group's aggregate as it was, and added as
 * it is. The time of an aggregate is the highest of its updates' timestamps.
 *
 * <p>Owner: the thread that builds the program.
 *
 * @param <K> the keys of the groups
 * @param <V> the values
 */
public interface KGroupedTable<K extends @Nullable Object, V extends @Nullable Object> {

    /** Counts the rows of each group. */
    default KTable<K, Long> count(Materialized<K, Long, KeyValueStore<Bytes, byte[]>> materialized) {
        return count(Named.unnamed(), materialized);
    }

    /**
     * Counts the rows of each group.
     *
     * @param named the operator's name
     * @param materialized how the counts are kept
     * @return the counts
     */
    KTable<K, Long> count(Named named, Materialized<K, Long, KeyValueStore<Bytes, byte[]>> materialized);

    /** Counts the rows of each group. */
    default KTable<K, Long> count() {
        return count(Named.unnamed());
    }

    /** Counts the rows of each group, under a name. */
    default KTable<K, Long> count(Named named) {
        return count(named, Materialized.with(null, null));
    }

    /** Combines the values of each group into one. */
    default KTable<K, V> reduce(
            Reducer<V> adder, Reducer<V> subtractor, Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
        return reduce(adder, subtractor, Named.unnamed(), materialized);
    }

    /**
     * Combines the values of each group into one; the first value stays as it is.
     *
     * @param adder adds a row's value
     * @param subtractor takes a row's old value out
     * @param named the operator's name
     * @param materialized how the result is kept
     * @return the combined values
     */
    KTable<K, V> reduce(
            Reducer<V> adder,
            Reducer<V> subtractor,
            Named named,
            Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized);

    /** Combines the values of each group into one. */
    default KTable<K, V> reduce(Reducer<V> adder, Reducer<V> subtractor) {
        return reduce(adder, subtractor, Materialized.with(null, null));
    }

    /** Aggregates the rows of each group. */
    default <VR extends @Nullable Object> KTable<K, VR> aggregate(
            Initializer<VR> initializer,
            Aggregator<? super K, ? super V, VR> adder,
            Aggregator<? super K, ? super V, VR> subtractor,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
        return aggregate(initializer, adder, subtractor, Named.unnamed(), materialized);
    }

    /**
     * Aggregates the rows of each group.
     *
     * @param initializer what an aggregate starts from, also after it was removed
     * @param adder adds a row
     * @param subtractor takes a row out, as it was when it was added
     * @param named the operator's name
     * @param materialized how the aggregates are kept
     * @return the aggregates
     */
    <VR extends @Nullable Object> KTable<K, VR> aggregate(
            Initializer<VR> initializer,
            Aggregator<? super K, ? super V, VR> adder,
            Aggregator<? super K, ? super V, VR> subtractor,
            Named named,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized);

    /** Aggregates the rows of each group. */
    default <VR extends @Nullable Object> KTable<K, VR> aggregate(
            Initializer<VR> initializer,
            Aggregator<? super K, ? super V, VR> adder,
            Aggregator<? super K, ? super V, VR> subtractor) {
        return aggregate(initializer, adder, subtractor, Named.unnamed());
    }

    /** Aggregates the rows of each group, under a name. */
    default <VR extends @Nullable Object> KTable<K, VR> aggregate(
            Initializer<VR> initializer,
            Aggregator<? super K, ? super V, VR> adder,
            Aggregator<? super K, ? super V, VR> subtractor,
            Named named) {
        return aggregate(initializer, adder, subtractor, named, Materialized.with(null, null));
    }
}
