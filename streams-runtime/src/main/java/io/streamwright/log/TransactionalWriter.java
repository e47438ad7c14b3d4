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
 * with it. A commit never succeeds unless everything before it did: after a call that threw, unless its Javadoc says that the
 * transaction is as it was before, every commit fails and only {@link #abort} helps.
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
     * @throws org.apache.kafka.common.errors.OffsetMetadataTooLarge if the log does not allow so much metadata; only {@link #abort}
     *     helps
     * @throws org.apache.kafka.common.KafkaException anything else: this or an earlier call failed, only {@link #abort} helps
     */
    void addOffsets(Map<TopicPartition, OffsetAndMetadata> offsets, GroupMembership membership);

    /**
     * Commits the open transaction. The future completes when the decision is durable and visible; a transaction without
     * records and offsets completes at once and leaves nothing on the log.
     *
     * <p>If it completes with a {@link org.apache.kafka.common.errors.TimeoutException} the outcome is unknown: opening the
     * transactional id anew forces a decision, and the committed offsets then tell which.
     *
     * <p>A request that cannot be sent (the thread is interrupted, the log is closed) is no exception thrown here but fails the
     * future with it: this call has then not committed, and {@link #abort} is next.
     *
     * @throws IllegalStateException if no transaction is open, or its end is under way: wait for that future first
     */
    CompletableFuture<CommitResult> commit();

    /**
     * Aborts the open transaction. The future completes when the decision is durable. Without effect if none was begun since the
     * last abort, or since a commit that had nothing to write.
     *
     * <p>What is committed stays so: after a commit that succeeded, and before the next {@link #begin}, the future fails with an
     * {@link IllegalStateException}, whether or not the commit's future was looked at. After a commit that failed although it took
     * effect (its answer was lost) it fails with a {@link org.apache.kafka.common.errors.ProducerFencedException}: open the id
     * anew. So call it before the commit, or after the commit's future has failed.
     *
     * <p>If the future fails for another reason the transaction is still open; call it again, or give the writer up.
     *
     * @throws IllegalStateException if the transaction's end is under way: wait for that future first
     */
    CompletableFuture<@Nullable Void> abort();

    /** Gives the writer up without waiting; an open transaction stays until its timeout or the id's next owner ends it. */
    @Override
    void close();
}
