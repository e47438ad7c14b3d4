package io.streamwright.log.embedded.coordinator;

import java.util.EnumSet;
import java.util.Set;

/** Where the latest transaction of a transactional id stands. Stored by name. */
public enum TransactionState {
    /** Opened by an owner who has begun nothing. Left when a participant is added, by an end, or by expiry. */
    EMPTY,
    /** Data may be in the participants. Left by an end request, by a new owner or by the transaction timeout. */
    ONGOING,
    /** The decision to commit is durable, markers are being delivered. Left when every participant has acknowledged. */
    PREPARE_COMMIT,
    /** The decision to abort is durable, markers are being delivered. Left when every participant has acknowledged. */
    PREPARE_ABORT,
    /** Every participant knows of the commit. Left like {@link #EMPTY}. */
    COMPLETE_COMMIT,
    /** Every participant knows of the abort. Left like {@link #EMPTY}. */
    COMPLETE_ABORT,
    /** Not used for long, and forgotten. Never stored: its record removes the id. */
    DEAD;

    /** Returns the states that may follow. */
    public Set<TransactionState> successors() {
        return switch (this) {
            case EMPTY -> EnumSet.of(EMPTY, ONGOING, PREPARE_COMMIT, PREPARE_ABORT, DEAD);
            case COMPLETE_COMMIT -> EnumSet.of(COMPLETE_COMMIT, EMPTY, ONGOING, PREPARE_COMMIT, PREPARE_ABORT, DEAD);
            case COMPLETE_ABORT -> EnumSet.of(COMPLETE_ABORT, EMPTY, ONGOING, PREPARE_COMMIT, PREPARE_ABORT, DEAD);
            case ONGOING -> EnumSet.of(ONGOING, PREPARE_COMMIT, PREPARE_ABORT);
            case PREPARE_COMMIT -> EnumSet.of(PREPARE_COMMIT, COMPLETE_COMMIT);
            case PREPARE_ABORT -> EnumSet.of(PREPARE_ABORT, COMPLETE_ABORT);
            case DEAD -> EnumSet.noneOf(TransactionState.class);
        };
    }

    /** Returns whether a decision is durable that not every participant is known to know. */
    public boolean isPrepared() {
        return this == PREPARE_COMMIT || this == PREPARE_ABORT;
    }
}
