package io.streamwright.log.embedded;

import io.streamwright.log.CommitResult;
import io.streamwright.log.GroupMembership;
import io.streamwright.log.TransactionalWriter;
import io.streamwright.log.embedded.execution.AddOffsets;
import io.streamwright.log.embedded.execution.AppendBatch;
import io.streamwright.log.embedded.execution.EndTransaction;
import io.streamwright.log.embedded.execution.LogRequest;
import io.streamwright.log.embedded.execution.RequestSequence;
import io.streamwright.log.embedded.execution.WriterTransaction;
import io.streamwright.log.embedded.group.GroupMember;
import io.streamwright.log.embedded.protocol.ProducerIdentity;
import io.streamwright.log.embedded.protocol.TransactionEnd;
import io.streamwright.log.embedded.read.PartitionView;
import io.streamwright.loop.Owner;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.OffsetMetadataTooLarge;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Writes transactions to the embedded log: collects records into batches and sends these to the loop.
 *
 * <p>Owner: the thread that has the open transaction; another one may begin the next. What the loop has to tell it
 * arrives in futures and in the transaction that both share, and is looked at with the next call.
 */
final class EmbeddedWriter implements TransactionalWriter {
    /** What a broker allows. */
    private static final int MAX_METADATA_LENGTH = 4096;

    private final EmbeddedLog log;
    private final String transactionalId;
    private final Map<TopicPartition, PartitionBuffer> buffers = new HashMap<>();
    private final OpenTransactionWork work = new OpenTransactionWork();
    private ProducerIdentity producer;
    /** Whoever has the open transaction; between transactions there is none. */
    private Owner owner;

    private @Nullable PartitionBuffer lastUsed;
    /** Null if no transaction is open; kept until its end is known. */
    private @Nullable WriterTransaction transaction;
    /** The reply to the last request to end the transaction; null if there was none or it was looked at. */
    private @Nullable CompletableFuture<EndTransaction.Reply> ending;

    /** Whether the last transaction was committed and none was begun since. */
    private boolean committed;

    private boolean closed;

    EmbeddedWriter(EmbeddedLog log, String transactionalId, ProducerIdentity producer) {
        this.log = log;
        this.transactionalId = transactionalId;
        this.producer = producer;
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
        transaction = new WriterTransaction(transactionalId, producer);
        committed = false;
        work.reset();
        buffers.values().forEach(PartitionBuffer::reset);
    }

    /** Takes note of the end of the last transaction. */
    private void settle() {
        CompletableFuture<EndTransaction.Reply> reply = ending;
        if (transaction == null || (reply != null && reply.isDone())) {
            owner = nobody();
        }
        owner.check();
        if (closed) {
            throw new IllegalStateException("writer " + transactionalId + " is closed");
        }
        if (reply == null) {
            return;
        }
        if (!reply.isDone()) {
            throw new IllegalStateException(
                    "the transaction of " + transactionalId + " is still being ended: wait for its future");
        }
        ending = null;
        if (!reply.isCompletedExceptionally()) {
            EndTransaction.Reply ended = reply.join();
            producer = ended.next();
            committed = ended.end() == TransactionEnd.COMMIT;
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
        WriterTransaction open = writable();
        if (timestamp < 0) {
            throw new IllegalArgumentException(
                    "negative timestamp " + timestamp + " of a record for partition " + partition);
        }
        PartitionBuffer buffer = bufferOf(partition);
        long bytes = buffer.checkedSize(key, value, headers);
        if (buffer.isFullFor(bytes)) {
            work.add(new AppendBatch(open, buffer.key(), buffer.seal(open.producer())));
            send(open);
        }
        buffer.add(timestamp, key, value, headers);
    }

    /** Returns the open transaction if it can still be committed. */
    private WriterTransaction writable() {
        if (ending != null) {
            settle();
        }
        owner.check();
        WriterTransaction open = transaction;
        if (open == null) {
            throw new IllegalStateException("no transaction of " + transactionalId + " is open: begin one first");
        }
        KafkaException failure = open.failure();
        if (failure != null) {
            throw failure;
        }
        if (work.endRequested) {
            throw new IllegalStateException(
                    "the end of the transaction of " + transactionalId + " was tried: commit again, or abort it");
        }
        return open;
    }

    private PartitionBuffer bufferOf(TopicPartition partition) {
        PartitionBuffer last = lastUsed;
        if (last != null && last.partition().equals(partition)) {
            return last;
        }
        PartitionBuffer buffer = buffers.get(partition);
        if (buffer == null) {
            PartitionView view = log.topics().view(partition);
            RecordLimit limit = log.topics()
                    .describe(partition.topic())
                    .map(RecordLimit::of)
                    .orElseThrow();
            buffer = new PartitionBuffer(partition, view.key(), limit);
            buffers.put(partition, buffer);
        }
        lastUsed = buffer;
        return buffer;
    }

    @Override
    public void addOffsets(Map<TopicPartition, OffsetAndMetadata> offsets, GroupMembership membership) {
        WriterTransaction open = writable();
        try {
            addOffsets(open, offsets, membership);
        } catch (RuntimeException failure) {
            open.failUnsent(failure);
            throw failure;
        }
    }

    private void addOffsets(
            WriterTransaction open, Map<TopicPartition, OffsetAndMetadata> offsets, GroupMembership membership) {
        offsets.forEach((partition, offset) -> {
            if (offset.metadata().length() > MAX_METADATA_LENGTH) {
                throw new OffsetMetadataTooLarge("metadata of the offset of partition " + partition + " has "
                        + offset.metadata().length() + " characters, the log allows " + MAX_METADATA_LENGTH);
            }
        });
        GroupMember member = new GroupMember(membership.memberId(), membership.generation());
        int sequence = work.nextSequenceOf(membership.groupId());
        work.add(new AddOffsets(open, membership.groupId(), member, sequence, offsets));
    }

    @Override
    public CompletableFuture<CommitResult> commit() {
        settle();
        WriterTransaction open = transaction;
        if (open == null) {
            throw new IllegalStateException("no transaction of " + transactionalId + " is open: begin one first");
        }
        KafkaException failure = open.failure();
        if (failure != null) {
            return CompletableFuture.failedFuture(failure);
        }
        if (!work.endRequested) {
            sealAll(open);
        }
        if (work.isNothing()) {
            transaction = null;
            return CompletableFuture.completedFuture(CommitResult.NOTHING_WRITTEN);
        }
        return end(open, TransactionEnd.COMMIT, EndTransaction.Reply::result);
    }

    private void sealAll(WriterTransaction open) {
        for (PartitionBuffer buffer : buffers.values()) {
            if (!buffer.isEmpty()) {
                work.add(new AppendBatch(open, buffer.key(), buffer.seal(open.producer())));
            }
        }
    }

    @Override
    public CompletableFuture<@Nullable Void> abort() {
        settle();
        WriterTransaction open = transaction;
        if (open == null) {
            if (committed) {
                return CompletableFuture.failedFuture(new IllegalStateException("the transaction of " + transactionalId
                        + " was committed and cannot be aborted any more: begin the next one"));
            }
            return CompletableFuture.completedFuture(null);
        }
        work.dropUnsent();
        if (work.isNothing()) {
            transaction = null;
            return CompletableFuture.completedFuture(null);
        }
        return end(open, TransactionEnd.ABORT, reply -> null);
    }

    private <T extends @Nullable Object> CompletableFuture<T> end(
            WriterTransaction open, TransactionEnd how, Function<EndTransaction.Reply, T> result) {
        CompletableFuture<EndTransaction.Reply> reply = new CompletableFuture<>();
        work.endRequested = true;
        work.add(new EndTransaction(open, how, reply));
        ending = reply;
        try {
            send(open);
        } catch (RuntimeException failure) {
            // Nothing is under way: what was asked for can be seen to have failed, and the transaction can be aborted.
            reply.completeExceptionally(failure);
        }
        CompletableFuture<T> shown = new CompletableFuture<>();
        // Not thenApply: it would wrap the failure, and those who wait look for the log's own exception.
        var unused = reply.whenComplete((value, failure) -> {
            if (failure == null) {
                shown.complete(result.apply(value));
            } else {
                shown.completeExceptionally(failure);
            }
        });
        return shown;
    }

    private void send(WriterTransaction open) {
        try {
            log.post(new RequestSequence(work.takeUnsent()));
        } catch (RuntimeException | Error failure) {
            open.failUnsent(failure);
            throw failure;
        }
    }

    @Override
    public void close() {
        closed = true;
        buffers.clear();
        work.dropUnsent();
    }

    /** What the open transaction consists of so far. Owner: the writer. */
    private static final class OpenTransactionWork {
        private final Map<String, Integer> offsetSequences = new HashMap<>();
        private List<LogRequest> unsent = new ArrayList<>();
        private boolean anythingSent;
        private boolean endRequested;

        void reset() {
            offsetSequences.clear();
            unsent.clear();
            anythingSent = false;
            endRequested = false;
        }

        int nextSequenceOf(String groupId) {
            return offsetSequences.merge(groupId, 1, Integer::sum) - 1;
        }

        void add(LogRequest request) {
            unsent.add(request);
        }

        void dropUnsent() {
            unsent.clear();
        }

        List<LogRequest> takeUnsent() {
            List<LogRequest> taken = unsent;
            unsent = new ArrayList<>();
            anythingSent = true;
            return taken;
        }

        /** Whether the log knows nothing of the transaction, and need not. */
        boolean isNothing() {
            return !anythingSent && unsent.isEmpty();
        }
    }
}
