package io.streamwright.transaction;

import io.streamwright.errors.ErrorCategory;
import io.streamwright.errors.ErrorClassifier;
import io.streamwright.errors.TransactionApi;
import io.streamwright.store.committed.StoreInvariantException;
import org.apache.kafka.common.errors.RecordTooLargeException;

/**
 * Decides what a failed call of the log means for the transaction: the one place where a category becomes an action.
 *
 * <p>Owner: the transaction. It counts failures in a row, so that an error that comes back unchanged ends as what retrying
 * cannot help.
 */
final class RecoveryPolicy {
    /** Failures without a commit in between, after which the engine stops trying. */
    static final int MAX_FAILURES_IN_A_ROW = 10;

    private final ErrorClassifier classifier;
    private final long backoffMs;
    private int failuresInARow;

    RecoveryPolicy(ErrorClassifier classifier, long backoffMs) {
        this.classifier = classifier;
        this.backoffMs = backoffMs;
    }

    /** What the transaction does about a failure. */
    enum Action {
        /** Abort, go back to the last commit, go on with the same producer. */
        ABORT_AND_REWIND,
        /** Give the producer up, open the transactional id anew, go back to the last commit. */
        REINITIALIZE,
        /** Stop the task and say what to change. */
        SHUT_DOWN
    }

    /**
     * Decides about a failure.
     *
     * @param error what the call threw
     * @param api which part of the log's API threw it
     * @param ending whether the call was a commit or an abort: then a retriable error leaves the outcome unknown
     */
    Action decide(Throwable error, TransactionApi api, boolean ending) {
        failuresInARow++;
        if (failuresInARow > MAX_FAILURES_IN_A_ROW || isHopeless(error)) {
            return Action.SHUT_DOWN;
        }
        return switch (classifier.classify(error, api)) {
            case PRODUCER_RETRIABLE, PRODUCER_REFRESH_RETRIABLE ->
                ending ? Action.REINITIALIZE : Action.ABORT_AND_REWIND;
            case ABORTABLE -> Action.ABORT_AND_REWIND;
            case APPLICATION_RECOVERABLE -> Action.REINITIALIZE;
            case INVALID_CONFIGURATION -> Action.SHUT_DOWN;
        };
    }

    /** A store that contradicts its log, or a record that the log can never take: the same again has the same end. */
    private static boolean isHopeless(Throwable error) {
        return error instanceof StoreInvariantException || error instanceof RecordTooLargeException;
    }

    /** Returns the error as one that ends the task, with the number of tries in its message if they ran out. */
    TransactionFailedException failure(String transaction, Throwable error, TransactionApi api) {
        ErrorCategory category = classifier.classify(error, api);
        String tries = failuresInARow > MAX_FAILURES_IN_A_ROW
                ? "; it came back " + failuresInARow + " times without a commit in between, so trying again cannot help"
                : "";
        return new TransactionFailedException(
                transaction + " failed with category " + category + ": " + error + tries, category, error);
    }

    /** Something was committed: what failed before is overcome. */
    void progressed() {
        failuresInARow = 0;
    }

    /** Returns how long to wait before the next try, in milliseconds: doubled with each failure, up to a second. */
    long nextBackoffMs() {
        return Math.min(1_000, backoffMs << Math.min(10, Math.max(0, failuresInARow - 1)));
    }
}
