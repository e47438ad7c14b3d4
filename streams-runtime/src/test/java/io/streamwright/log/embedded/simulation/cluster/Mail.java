package io.streamwright.log.embedded.simulation.cluster;

/**
 * What is on the outside of a message, so that a scenario can hold up just what it is about. Immutable.
 *
 * @param subject what the request is about
 * @param isReply whether this is the answer
 * @param shard whose leader is, or was, asked
 */
public record Mail(Subject subject, boolean isReply, int shard) {

    /** What a request is about. */
    public enum Subject {
        /** Opening a transactional id. */
        INIT,
        /** Listing a participant of a transaction. */
        ADD,
        /** Ending a transaction. */
        END,
        /** Telling a participant how a transaction ended. */
        MARKER,
        /** Appending records. */
        APPEND,
        /** Adding offsets to a transaction. */
        OFFSETS,
        /** Anything else about a group. */
        GROUP
    }

    Mail reply() {
        return new Mail(subject, true, shard);
    }
}
