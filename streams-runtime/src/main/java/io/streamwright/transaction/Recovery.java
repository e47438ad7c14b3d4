package io.streamwright.transaction;

import io.streamwright.errors.ErrorCategory;
import io.streamwright.errors.TransactionErrorResponse.Action;
import org.jspecify.annotations.Nullable;

/**
 * What is done about a failed call of the log. Immutable.
 *
 * @param category of the error
 * @param action the action, one that the failed call allows
 * @param notBeforeMs when to go on
 * @param isWaitAsked whether the handler asked for this wait; otherwise it is the engine's own
 * @param failure why the task stops; null if the action is none of the shutdowns
 */
record Recovery(
        ErrorCategory category,
        Action action,
        long notBeforeMs,
        boolean isWaitAsked,
        @Nullable TransactionFailedException failure) {

    boolean isShutdown() {
        return failure != null;
    }

    /** Returns why the task stops, which it must. */
    TransactionFailedException failureOfTask() {
        if (failure == null) {
            throw new IllegalStateException("the task does not stop: " + this);
        }
        return failure;
    }
}
