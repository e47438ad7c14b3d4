package io.streamwright.log.kafka;

import io.streamwright.log.CommitResult;
import io.streamwright.log.GroupMembership;
import io.streamwright.log.TransactionalWriter;
import io.streamwright.log.WriterOptions;
import io.streamwright.loop.Clock;
import io.streamwright.loop.Owner;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TransactionAbortableException;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Writes transactions with a producer of its own.
 *
 * <p>Calls of the producer that wait for an answer are made on other threads, one after the other. The producer begins a transaction
 * with the first record or offset: before that there is nothing to end.
 *
 * <p>Brokers answer a transaction that has outlived its timeout in three ways, one of which ends the producer. So its age is measured
 * here, from before its first record, and a transaction that is too old is not sent to be committed.
 *
 * <p>Owner: the thread that has the open transaction; another one may begin the next.
 */
final class KafkaWriter implements TransactionalWriter {
    private final Producer<byte[], byte[]> producer;
    private final Duration transactionTimeout;
    private final RecordLimits limits;
    private final OffsetLimits offsetLimits;
    private final Executor blockingCalls;
    private final TransactionEnds ends;
    private final Clock clock;
    private final String transactionalId;
    private Owner owner;
    private @Nullable OpenTransaction transaction;
    /** Whether the end that is under way is a commit; null if none is or it was looked at. */
    private @Nullable Ending ending;

    private boolean committed;
    // Volatile: closing the log closes it from another thread.
    private volatile boolean closed;

    /**
     * Makes a writer.
     *
     * @param producer opened, becomes the writer's own
     * @param limits what its records are held against
     * @param offsetLimits what its offsets are held against
     * @param blockingCalls runs each call on a thread of its own
     */
    KafkaWriter(
            Producer<byte[], byte[]> producer,
            WriterOptions options,
            RecordLimits limits,
            OffsetLimits offsetLimits,
            Executor blockingCalls,
            TransactionEnds ends,
            Clock clock) {
        this.producer = producer;
        this.transactionalId = options.transactionalId();
        this.transactionTimeout = options.transactionTimeout();
        this.limits = limits;
        this.offsetLimits = offsetLimits;
        this.blockingCalls = blockingCalls;
        this.ends = ends;
        this.clock = clock;
        this.owner = nobody();
    }

    private Owner nobody() {
        return new Owner("transaction of writer " + transactionalId);
    }

    @Override
    public String transactionalId() {
        return transactionalId;
    }

    @Override
    public void begin() {
        settle();
        if (transaction != null) {
            throw new IllegalStateException(
                    "a transaction of " + transactionalId + " is open: commit or abort it first");
        }
        transaction = new OpenTransaction();
        committed = false;
    }

    /** Takes note of the end of the last transaction. */
    private void settle() {
        Ending last = ending;
        if (transaction == null || (last != null && last.reply().isDone())) {
            owner = nobody();
        }
        owner.check();
        if (closed) {
            throw new IllegalStateException("writer " + transactionalId + " is closed");
        }
        if (last == null) {
            return;
        }
        if (!last.reply().isDone()) {
            throw new IllegalStateException(
                    "the transaction of " + transactionalId + " is still being ended: wait for its future");
        }
        ending = null;
        if (!last.reply().isCompletedExceptionally()) {
            committed = last.isCommit();
            transaction = null;
        }
    }

    @Override
    public void append(
            TopicPartition partition,
            long timestamp,
            byte @Nullable [] key,
            byte @Nullable [] value,
            Header[] headers) {
        OpenTransaction open = writable();
        if (timestamp < 0) {
            throw new IllegalArgumentException(
                    "negative timestamp " + timestamp + " of a record for partition " + partition);
        }
        limits.check(open, partition, key, value, headers);
        try {
            start(open);
            var unused = producer.send(
                    new ProducerRecord<>(
                            partition.topic(), partition.partition(), timestamp, key, value, Arrays.asList(headers)),
                    (written, failure) -> {
                        if (failure == null) {
                            open.acknowledge(partition, written.offset());
                        } else {
                            refused(open, partition, failure);
                        }
                    });
        } catch (RuntimeException failure) {
            refused(open, partition, failure);
        }
        throwFailureOf(open);
    }

    private void refused(OpenTransaction open, TopicPartition partition, Exception failure) {
        if (failure instanceof RecordTooLargeException || failure instanceof RecordBatchTooLargeException) {
            limits.forget(partition.topic());
        }
        open.fail(KafkaFailures.ofRecords("a batch of " + transactionalId + " for partition " + partition, failure));
    }

    private void start(OpenTransaction open) {
        if (!open.isBegun()) {
            producer.beginTransaction();
            open.begun(clock.nanoTime());
        }
    }

    private static void throwFailureOf(OpenTransaction open) {
        RuntimeException failure = open.failure();
        if (failure != null) {
            throw failure;
        }
    }

    /** Returns the open transaction if it can still be committed. */
    private OpenTransaction writable() {
        OpenTransaction open = current();
        failIfTooOld(open);
        throwFailureOf(open);
        if (open.isEndRequested()) {
            throw new IllegalStateException(
                    "the end of the transaction of " + transactionalId + " was tried: commit again, or abort it");
        }
        return open;
    }

    private OpenTransaction current() {
        if (ending != null || closed) {
            settle();
        }
        owner.check();
        OpenTransaction open = transaction;
        if (open == null) {
            throw new IllegalStateException("no transaction of " + transactionalId + " is open: begin one first");
        }
        return open;
    }

    private void failIfTooOld(OpenTransaction open) {
        if (!open.isEndRequested() && open.isOlderThan(transactionTimeout.toNanos(), clock.nanoTime())) {
            open.fail(new TransactionAbortableException("transaction of " + transactionalId
                    + " was open for longer than its timeout of " + transactionTimeout.toMillis()
                    + " ms, after which the broker aborts it: abort it here too, then write it anew; commit more often or"
                    + " raise the transaction timeout if that happens again"));
        }
    }

    @Override
    public void addOffsets(Map<TopicPartition, OffsetAndMetadata> offsets, GroupMembership membership) {
        OpenTransaction open = writable();
        ConsumerGroupMetadata member = KafkaMembership.metadataOf(membership);
        Map<TopicPartition, OffsetAndMetadata> added = new HashMap<>(offsets);
        try {
            offsetLimits.check(added);
            start(open);
        } catch (RuntimeException failure) {
            open.fail(KafkaFailures.of(failure));
            throwFailureOf(open);
        }
        open.calls(open.calls().thenRunAsync(() -> sendOffsets(open, added, member), blockingCalls));
    }

    private void sendOffsets(
            OpenTransaction open, Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata member) {
        try {
            while (open.failure() == null) {
                try {
                    producer.sendOffsetsToTransaction(offsets, member);
                    return;
                } catch (TimeoutException noAnswerYet) {
                    // The producer wants the same call again; a transaction that has become too old ends this.
                    failIfTooOld(open);
                }
            }
        } catch (RuntimeException failure) {
            open.fail(KafkaFailures.ofRecords("offsets of group " + member.groupId(), failure));
        }
    }

    @Override
    public CompletableFuture<CommitResult> commit() {
        settle();
        OpenTransaction open = current();
        failIfTooOld(open);
        RuntimeException failure = open.failure();
        if (failure != null) {
            return CompletableFuture.failedFuture(failure);
        }
        if (!open.isBegun()) {
            transaction = null;
            return CompletableFuture.completedFuture(CommitResult.NOTHING_WRITTEN);
        }
        return end(open, true, () -> commit(open));
    }

    private CommitResult commit(OpenTransaction open) {
        throwFailureOf(open);
        try {
            producer.commitTransaction();
        } catch (TimeoutException | InterruptException noAnswer) {
            open.markOutcomeUnknown();
            throw noAnswer;
        } catch (RuntimeException failure) {
            throwFailureOf(open); // what went wrong with its records says more
            throw KafkaFailures.of(failure);
        }
        ends.awaitVisible(transactionalId);
        return open.result();
    }

    @Override
    public CompletableFuture<@Nullable Void> abort() {
        settle();
        OpenTransaction open = transaction;
        if (open == null) {
            if (committed) {
                return CompletableFuture.failedFuture(new IllegalStateException("the transaction of " + transactionalId
                        + " was committed and cannot be aborted any more: begin the next one"));
            }
            return CompletableFuture.completedFuture(null);
        }
        if (!open.isBegun()) {
            transaction = null;
            return CompletableFuture.completedFuture(null);
        }
        if (open.outcomeIsUnknown()) {
            return CompletableFuture.failedFuture(new ProducerFencedException("whether the transaction of "
                    + transactionalId + " is committed is not known: open the id anew, which decides it"));
        }
        return end(open, false, this::abortWithProducer);
    }

    private @Nullable Void abortWithProducer() {
        try {
            producer.abortTransaction();
        } catch (RuntimeException failure) {
            throw KafkaFailures.ofAbort(transactionalId, failure);
        }
        ends.awaitVisible(transactionalId);
        return null;
    }

    private <T extends @Nullable Object> CompletableFuture<T> end(
            OpenTransaction open, boolean isCommit, Supplier<T> call) {
        open.requestEnd();
        CompletableFuture<T> reply = new CompletableFuture<>();
        ending = new Ending(isCommit, reply);
        CompletableFuture<T> shown = new CompletableFuture<>();
        // The reply is there before anybody hears of it: who hears may begin the next transaction at once.
        Runnable made = () -> {
            try {
                T result = call.get();
                reply.complete(result);
                shown.complete(result);
            } catch (RuntimeException failure) {
                reply.completeExceptionally(failure);
                shown.completeExceptionally(failure);
            }
        };
        open.calls(open.calls().thenRunAsync(made, blockingCalls).whenComplete((done, notMade) -> {
            if (notMade != null) { // the log is closed: nothing was sent
                RuntimeException failure = KafkaFailures.of(notMade);
                reply.completeExceptionally(failure);
                shown.completeExceptionally(failure);
            }
        }));
        return shown;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            producer.close(Duration.ZERO);
        }
    }

    /**
     * An end that was asked for. Immutable.
     *
     * @param isCommit or an abort
     * @param reply done when it is decided and visible, or has failed
     */
    private record Ending(boolean isCommit, CompletableFuture<?> reply) {}
}
