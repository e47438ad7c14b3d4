package io.streamwright.kstream;

import io.streamwright.state.SessionStore;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The records of a stream by groups and sessions, to be aggregated: each record begins a session of its key, or joins those that are near
 * it, which become one. Records without a key are dropped; so are those whose session stream time has passed by the gap and the grace
 * period.
 *
 * <p>A record that changes a session's start or end deletes it, and the others that become one with it, before it adds the new one. The
 * time of an aggregate is the end of its session.
 *
 * <p>Owner: the thread that builds the program.
 *
 * @param <K> the keys of the groups
 * @param <V> the values
 */
public interface SessionWindowedKStream<K extends @Nullable Object, V extends @Nullable Object> {

    /** Counts the records of each key and session. */
    default KTable<Windowed<K>, Long> count() {
        return count(Named.unnamed());
    }

    /** Counts the records of each key and session, under a name. */
    KTable<Windowed<K>, Long> count(Named named);

    /** Counts the records of each key and session. */
    default KTable<Windowed<K>, Long> count(Materialized<K, Long, SessionStore<Bytes, byte[]>> materialized) {
        return count(Named.unnamed(), materialized);
    }

    /**
     * Counts the records of each key and session.
     *
     * @param named the operator's name
     * @param materialized how the counts are kept
     * @return the counts
     */
    KTable<Windowed<K>, Long> count(Named named, Materialized<K, Long, SessionStore<Bytes, byte[]>> materialized);

    /** Combines the values of each key and session into one. */
    default KTable<Windowed<K>, V> reduce(Reducer<V> reducer) {
        return reduce(reducer, Named.unnamed());
    }

    /** Combines the values of each key and session into one, under a name. */
    default KTable<Windowed<K>, V> reduce(Reducer<V> reducer, Named named) {
        return reduce(reducer, named, Materialized.with(null, null));
    }

    /** Combines the values of each key and session into one. */
    default KTable<Windowed<K>, V> reduce(
            Reducer<V> reducer, Materialized<K, V, SessionStore<Bytes, byte[]>> materialized) {
        return reduce(reducer, Named.unnamed(), materialized);
    }

    /**
     * Combines the values of each key and session into one; the first value stays as it is.
     *
     * @param reducer combines two values, or what two sessions have combined
     * @param named the operator's name
     * @param materialized how the result is kept
     * @return the combined values
     */
    KTable<Windowed<K>, V> reduce(
            Reducer<V> reducer, Named named, Materialized<K, V, SessionStore<Bytes, byte[]>> materialized);

    /** Aggregates the records of each key and session. */
    default <VOut extends @Nullable Object> KTable<Windowed<K>, VOut> aggregate(
            Initializer<VOut> initializer,
            Aggregator<? super K, ? super V, VOut> aggregator,
            Merger<? super K, VOut> sessionMerger) {
        return aggregate(initializer, aggregator, sessionMerger, Named.unnamed());
    }

    /** Aggregates the records of each key and session, under a name. */
    default <VOut extends @Nullable Object> KTable<Windowed<K>, VOut> aggregate(
            Initializer<VOut> initializer,
            Aggregator<? super K, ? super V, VOut> aggregator,
            Merger<? super K, VOut> sessionMerger,
            Named named) {
        return aggregate(initializer, aggregator, sessionMerger, named, Materialized.with(null, null));
    }

    /** Aggregates the records of each key and session. */
    default <VOut extends @Nullable Object> KTable<Windowed<K>, VOut> aggregate(
            Initializer<VOut> initializer,
            Aggregator<? super K, ? super V, VOut> aggregator,
            Merger<? super K, VOut> sessionMerger,
            Materialized<K, VOut, SessionStore<Bytes, byte[]>> materialized) {
        return aggregate(initializer, aggregator, sessionMerger, Named.unnamed(), materialized);
    }

    /**
     * Aggregates the records of each key and session.
     *
     * @param initializer what an aggregate starts from
     * @param aggregator adds a record, also one without a value; null: there is no session
     * @param sessionMerger makes one aggregate of two; also called with what the initializer returned and the first session that a
     *     record joins
     * @param named the operator's name
     * @param materialized how the aggregates are kept
     * @return the aggregates
     */
    <VOut extends @Nullable Object> KTable<Windowed<K>, VOut> aggregate(
            Initializer<VOut> initializer,
            Aggregator<? super K, ? super V, VOut> aggregator,
            Merger<? super K, VOut> sessionMerger,
            Named named,
            Materialized<K, VOut, SessionStore<Bytes, byte[]>> materialized);

    /**
     * Returns the same, passing on results at other moments. A session whose final result was passed on takes no more records.
     */
    SessionWindowedKStream<K, V> emitStrategy(EmitStrategy emitStrategy);
}
