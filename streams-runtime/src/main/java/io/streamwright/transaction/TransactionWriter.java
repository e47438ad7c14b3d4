package io.streamwright.transaction;

import io.streamwright.log.CommitResult;
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
    private final TransactionResources resources;
    private @Nullable TransactionalWriter writer;

    TransactionWriter(TransactionResources resources) {
        this.resources = resources;
    }

    /** Opens the id unless it is open, and returns whether it was not; throws what the log throws. */
    boolean open() {
        if (writer != null) {
            return false;
        }
        writer = resources.log().openWriter(resources.writer());
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
            current().addOffsets(offsets, resources.membership());
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
