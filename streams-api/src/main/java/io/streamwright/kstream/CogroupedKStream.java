package io.streamwright.kstream;

import io.streamwright.state.KeyValueStore;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The records of several grouped streams, to be aggregated into one table (KIP-150): each stream has its own aggregator, and all of
 * them change the same aggregate of a key. Records without a key or a value are dropped. The time of an aggregate is the highest of its
 * records' timestamps.
 *
 * <p>One store keeps the aggregates. The streams' topics must have the same number of partitions, but for streams whose keys may have
 * changed: they come through topics of the application's own.
 *
 * <p>Owner: the thread that builds the program.
 *
 * @param <K> the keys of the groups
 * @param <VOut> the aggregates
 */
public interface CogroupedKStream<K extends @Nullable Object, VOut extends @Nullable Object> {

    /**
     * Adds a stream; one that is here already gets another aggregator. Changes this object.
     *
     * @param groupedStream a stream of the same StreamsBuilder
     * @param aggregator adds a record of this stream
     * @return this
     * @throws IllegalArgumentException if the stream is of another program
     */
    <V extends @Nullable Object> CogroupedKStream<K, VOut> cogroup(
            KGroupedStream<K, V> groupedStream, Aggregator<? super K, ? super V, VOut> aggregator);

    /** Aggregates the records of each key. */
    default KTable<K, VOut> aggregate(Initializer<VOut> initializer) {
        return aggregate(initializer, Named.unnamed());
    }

    /** Aggregates the records of each key, under a name. */
    default KTable<K, VOut> aggregate(Initializer<VOut> initializer, Named named) {
        return aggregate(initializer, named, Materialized.with(null, null));
    }

    /** Aggregates the records of each key. */
    default KTable<K, VOut> aggregate(
            Initializer<VOut> initializer, Materialized<K, VOut, KeyValueStore<Bytes, byte[]>> materialized) {
        return aggregate(initializer, Named.unnamed(), materialized);
    }

    /**
     * Aggregates the records of each key.
     *
     * @param initializer what an aggregate starts from, also after it was removed
     * @param named the operator's name, from which its processors take theirs
     * @param materialized how the aggregates are kept; serdes that it leaves open are the configured defaults, not those of the streams
     * @return the aggregates
     */
    KTable<K, VOut> aggregate(
            Initializer<VOut> initializer,
            Named named,
            Materialized<K, VOut, KeyValueStore<Bytes, byte[]>> materialized);

    /**
     * Cuts time into windows, so that records are aggregated by key and window.
     *
     * @param windows which windows a time is in
     * @return the groups by window
     */
    <W extends Window> TimeWindowedCogroupedKStream<K, VOut> windowedBy(Windows<W> windows);

    /**
     * Lets windows begin and end with the records, so that records are aggregated with those that are near them in time.
     *
     * <p>Records without a value are dropped, as are those without a key.
     *
     * @param windows how far the records of a window may be apart
     * @return the groups by window
     */
    TimeWindowedCogroupedKStream<K, VOut> windowedBy(SlidingWindows windows);

    /**
     * Lets sessions begin and end with the records, so that records are aggregated that follow each other without a longer pause.
     *
     * @param windows how long the pause between two records of a session may be
     * @return the groups by session
     */
    SessionWindowedCogroupedKStream<K, VOut> windowedBy(SessionWindows windows);
}
