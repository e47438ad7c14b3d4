package io.streamwright.transaction;

import io.streamwright.errors.ErrorCategory;
import io.streamwright.errors.ErrorClassifier;
import io.streamwright.errors.TransactionErrorContext;
import io.streamwright.errors.TransactionErrorResponse;
import io.streamwright.errors.TransactionErrorResponse.Action;
import io.streamwright.processor.TaskId;
import io.streamwright.store.committed.StoreInvariantException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Decides what a failed call of the log means for the transaction: the one place where a category becomes an action (KIP-1050).
 *
 * <p>Owner: the transaction. It counts failures in a row, so that an error that comes back unchanged ends as what retrying
 * cannot help.
 */
final class RecoveryPolicy {
    private static final long NEVER = Long.MIN_VALUE;

    private final TaskId task;
    private final String transactionalId;
    private final ErrorRules rules;
    private final Map<ErrorCategory, Integer> failuresInARow = new EnumMap<>(ErrorCategory.class);
    private int anyFailuresInARow;
    private long retryingSinceMs = NEVER;

    RecoveryPolicy(TaskId task, String transactionalId, ErrorRules rules) {
        this.task = task;
        this.transactionalId = transactionalId;
        this.rules = rules;
    }

    /**
     * Decides about a failure.
     *
     * @param error what the call threw, or its future
     * @param call which call
     * @param offsets where the transaction began, by input
     * @param nowMs a clock that never goes back
     */
    Recovery decide(Throwable error, LogCall call, Map<TopicPartition, Long> offsets, long nowMs) {
        anyFailuresInARow++;
        ErrorCategory category;
        try {
            category = categoryOf(error, call, nowMs);
        } catch (IllegalStateException wrongAnswer) {
            return stop(wrongAnswer, error, ErrorCategory.INVALID_CONFIGURATION, 1, nowMs);
        }
        int attempt = failuresInARow.merge(category, 1, Integer::sum);
        if (error instanceof StoreInvariantException) {
            return stop(Action.SHUTDOWN_CLIENT, error, category, attempt, "", nowMs);
        }
        TransactionErrorContext context =
                new TransactionErrorContext(task, category, call.api(), attempt, offsets, error);
        TransactionErrorResponse response;
        try {
            response = answer(context);
        } catch (IllegalStateException wrongAnswer) {
            return stop(wrongAnswer, error, category, attempt, nowMs);
        }
        return switch (response.action()) {
            case RETRY ->
                new Recovery(
                        category,
                        call.isRepeatable() ? Action.RETRY : Action.ABORT_AND_REWIND,
                        after(response, nowMs),
                        response.backoff().isPresent(),
                        null);
            case ABORT_AND_REWIND, REINITIALIZE ->
                new Recovery(
                        category,
                        response.action(),
                        after(response, nowMs),
                        response.backoff().isPresent(),
                        null);
            case SHUTDOWN_CLIENT, SHUTDOWN_APPLICATION -> stop(response.action(), error, category, attempt, "", nowMs);
        };
    }

    /** What could be retried, and was for too long, counts as what a new producer may heal. */
    private ErrorCategory categoryOf(Throwable error, LogCall call, long nowMs) {
        ErrorClassifier classifier = call == LogCall.ABORT ? rules.classifier().whileAborting() : rules.classifier();
        ErrorCategory category = classify(error, call, classifier);
        boolean isRetriable =
                category == ErrorCategory.PRODUCER_RETRIABLE || category == ErrorCategory.PRODUCER_REFRESH_RETRIABLE;
        if (!isRetriable) {
            return category;
        }
        if (retryingSinceMs == NEVER) {
            retryingSinceMs = nowMs;
        }
        if (nowMs - retryingSinceMs < rules.taskTimeoutMs()) {
            return category;
        }
        retryingSinceMs = nowMs;
        return ErrorCategory.APPLICATION_RECOVERABLE;
    }

    /**
     * Asks the classifier.
     *
     * @throws IllegalStateException if it has no answer; nothing but this comes of it, so that no failed call is left undecided
     */
    private ErrorCategory classify(Throwable error, LogCall call, ErrorClassifier classifier) {
        String name = rules.classifier().getClass().getName();
        @Nullable ErrorCategory category;
        try {
            category = classifier.classify(error, call.api());
        } catch (RuntimeException | StackOverflowError | LinkageError | AssertionError e) {
            throw new IllegalStateException("the transaction.error.classifier " + name + " failed itself: " + e, e);
        }
        if (category == null) {
            throw new IllegalStateException("the transaction.error.classifier " + name + " answered null");
        }
        return category;
    }

    /**
     * Asks the handler.
     *
     * @throws IllegalStateException if it has no answer, or none that is legal; the message says what would be. Nothing but this
     *     comes of it
     */
    private TransactionErrorResponse answer(TransactionErrorContext context) {
        String name = rules.handler().getClass().getName();
        @Nullable TransactionErrorResponse response;
        try {
            response = rules.handler().handle(context);
        } catch (RuntimeException | StackOverflowError | LinkageError | AssertionError e) {
            throw new IllegalStateException("the transaction.error.handler " + name + " failed itself: " + e, e);
        }
        if (response == null || !response.isLegalFor(context.category())) {
            throw new IllegalStateException("the transaction.error.handler " + name + " answered " + response
                    + " to an error of category " + context.category() + "; legal are "
                    + Action.legalFor(context.category()));
        }
        return response;
    }

    private long after(TransactionErrorResponse response, long nowMs) {
        long waitMs = response.backoff().map(Duration::toMillis).orElseGet(this::backoffMs);
        return nowMs + waitMs;
    }

    /** Returns how long to wait before the next try, in milliseconds: doubled with each failure, up to a second. */
    long backoffMs() {
        return rules.backoffMs(anyFailuresInARow);
    }

    /** Stops because the program has no answer to an error, or a wrong one. */
    private Recovery stop(
            IllegalStateException wrongAnswer, Throwable error, ErrorCategory category, int attempt, long nowMs) {
        error.addSuppressed(wrongAnswer);
        return stop(Action.SHUTDOWN_CLIENT, error, category, attempt, "; " + wrongAnswer.getMessage(), nowMs);
    }

    private Recovery stop(
            Action action, Throwable error, ErrorCategory category, int attempt, String more, long nowMs) {
        String tries = attempt > 1
                ? "; it came back " + attempt + " times without a commit in between, so trying again cannot help"
                : "";
        String message = "transaction " + transactionalId + " failed with category " + category + ": " + error + tries
                + Remedy.of(error, transactionalId) + more;
        return new Recovery(
                category,
                action,
                nowMs + backoffMs(),
                false,
                new TransactionFailedException(message, category, action == Action.SHUTDOWN_APPLICATION, error));
    }

    /** Less will be done next time: the failures before do not count against it. */
    void narrowed() {
        failuresInARow.clear();
        anyFailuresInARow = 0;
    }

    /** Something was committed: what failed before is overcome. */
    void progressed() {
        failuresInARow.clear();
        anyFailuresInARow = 0;
        retryingSinceMs = NEVER;
    }
}
