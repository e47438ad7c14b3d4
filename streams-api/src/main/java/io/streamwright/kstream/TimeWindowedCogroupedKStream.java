package io.streamwright.kstream;

import io.streamwright.state.WindowStore;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The records of several grouped streams by windows of time, to be aggregated into one table (KIP-150): each stream has its own
 * aggregator, and all of them change the same aggregates. Which records are dropped is said at {@link TimeWindowedKStream}; stream time
 * is that of all streams.
 *
 * <p>Owner: the thread that builds the program.
 *
 * @param <K> the keys of the groups
 * @param <V> the aggregates
 */
public interface TimeWindowedCogroupedKStream<K extends @Nullable Object, V extends @Nullable Object> {

    /** Aggregates the records of each key and window. */
    default KTable<Windowed<K>, V> aggregate(Initializer<V> initializer) {
        return aggregate(initializer, Named.unnamed());
    }

    /** Aggregates the records of each key and window, under a name. */
    default KTable<Windowed<K>, V> aggregate(Initializer<V> initializer, Named named) {
        return aggregate(initializer, named, Materialized.with(null, null));
    }

    /** Aggregates the records of each key and window. */
    default KTable<Windowed<K>, V> aggregate(
            Initializer<V> initializer, Materialized<K, V, WindowStore<Bytes, byte[]>> materialized) {
        return aggregate(initializer, Named.unnamed(), materialized);
    }

    /**
     * Aggregates the records of each key and window.
     *
     * @param initializer what an aggregate starts from
     * @param named the operator's name, from which its processors take theirs
     * @param materialized how the aggregates are kept; serdes that it leaves open are the configured defaults, not those of the streams
     * @return the aggregates
     */
    KTable<Windowed<K>, V> aggregate(
            Initializer<V> initializer, Named named, Materialized<K, V, WindowStore<Bytes, byte[]>> materialized);
}
