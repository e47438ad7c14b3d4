package io.streamwright.query;

/** Why a partition of a store did not answer. */
public enum FailureReason {
    /** Its kind of store has no answer to this kind of question. */
    UNKNOWN_QUERY_TYPE,
    /** The store is being opened or restored, which the message tells more about: ask again later. */
    NOT_ACTIVE,
    /** The store has not seen yet what the request's {@link PositionBound} asks for: ask again later. */
    NOT_UP_TO_BOUND,
    /** The partition is not on this instance, or its task is moving: ask its owner, or again later. */
    NOT_PRESENT,
    /** The store has no such partition. */
    DOES_NOT_EXIST,
    /** Something failed; the message says what. */
    STORE_EXCEPTION
}
