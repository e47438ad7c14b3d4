package io.streamwright.topology;

import io.streamwright.processor.StateStore;
import io.streamwright.processor.api.RecordMetadata;
import java.util.Optional;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Updates of a table that wait for their time, one for each key, inside of their task's transaction.
 *
 * <p>It also keeps the stream time of its operator, so that one that begins anew after an abort or a crash lets the same updates go as
 * it did before.
 *
 * <p>Owner: the worker thread of its task.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public interface TimeOrderedBuffer<K extends @Nullable Object, V> extends StateStore, StreamTimeKeeper {
    /** The time of the earliest update where there is none. */
    long NOTHING_WAITS_MS = Long.MAX_VALUE;

    /**
     * An update of a row. Immutable, but for its headers.
     *
     * @param key the row's key
     * @param newValue the value from now on; null: the row is deleted
     * @param oldValue the value until now; null: there was none. Of an update that leaves the buffer, the value that was passed on last
     * @param timestamp of the record that made the update, in ms since the epoch
     * @param headers of that record
     * @param origin where that record came from; empty if the program made it
     */
    record Update<K extends @Nullable Object, V>(
            K key,
            @Nullable V newValue,
            @Nullable V oldValue,
            long timestamp,
            Headers headers,
            Optional<RecordMetadata> origin) {}

    /**
     * A row of which an update waits. Immutable.
     *
     * @param passedOn its value as it was passed on last; null: it was not, or as deleted
     */
    record Waiting<V>(@Nullable V passedOn) {}

    /** Takes note that stream time has come this far; times before it say nothing new. */
    void advance(long streamTimeMs);

    /**
     * Adds an update. One that replaces another of its key takes its place, and with it its time.
     *
     * @param timeMs by which updates are ordered
     */
    void put(long timeMs, Update<K, V> update);

    /** Returns the row of a key of which an update waits; null if none does. */
    @Nullable
    Waiting<V> waiting(K key);

    /** Returns the time of the earliest update; {@link #NOTHING_WAITS_MS} if there is none. */
    long firstTimeMs();

    /**
     * Removes the earliest update; of several with the same time, that with the smallest serialized key.
     *
     * @throws java.util.NoSuchElementException if none waits
     */
    Update<K, V> takeFirst();

    /** Returns how many updates wait. */
    int records();

    /** Returns about how many bytes they take. */
    long bytes();
}
