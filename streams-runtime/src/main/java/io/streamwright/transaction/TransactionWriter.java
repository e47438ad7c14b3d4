package io.streamwright.transaction;

import io.streamwright.log.CommitResult;
import io.streamwright.log.GroupMembership;
import io.streamwright.log.TransactionalWriter;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * The producer of a task: opens its transactional id, and says of each call that fails which one it was.
 *
 * <p>Owner: the transaction.
 */
final class TransactionWriter {
    private static final int NEVER = -1;

    private final TransactionResources resources;
    private @Nullable TransactionalWriter writer;
    /** In which generation of the group it last wrote or opened; negative before the first time. */
    private int usedGeneration = NEVER;

    TransactionWriter(TransactionResources resources) {
        this.resources = resources;
    }

    /**
     * Opens the id unless it is open, and returns whether it was not; throws what the log throws. Whoever was fenced may have been
     * fenced by the task's new owner, so the group is asked first.
     */
    boolean open() {
        if (writer != null) {
            return false;
        }
        GroupMembership membership = resources.membership();
        if (usedGeneration != NEVER) {
            membership.confirm(usedGeneration);
        }
        int generation = membership.generation();
        writer = resources.log().openWriter(resources.writer());
        usedGeneration = generation;
        return true;
    }

    /** Returns what the group has committed of some partitions; throws what the log throws. */
    Map<TopicPartition, OffsetAndMetadata> committedOffsets(Set<TopicPartition> partitions) {
        return resources.log().topics().committedOffsets(resources.membership().groupId(), partitions);
    }

    void begin() {
        try {
            current().begin();
        } catch (RuntimeException e) {
            throw new LogCallFailedException(LogCall.BEGIN, e);
        }
    }

    void append(
            TopicPartition partition,
            long timestamp,
            byte @Nullable [] key,
            byte @Nullable [] value,
            Header[] headers) {
        try {
            current().append(partition, timestamp, key, value, headers);
        } catch (RuntimeException e) {
            throw new LogCallFailedException(LogCall.APPEND, e);
        }
    }

    void addOffsets(Map<TopicPartition, OffsetAndMetadata> offsets) {
        try {
            GroupMembership membership = resources.membership();
            usedGeneration = membership.generation();
            current().addOffsets(offsets, membership);
        } catch (RuntimeException e) {
            throw new LogCallFailedException(LogCall.ADD_OFFSETS, e);
        }
    }

    /** A call that fails at once fails the future, like one that fails later. */
    CompletableFuture<CommitResult> commit() {
        try {
            return current().commit();
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** A call that fails at once fails the future, like one that fails later. */
    CompletableFuture<@Nullable Void> abort() {
        try {
            return current().abort();
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Gives the producer up without waiting. */
    void giveUp() {
        TransactionalWriter old = writer;
        writer = null;
        if (old != null) {
            old.close();
        }
    }

    private TransactionalWriter current() {
        TransactionalWriter current = writer;
        if (current == null) {
            throw new IllegalStateException("transaction " + resources.writer().transactionalId() + " is not open");
        }
        return current;
    }
}
