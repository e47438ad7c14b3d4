package io.streamwright.errors;

import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is done about an error of a task's transaction: an action, and perhaps a wait before it. Immutable. */
public final class TransactionErrorResponse {

    /** What can be done about an error of a task's transaction, in the order of severity. */
    public enum Action {
        /** The failed call is made again, in the open transaction; nothing is taken back. */
        RETRY,
        /** The transaction is aborted and its records are processed again, with the same producer. */
        ABORT_AND_REWIND,
        /**
         * The producer is closed and opened anew, which forces an open transaction to its end, and the records of a transaction that
         * did not commit are processed again. For {@link ErrorCategory#INVALID_CONFIGURATION} this means to try again later, as
         * somebody may create the topic or give the right that is missing.
         */
        REINITIALIZE,
        /** The transaction is aborted and this instance of the application stops; its other tasks commit first. */
        SHUTDOWN_CLIENT,
        /** As {@link #SHUTDOWN_CLIENT}, for every instance of the application. */
        SHUTDOWN_APPLICATION;

        /** Returns the actions that can be taken for an error of the category; the others are refused. */
        public static Set<Action> legalFor(ErrorCategory category) {
            return switch (category) {
                case PRODUCER_RETRIABLE, PRODUCER_REFRESH_RETRIABLE -> from(RETRY);
                case ABORTABLE -> from(ABORT_AND_REWIND);
                case APPLICATION_RECOVERABLE, INVALID_CONFIGURATION -> from(REINITIALIZE);
            };
        }

        /** What heals a severe error heals a lighter one as well. */
        private static Set<Action> from(Action lightest) {
            return Collections.unmodifiableSet(EnumSet.range(lightest, SHUTDOWN_APPLICATION));
        }
    }

    /** The longest backoff: more is an error in a calculation. */
    static final Duration MAX_BACKOFF = Duration.ofDays(365);

    private final Action action;
    private final @Nullable Duration backoff;

    private TransactionErrorResponse(Action action, @Nullable Duration backoff) {
        this.action = action;
        this.backoff = backoff;
    }

    /** Makes the failed call again: {@link Action#RETRY}. */
    public static TransactionErrorResponse retry() {
        return new TransactionErrorResponse(Action.RETRY, null);
    }

    /** Aborts the transaction and processes its records again: {@link Action#ABORT_AND_REWIND}. */
    public static TransactionErrorResponse abortAndRewind() {
        return new TransactionErrorResponse(Action.ABORT_AND_REWIND, null);
    }

    /** Opens the producer anew and processes again what did not commit: {@link Action#REINITIALIZE}. */
    public static TransactionErrorResponse reinitialize() {
        return new TransactionErrorResponse(Action.REINITIALIZE, null);
    }

    /** Stops this instance of the application: {@link Action#SHUTDOWN_CLIENT}. */
    public static TransactionErrorResponse shutdownClient() {
        return new TransactionErrorResponse(Action.SHUTDOWN_CLIENT, null);
    }

    /** Stops every instance of the application: {@link Action#SHUTDOWN_APPLICATION}. */
    public static TransactionErrorResponse shutdownApplication() {
        return new TransactionErrorResponse(Action.SHUTDOWN_APPLICATION, null);
    }

    /**
     * Returns this answer with a wait of the task before it goes on; only this task waits. A shutdown does not wait.
     *
     * @param backoff 0 to 365 days
     * @throws IllegalArgumentException if it is negative or longer
     */
    public TransactionErrorResponse withBackoff(Duration backoff) {
        checkBackoff(backoff);
        return new TransactionErrorResponse(action, backoff);
    }

    static void checkBackoff(Duration backoff) {
        if (backoff.isNegative() || backoff.compareTo(MAX_BACKOFF) > 0) {
            throw new IllegalArgumentException(
                    "a backoff is 0 to " + MAX_BACKOFF.toDays() + " days long, got " + backoff);
        }
    }

    /** Returns what is done. */
    public Action action() {
        return action;
    }

    /**
     * Returns how long the task waits before it goes on; empty for the engine's own backoff: {@code retry.backoff.ms}, doubled with
     * each attempt up to a limit, with jitter.
     */
    public Optional<Duration> backoff() {
        return Optional.ofNullable(backoff);
    }

    /** Returns whether the action can be taken for an error of the category; see {@link Action#legalFor}. */
    public boolean isLegalFor(ErrorCategory category) {
        return Action.legalFor(category).contains(action);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof TransactionErrorResponse that
                        && action == that.action
                        && Objects.equals(backoff, that.backoff));
    }

    @Override
    public int hashCode() {
        return Objects.hash(action, backoff);
    }

    @Override
    public String toString() {
        return backoff == null ? action.toString() : action + " after " + backoff;
    }
}
