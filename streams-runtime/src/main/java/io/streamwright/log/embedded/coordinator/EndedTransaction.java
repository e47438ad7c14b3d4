package io.streamwright.log.embedded.coordinator;

import io.streamwright.log.embedded.protocol.TransactionEnd;

/**
 * How the latest ended transaction of a transactional id ended, kept to answer a client that lost the reply. Immutable.
 *
 * @param dataEpoch epoch of its data
 * @param end how it ended
 * @param cause who ended it
 */
public record EndedTransaction(long dataEpoch, TransactionEnd end, Cause cause) {

    /** Who ended a transaction. Stored by name. */
    public enum Cause {
        /** Its owner, by an end request or by opening the id anew under its known identity. */
        OWNER,
        /** The coordinator, as it was open for longer than its timeout. The owner stays the owner. */
        TIMEOUT,
        /** A new owner of the transactional id. */
        TAKEOVER
    }
}
