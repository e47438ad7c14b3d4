package io.streamwright.log.kafka;

import io.streamwright.log.CommitResult;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TransactionAbortedException;
import org.jspecify.annotations.Nullable;

/**
 * One transaction as its writer sees it: what was sent of it and how that went.
 *
 * <p>Owner: the writer; {@link #acknowledge}, {@link #fail} and {@link #outcomeIsUnknown} are called from the producer's thread and
 * from those that make its blocking calls, and touch concurrent fields only.
 */
final class OpenTransaction {
    private final Map<TopicPartition, Long> nextOffsets = new ConcurrentHashMap<>();
    private final AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
    // Volatile: set where the commit is made, read by the owner.
    private volatile boolean outcomeUnknown;
    private @Nullable Long startNanos;
    private boolean endRequested;
    /** Ends when all blocking calls that were asked for so far have been made. */
    private CompletableFuture<?> calls = CompletableFuture.completedFuture(null);

    boolean isBegun() {
        return startNanos != null;
    }

    /** Takes note that the producer has begun it. */
    void begun(long nowNanos) {
        startNanos = nowNanos;
    }

    /** Returns whether the log may have ended it by now. */
    boolean isOlderThan(long nanos, long nowNanos) {
        return startNanos != null && nowNanos - startNanos > nanos;
    }

    /** Takes the answer to a record that was sent. */
    void acknowledge(TopicPartition partition, long offset) {
        nextOffsets.merge(partition, offset + 1, Math::max);
    }

    /**
     * Says why it cannot commit; the first reason stays, unless it is only that other records were wrong. That records were dropped by
     * its own abort is none.
     */
    void fail(RuntimeException reason) {
        if (!(reason instanceof TransactionAbortedException)) {
            failure.accumulateAndGet(
                    reason, (first, next) -> first == null || first.getClass() == KafkaException.class ? next : first);
        }
    }

    @Nullable
    RuntimeException failure() {
        return failure.get();
    }

    void markOutcomeUnknown() {
        outcomeUnknown = true;
    }

    boolean outcomeIsUnknown() {
        return outcomeUnknown;
    }

    void requestEnd() {
        endRequested = true;
    }

    boolean isEndRequested() {
        return endRequested;
    }

    CompletableFuture<?> calls() {
        return calls;
    }

    void calls(CompletableFuture<?> withLast) {
        calls = withLast;
    }

    CommitResult result() {
        return new CommitResult(nextOffsets);
    }
}
