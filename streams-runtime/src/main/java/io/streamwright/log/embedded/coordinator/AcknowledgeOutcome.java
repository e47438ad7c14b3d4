package io.streamwright.log.embedded.coordinator;

/** What an acknowledgement, or the refusal, of a marker means for its transaction. */
public enum AcknowledgeOutcome {
    /** Every participant has acknowledged: the transaction is complete and its id free for the next. */
    COMPLETED,
    /** Somebody has still to acknowledge: deliver the marker again until they do. */
    PENDING,
    /** The transaction was complete before: there is nothing left to deliver. */
    NOT_PENDING,
    /** A newer coordinator exists: this one must not decide anything more. */
    STEP_DOWN
}
