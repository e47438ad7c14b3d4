package io.streamwright.transaction;

import io.streamwright.errors.ErrorClassifier;
import io.streamwright.errors.TransactionErrorHandler;
import io.streamwright.loop.Jitter;

/**
 * How errors of a task's transaction are answered. Immutable.
 *
 * @param classifier gives errors their category
 * @param handler says what is done
 * @param taskTimeoutMs how long errors that may be retried are, without a commit in between; then they count as
 *     application-recoverable
 * @param answerTimeoutMs how long the log may take to answer a commit or an abort
 * @param retryBackoffMs pause before the first repetition of a failed call, doubled with each further one up to a second
 * @param jitter spreads the pauses
 */
public record ErrorRules(
        ErrorClassifier classifier,
        TransactionErrorHandler handler,
        long taskTimeoutMs,
        long answerTimeoutMs,
        long retryBackoffMs,
        Jitter jitter) {
    private static final long LONGEST_BACKOFF_MS = 1_000;
    private static final int MOST_DOUBLINGS = 10;

    /** Returns these rules with another handler. */
    public ErrorRules with(TransactionErrorHandler other) {
        return new ErrorRules(classifier, other, taskTimeoutMs, answerTimeoutMs, retryBackoffMs, jitter);
    }

    /**
     * Returns how long to wait before the next try, in milliseconds.
     *
     * @param failuresInARow how often it failed so far; the pause is doubled with each, up to a second
     */
    public long backoffMs(int failuresInARow) {
        int doublings = Math.max(0, Math.min(MOST_DOUBLINGS, failuresInARow - 1));
        long firstMs = Math.min(LONGEST_BACKOFF_MS, retryBackoffMs);
        return jitter.spread(Math.min(LONGEST_BACKOFF_MS, firstMs << doublings));
    }
}
