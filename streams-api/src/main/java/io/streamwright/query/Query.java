package io.streamwright.query;

/**
 * A question to a store. Stores answer those of this package; to any other they say {@link FailureReason#UNKNOWN_QUERY_TYPE}.
 *
 * @param <R> what the answer is
 */
public interface Query<R> {}
