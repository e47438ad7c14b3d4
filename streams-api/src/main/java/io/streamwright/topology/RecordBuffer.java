package io.streamwright.topology;

import io.streamwright.processor.StateStore;
import io.streamwright.processor.api.Record;
import io.streamwright.processor.api.RecordMetadata;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Records of a stream that wait for their time, each by itself, inside of their task's transaction (KIP-923).
 *
 * <p>It also keeps the stream time of its operator, so that one that begins anew after an abort or a crash lets the same records go as it
 * did before.
 *
 * <p>Owner: the worker thread of its task.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public interface RecordBuffer<K extends @Nullable Object, V> extends StateStore, StreamTimeKeeper {

    /**
     * A record that waited. Immutable, but for its headers.
     *
     * @param record as it came, with its timestamp and headers
     * @param origin where it came from; empty if the program made it
     */
    record Waited<K extends @Nullable Object, V>(Record<K, V> record, Optional<RecordMetadata> origin) {}

    /** Adds a record, which brings stream time to its timestamp if that is later. */
    void put(Record<K, V> record, Optional<RecordMetadata> origin);

    /**
     * Removes the earliest record in a range of time: of several with the same timestamp that with the smallest serialized key, and of
     * those that which came first.
     *
     * @param fromMs no record waits that is earlier
     * @param toMs the end of the range, which is inside
     * @return null if none waits
     */
    @Nullable
    Waited<K, V> take(long fromMs, long toMs);
}
