package io.streamwright.kstream;

import io.streamwright.state.KeyValueStore;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The records of a stream by groups, to be aggregated: each record changes the aggregate of its key. Records without a key or a
 * value are dropped. The time of an aggregate is the highest of its records' timestamps.
 *
 * <p>Owner: the thread that builds the program.
 *
 * @param <K> the keys of the groups
 * @param <V> the values
 */
public interface KGroupedStream<K extends @Nullable Object, V extends @Nullable Object> {

    /** Counts the records of each key. */
    default KTable<K, Long> count() {
        return count(Named.unnamed());
    }

    /** Counts the records of each key, under a name. */
    KTable<K, Long> count(Named named);

    /** Counts the records of each key. */
    default KTable<K, Long> count(Materialized<K, Long, KeyValueStore<Bytes, byte[]>> materialized) {
        return count(Named.unnamed(), materialized);
    }

    /**
     * Counts the records of each key.
     *
     * @param named the operator's name
     * @param materialized how the counts are kept
     * @return the counts
     */
    KTable<K, Long> count(Named named, Materialized<K, Long, KeyValueStore<Bytes, byte[]>> materialized);

    /** Combines the values of each key into one. */
    default KTable<K, V> reduce(Reducer<V> reducer) {
        return reduce(reducer, Materialized.with(null, null));
    }

    /** Combines the values of each key into one. */
    default KTable<K, V> reduce(Reducer<V> reducer, Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
        return reduce(reducer, Named.unnamed(), materialized);
    }

    /**
     * Combines the values of each key into one; the first value stays as it is.
     *
     * @param reducer combines two values
     * @param named the operator's name
     * @param materialized how the result is kept
     * @return the combined values
     */
    KTable<K, V> reduce(Reducer<V> reducer, Named named, Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized);

    /** Aggregates the records of each key. */
    default <VOut extends @Nullable Object> KTable<K, VOut> aggregate(
            Initializer<VOut> initializer, Aggregator<? super K, ? super V, VOut> aggregator) {
        return aggregate(initializer, aggregator, Materialized.with(null, null));
    }

    /** Aggregates the records of each key. */
    default <VOut extends @Nullable Object> KTable<K, VOut> aggregate(
            Initializer<VOut> initializer,
            Aggregator<? super K, ? super V, VOut> aggregator,
            Materialized<K, VOut, KeyValueStore<Bytes, byte[]>> materialized) {
        return aggregate(initializer, aggregator, Named.unnamed(), materialized);
    }

    /**
     * Aggregates the records of each key.
     *
     * @param initializer what an aggregate starts from, also after it was removed
     * @param aggregator adds a record
     * @param named the operator's name
     * @param materialized how the aggregates are kept
     * @return the aggregates
     */
    <VOut extends @Nullable Object> KTable<K, VOut> aggregate(
            Initializer<VOut> initializer,
            Aggregator<? super K, ? super V, VOut> aggregator,
            Named named,
            Materialized<K, VOut, KeyValueStore<Bytes, byte[]>> materialized);

    /**
     * Cuts time into windows, so that records are aggregated by key and window.
     *
     * @param windows which windows a time is in
     * @return the groups by window
     */
    <W extends Window> TimeWindowedKStream<K, V> windowedBy(Windows<W> windows);

    /**
     * Lets windows begin and end with the records, so that records are aggregated with those that are near them in time.
     *
     * <p>Records without a value are dropped, as are those without a key.
     *
     * @param windows how far the records of a window may be apart
     * @return the groups by window
     */
    TimeWindowedKStream<K, V> windowedBy(SlidingWindows windows);

    /**
     * Lets sessions begin and end with the records, so that records are aggregated with those that follow each other closely.
     *
     * @param windows how far records of a session may be apart
     * @return the groups by session
     */
    SessionWindowedKStream<K, V> windowedBy(SessionWindows windows);

    /**
     * Begins a table that several grouped streams are aggregated into (KIP-150).
     *
     * @param aggregator adds a record of this stream
     * @return the groups, with this stream alone; more are added there
     */
    <VOut extends @Nullable Object> CogroupedKStream<K, VOut> cogroup(
            Aggregator<? super K, ? super V, VOut> aggregator);
}
