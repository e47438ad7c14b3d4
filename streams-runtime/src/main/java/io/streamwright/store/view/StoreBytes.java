package io.streamwright.store.view;

import io.streamwright.KeyValue;
import io.streamwright.store.committed.KeyRange;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The serialized entries that a store with serdes stands on: those of the task's transaction, or of one commit.
 *
 * <p>Owner: the worker that owns the task, or the thread that asks.
 */
public interface StoreBytes {

    /** Returns the value of a key; null if there is none. */
    byte @Nullable [] get(Bytes key);

    /**
     * Sets the value of a key; null deletes it.
     *
     * @throws UnsupportedOperationException if this is there to be read
     */
    void put(Bytes key, byte @Nullable [] value);

    /**
     * The same, for a store with headers.
     *
     * @param headersOfDeletion what the changelog record has if the key is deleted; those of a value lie before the value
     */
    default void put(Bytes key, byte @Nullable [] value, Header[] headersOfDeletion) {
        put(key, value);
    }

    /**
     * Refuses a write that may turn out to change nothing.
     *
     * @throws UnsupportedOperationException if this is there to be read
     */
    void requireWritable();

    /** Opens an iterator that sees the entries as they are now. */
    StoreIterator iterate(KeyRange range, boolean forward);

    /** Returns the first entry in a range, or the last; null if the range is empty. */
    default @Nullable KeyValue<Bytes, byte[]> nearest(KeyRange range, boolean forward) {
        try (StoreIterator entries = iterate(range, forward)) {
            return entries.isValid() ? KeyValue.pair(entries.key(), entries.value()) : null;
        }
    }

    /** Returns whether the open transaction wrote a key. */
    default boolean isInOpenTransaction(Bytes key) {
        return false;
    }

    /** Returns about how many entries there are. */
    long approximateEntries();

    /** Returns the date of the record in work, as changelog records of plain values have it. */
    long currentTimestamp();

    /** Returns a copy of the headers of the record in work; none where nothing is written. */
    default Headers currentHeaders() {
        return new RecordHeaders();
    }

    /** Returns about how much memory is taken by what is not committed. */
    long uncommittedBytes();

    /** Returns by input partition of the task the offset before which everything committed has taken effect on the entries. */
    Map<TopicPartition, Long> consumed();

    /** Returns whether the store was closed. */
    boolean isClosed();
}
