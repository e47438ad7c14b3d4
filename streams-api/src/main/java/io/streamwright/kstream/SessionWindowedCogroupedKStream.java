package io.streamwright.kstream;

import io.streamwright.state.SessionStore;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The records of several grouped streams by sessions, to be aggregated into one table (KIP-150): each stream has its own aggregator, and
 * all of them change the same sessions. Which records are dropped is said at {@link SessionWindowedKStream}; stream time is that of
 * all streams.
 *
 * <p>Owner: the thread that builds the program.
 *
 * @param <K> the keys of the groups
 * @param <V> the aggregates
 */
public interface SessionWindowedCogroupedKStream<K extends @Nullable Object, V extends @Nullable Object> {

    /** Aggregates the records of each key and session. */
    default KTable<Windowed<K>, V> aggregate(Initializer<V> initializer, Merger<? super K, V> sessionMerger) {
        return aggregate(initializer, sessionMerger, Named.unnamed());
    }

    /** Aggregates the records of each key and session, under a name. */
    default KTable<Windowed<K>, V> aggregate(
            Initializer<V> initializer, Merger<? super K, V> sessionMerger, Named named) {
        return aggregate(initializer, sessionMerger, named, Materialized.with(null, null));
    }

    /** Aggregates the records of each key and session. */
    default KTable<Windowed<K>, V> aggregate(
            Initializer<V> initializer,
            Merger<? super K, V> sessionMerger,
            Materialized<K, V, SessionStore<Bytes, byte[]>> materialized) {
        return aggregate(initializer, sessionMerger, Named.unnamed(), materialized);
    }

    /**
     * Aggregates the records of each key and session.
     *
     * @param initializer what an aggregate starts from
     * @param sessionMerger makes one aggregate of those of two sessions that a record brings together
     * @param named the operator's name, from which its processors take theirs
     * @param materialized how the aggregates are kept; serdes that it leaves open are the configured defaults, not those of the streams
     * @return the aggregates
     */
    KTable<Windowed<K>, V> aggregate(
            Initializer<V> initializer,
            Merger<? super K, V> sessionMerger,
            Named named,
            Materialized<K, V, SessionStore<Bytes, byte[]>> materialized);
}
