package io.streamwright.testing;

import io.streamwright.log.CommitResult;
import io.streamwright.log.GroupMembership;
import io.streamwright.log.TransactionalWriter;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TransactionAbortableException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * A writer whose calls may be struck by faults; it then keeps the contract of {@link TransactionalWriter} as if the log had failed.
 *
 * <p>What the log below knows nothing of is kept here: why the open transaction cannot commit, and how its end was tried. All other
 * state is the log's.
 *
 * <p>Owner: the thread that has the open transaction, as the writer below checks.
 */
final class FaultyWriter implements TransactionalWriter {
    private final TransactionalWriter writer;
    private final Faults faults;
    /** Faults that ask for a record which the open transaction has. */
    private final Set<Fault> byRecord = new HashSet<>();

    private Standing standing = Standing.AS_THE_LOG_SAYS;
    /** Why only an abort helps; null if nothing is known against the transaction here. */
    private @Nullable KafkaException failure;
    /** The last end asked for; null if there was none or it was looked at. */
    private @Nullable Ending ending;

    FaultyWriter(TransactionalWriter writer, Faults faults) {
        this.writer = writer;
        this.faults = faults;
    }

    /** How the end of the transaction was tried in vain. */
    private enum Standing {
        /** No fault struck its end. */
        AS_THE_LOG_SAYS,
        /** A commit did not reach the log. Left by a commit or an abort that succeeds. */
        COMMIT_TRIED,
        /** An abort failed. Left by an abort that succeeds. */
        ABORT_TRIED,
        /** A commit took effect and nobody was told. Never left: the id has to be opened anew. */
        COMMITTED_UNSEEN
    }

    @Override
    public String transactionalId() {
        return writer.transactionalId();
    }

    @Override
    public void begin() {
        settle();
        if (failure != null || standing != Standing.AS_THE_LOG_SAYS) {
            throw new IllegalStateException(
                    "a transaction of " + transactionalId() + " is open: commit or abort it first");
        }
        MadeCall call = MadeCall.ofWriter(LogCall.BEGIN, transactionalId());
        faults.before(call);
        writer.begin();
        byRecord.clear();
        failingIfStruck(() -> faults.after(call));
    }

    /** Takes note of what a fault did to the last end asked for. */
    private void settle() {
        Ending last = ending;
        if (last == null) {
            return;
        }
        if (!last.shown.isDone()) {
            throw new IllegalStateException(
                    "the transaction of " + transactionalId() + " is still being ended: wait for its future");
        }
        ending = null;
        if (last.replyLost) {
            standing = last.call == LogCall.COMMIT ? Standing.COMMITTED_UNSEEN : Standing.ABORT_TRIED;
        } else if (!last.shown.isCompletedExceptionally()) {
            standing = Standing.AS_THE_LOG_SAYS;
            failure = null;
        }
    }

    @Override
    public void append(
            TopicPartition partition,
            long timestamp,
            byte @Nullable [] key,
            byte @Nullable [] value,
            Header[] headers) {
        checkWritable();
        if (faults.isEmpty()) {
            writer.append(partition, timestamp, key, value, headers);
            return;
        }
        Set<Fault> asking = asking(partition, timestamp, key, value, headers);
        MadeCall call = new MadeCall(LogCall.APPEND, transactionalId(), Set.of(partition.topic()), asking);
        try {
            faults.before(call);
        } catch (RecordTooLargeException | UnknownTopicOrPartitionException refused) {
            throw refused; // after which the transaction is as it was before
        } catch (RuntimeException struck) {
            failed(struck);
            throw struck;
        }
        writer.append(partition, timestamp, key, value, headers);
        byRecord.addAll(asking);
        failingIfStruck(() -> faults.after(call));
    }

    private void checkWritable() {
        settle();
        if (failure != null) {
            throw failure;
        }
        if (standing != Standing.AS_THE_LOG_SAYS) {
            throw new IllegalStateException(
                    "the end of the transaction of " + transactionalId() + " was tried: commit again, or abort it");
        }
    }

    private Set<Fault> asking(
            TopicPartition partition,
            long timestamp,
            byte @Nullable [] key,
            byte @Nullable [] value,
            Header[] headers) {
        if (!faults.hasRecordCondition() || timestamp < 0) {
            return Set.of();
        }
        return faults.about(
                transactionalId(),
                new ProducerRecord<>(
                        partition.topic(), partition.partition(), timestamp, key, value, new RecordHeaders(headers)));
    }

    /** Does something after whose failure only an abort helps. */
    private void failingIfStruck(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException struck) {
            failed(struck);
            throw struck;
        }
    }

    /** Notes why the transaction cannot commit, as the embedded log does; of several failures the first counts. */
    private void failed(RuntimeException struck) {
        if (failure == null) {
            failure = struck instanceof KafkaException known && !(struck instanceof RetriableException)
                    ? known
                    : incomplete(struck);
        }
    }

    private TransactionAbortableException incomplete(RuntimeException cause) {
        return new TransactionAbortableException(
                "a part of the transaction of " + transactionalId() + " was not written: " + cause.getMessage()
                        + ": abort it, then write it anew",
                cause);
    }

    @Override
    public void addOffsets(Map<TopicPartition, OffsetAndMetadata> offsets, GroupMembership membership) {
        checkWritable();
        MadeCall call = new MadeCall(
                LogCall.ADD_OFFSETS,
                transactionalId(),
                Set.copyOf(MadeCall.topicsOf(offsets.keySet())),
                Set.copyOf(byRecord));
        failingIfStruck(() -> faults.before(call));
        writer.addOffsets(offsets, membership);
        failingIfStruck(() -> faults.after(call));
    }

    @Override
    public CompletableFuture<CommitResult> commit() {
        settle();
        if (failure != null) {
            return CompletableFuture.failedFuture(failure);
        }
        if (standing == Standing.COMMITTED_UNSEEN) {
            return CompletableFuture.failedFuture(fenced());
        }
        MadeCall call = ending(LogCall.COMMIT);
        try {
            faults.before(call);
        } catch (RuntimeException struck) {
            standing = Standing.COMMIT_TRIED;
            return CompletableFuture.failedFuture(struck);
        }
        return end(call, writer::commit);
    }

    @Override
    public CompletableFuture<@Nullable Void> abort() {
        settle();
        if (standing == Standing.COMMITTED_UNSEEN) {
            return CompletableFuture.failedFuture(fenced());
        }
        MadeCall call = ending(LogCall.ABORT);
        try {
            faults.before(call);
        } catch (RuntimeException struck) {
            abortFailed(struck);
            return CompletableFuture.failedFuture(struck);
        }
        return end(call, writer::abort);
    }

    private MadeCall ending(LogCall call) {
        return new MadeCall(call, transactionalId(), Set.of(), byRecord);
    }

    /** Whose abort was tried, that cannot be committed any more. */
    private void abortFailed(RuntimeException struck) {
        standing = Standing.ABORT_TRIED;
        failed(struck);
    }

    private ProducerFencedException fenced() {
        return new ProducerFencedException("the transaction of " + transactionalId()
                + " was committed, and the answer was lost: open the transactional id anew");
    }

    private <T extends @Nullable Object> CompletableFuture<T> end(
            MadeCall call, Supplier<CompletableFuture<T>> request) {
        CompletableFuture<T> reply = request.get();
        CompletableFuture<T> shown = new CompletableFuture<>();
        Ending asked = new Ending(call.kind(), shown);
        ending = asked;
        var unused = reply.whenComplete((result, failed) -> {
            if (failed == null) {
                reply(call, asked, shown, result);
            } else {
                shown.completeExceptionally(failed);
            }
        });
        return shown;
    }

    private <T extends @Nullable Object> void reply(MadeCall call, Ending asked, CompletableFuture<T> shown, T result) {
        var unused = faults.afterReply(call).whenComplete((struck, broken) -> {
            if (broken != null) {
                shown.completeExceptionally(broken);
            } else if (struck.isPresent()) {
                asked.replyLost = true;
                shown.completeExceptionally(struck.get());
            } else {
                shown.complete(result);
            }
        });
    }

    @Override
    public void close() {
        faults.run(MadeCall.ofWriter(LogCall.CLOSE_WRITER, transactionalId()), writer::close);
    }

    /** An end that was asked for. */
    private static final class Ending {
        private final LogCall call;
        private final CompletableFuture<?> shown;
        // Volatile: set by a thread of the log before the future is completed, read by the owner after that.
        private volatile boolean replyLost;

        Ending(LogCall call, CompletableFuture<?> shown) {
            this.call = call;
            this.shown = shown;
        }
    }
}
