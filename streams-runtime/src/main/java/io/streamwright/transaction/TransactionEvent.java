package io.streamwright.transaction;

import io.streamwright.log.CommitResult;
import org.jspecify.annotations.Nullable;

/** An answer of the log, on its way to the worker that owns the transaction. Immutable. */
public sealed interface TransactionEvent {

    /** Number of the call that is answered, so that a late answer is not taken for another one's. */
    long call();

    /**
     * The answer to a commit.
     *
     * @param call number of the call
     * @param result what was written; null if it failed
     * @param error why it failed; null if it succeeded
     */
    record CommitAnswered(
            long call,
            @Nullable CommitResult result,
            @Nullable Throwable error) implements TransactionEvent {}

    /**
     * The answer to an abort.
     *
     * @param call number of the call
     * @param error why it failed; null if it succeeded
     */
    record AbortAnswered(long call, @Nullable Throwable error) implements TransactionEvent {}
}
