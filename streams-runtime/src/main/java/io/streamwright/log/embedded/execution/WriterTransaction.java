package io.streamwright.log.embedded.execution;

import io.streamwright.log.CommitResult;
import io.streamwright.log.embedded.protocol.ProducerIdentity;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TransactionAbortableException;
import org.jspecify.annotations.Nullable;

/**
 * One transaction as its writer and the log's loop share it.
 *
 * <p>Thread-safe: the first failure is one atomic reference, set and read by both; the offsets are the loop's alone.
 */
public final class WriterTransaction {
    private final String transactionalId;
    private final ProducerIdentity producer;
    private final Map<TopicPartition, Long> nextOffsets = new HashMap<>();
    private final AtomicReference<@Nullable KafkaException> failure = new AtomicReference<>();

    /**
     * Makes a transaction without records.
     *
     * @param transactionalId names it in messages
     * @param producer the identity that all its data carries
     */
    public WriterTransaction(String transactionalId, ProducerIdentity producer) {
        this.transactionalId = transactionalId;
        this.producer = producer;
    }

    public String transactionalId() {
        return transactionalId;
    }

    public ProducerIdentity producer() {
        return producer;
    }

    /** Returns why the transaction cannot be committed; null if nothing is known against it. */
    public @Nullable KafkaException failure() {
        return failure.get();
    }

    /** Notes that something of the transaction is not in the log. Of several failures the first counts. Loop only. */
    void fail(KafkaException cause) {
        // Trying again cannot help any more: later parts were sent and refused since. Abort and write it all anew.
        failure.compareAndSet(null, cause instanceof RetriableException ? incomplete(cause) : cause);
    }

    /** Notes that something of the transaction may not have reached the log. Of several failures the first counts. Writer only. */
    public void failUnsent(Throwable cause) {
        failure.compareAndSet(null, incomplete(cause));
    }

    private TransactionAbortableException incomplete(Throwable cause) {
        return new TransactionAbortableException(
                "a part of the transaction of " + transactionalId + " was not written: " + cause.getMessage()
                        + ": abort it, then write it anew",
                cause);
    }

    /** Notes that the transaction has records in a partition up to an offset. Loop only. */
    void wrote(TopicPartition partition, long nextOffset) {
        nextOffsets.put(partition, nextOffset);
    }

    CommitResult result() {
        return nextOffsets.isEmpty() ? CommitResult.NOTHING_WRITTEN : new CommitResult(nextOffsets);
    }
}
