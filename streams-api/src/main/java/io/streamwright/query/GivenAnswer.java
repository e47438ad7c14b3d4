package io.streamwright.query;

import org.jspecify.annotations.Nullable;

/**
 * An answer. Owner: as of any result.
 *
 * @param <R> what the answer is
 */
final class GivenAnswer<R> extends AnyResult<R> {
    private final @Nullable R result;

    GivenAnswer(@Nullable R result) {
        this.result = result;
    }

    @Override
    public boolean isSuccess() {
        return true;
    }

    @Override
    public FailureReason getFailureReason() {
        throw new IllegalArgumentException("there is no failure: the answer is " + result);
    }

    @Override
    public String getFailureMessage() {
        throw new IllegalArgumentException("there is no failure: the answer is " + result);
    }

    @Override
    public @Nullable R getResult() {
        return result;
    }

    @Override
    public String toString() {
        return "QueryResult(result=" + result + ", position=" + getPosition() + ", executionInfo=" + getExecutionInfo()
                + ")";
    }
}
