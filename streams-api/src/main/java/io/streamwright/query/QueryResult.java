package io.streamwright.query;

import io.streamwright.processor.StateStore;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one partition of a store answered.
 *
 * <p>Owner: the thread that asks, then the one that reads.
 *
 * @param <R> what the answer is
 */
public interface QueryResult<R> {

    /**
     * Makes an answer.
     *
     * @param result what was asked for; null if that is the answer
     */
    static <R> QueryResult<R> forResult(@Nullable R result) {
        return new GivenAnswer<>(result);
    }

    /** Makes a refusal. */
    static <R> QueryResult<R> forFailure(FailureReason failureReason, String failureMessage) {
        return new GivenRefusal<>(failureReason, failureMessage);
    }

    /** Makes a refusal: the store knows no answer to this kind of question. */
    static <R> QueryResult<R> forUnknownQueryType(Query<R> query, StateStore store) {
        return forFailure(
                FailureReason.UNKNOWN_QUERY_TYPE,
                "store " + store.name() + " of " + store.getClass() + " cannot answer "
                        + query.getClass().getName());
    }

    /**
     * Makes a refusal: the store has not come far enough.
     *
     * @param currentPosition how far it is
     * @param positionBound how far it must be
     * @param partition the store's; null if the store is not open yet
     */
    static <R> QueryResult<R> notUpToBound(
            Position currentPosition, PositionBound positionBound, @Nullable Integer partition) {
        return forFailure(
                FailureReason.NOT_UP_TO_BOUND,
                partition == null
                        ? "the store is not open yet, so it is not up to " + positionBound
                        : "partition " + partition + " is at " + currentPosition + ", which is not up to "
                                + positionBound);
    }

    /** Adds a line about who did what. */
    void addExecutionInfo(String message);

    /** Says how far the store was when it answered. */
    void setPosition(Position position);

    /** Returns whether there is an answer. */
    boolean isSuccess();

    /** Returns whether there is none. */
    boolean isFailure();

    /** Returns who did what, if the request asked for it; otherwise empty. */
    List<String> getExecutionInfo();

    /** Returns how far the store was when it answered; null if that was not said. */
    @Nullable
    Position getPosition();

    /**
     * Returns why there is no answer.
     *
     * @throws IllegalArgumentException if there is one
     */
    FailureReason getFailureReason();

    /**
     * Returns why there is no answer, in words.
     *
     * @throws IllegalArgumentException if there is one
     */
    String getFailureMessage();

    /**
     * Returns the answer, which may be null.
     *
     * @throws IllegalArgumentException if there is none
     */
    @Nullable
    R getResult();
}
