package io.streamwright.query;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A refusal. Owner: as of any result.
 *
 * @param <R> what the answer would be
 */
final class GivenRefusal<R> extends AnyResult<R> {
    private final FailureReason reason;
    private final String message;

    GivenRefusal(FailureReason reason, String message) {
        this.reason = Objects.requireNonNull(reason, "failureReason cannot be null");
        this.message = message;
    }

    @Override
    public boolean isSuccess() {
        return false;
    }

    @Override
    public FailureReason getFailureReason() {
        return reason;
    }

    @Override
    public String getFailureMessage() {
        return message;
    }

    @Override
    public @Nullable R getResult() {
        throw new IllegalArgumentException("there is no answer, because of " + reason + ": " + message);
    }

    @Override
    public String toString() {
        return "QueryResult(failureReason=" + reason + ", message=" + message + ", position=" + getPosition()
                + ", executionInfo=" + getExecutionInfo() + ")";
    }
}
