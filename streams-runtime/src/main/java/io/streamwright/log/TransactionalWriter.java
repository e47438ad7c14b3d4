package io.streamwright.log;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Writes records and offsets in transactions, under one transactional id.
 *
 * <p>Order of calls: {@link #begin}, any number of {@link #append} and {@link #addOffsets}, then {@link #commit} or {@link
 * #abort}. Writing is asynchronous: a failure of an earlier call may be thrown by a later one, at the latest the commit fails
 * with it. A commit never succeeds unless everything before it did.
 *
 * <p>Owner: one thread at a time. Futures complete on a thread of the log: dependants post a message to their owner and do
 * nothing else.
 */
public interface TransactionalWriter extends AutoCloseable {

    /** Returns the transactional id. */
    String transactionalId();

    /**
     * Begins a transaction; local, nothing is sent before the first record or offset.
     *
     * @throws IllegalStateException if one is open
     */
    void begin();

    /**
     * Appends a record to the open transaction.
     *
     * @param partition where to
     * @param timestamp milliseconds since the epoch, not negative
     * @param key serialized key; null for none
     * @param value serialized value; null for a tombstone
     * @param headers in their order; kept, not copied
     * @throws org.apache.kafka.common.errors.RecordTooLargeException if it exceeds the topic's limit; it was not appended and
     *     the transaction is as it was before
     * @throws org.apache.kafka.common.errors.UnknownTopicOrPartitionException if the partition does not exist; as before
     * @throws org.apache.kafka.common.KafkaException anything else: an earlier call failed, only {@link #abort} helps
     */
    void append(
            TopicPartition partition, long timestamp, byte @Nullable [] key, byte @Nullable [] value, Header[] headers);

    /**
     * Adds consumed offsets to the open transaction, fenced by the group's generation (KIP-447).
     *
     * @param offsets next offset to be consumed, with metadata, by partition
     * @param membership who consumed them
     */
    void addOffsets(Map<TopicPartition, OffsetAndMetadata> offsets, GroupMembership membership);

    /**
     * Commits the open transaction. The future completes when the decision is durable and visible; a transaction without
     * records and offsets completes at once and leaves nothing on the log.
     *
     * <p>If it completes with a {@link org.apache.kafka.common.errors.TimeoutException} the outcome is unknown: opening the
     * transactional id anew forces a decision, and the committed offsets then tell which.
     */
    CompletableFuture<CommitResult> commit();

    /**
     * Aborts the open transaction. The future completes when the decision is durable. Without effect if none is open.
     */
    CompletableFuture<@Nullable Void> abort();

    /** Gives the writer up without waiting; an open transaction stays until its timeout or the id's next owner ends it. */
    @Override
    void close();
}
