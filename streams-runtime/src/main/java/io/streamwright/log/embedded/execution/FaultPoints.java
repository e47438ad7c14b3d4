package io.streamwright.log.embedded.execution;

/**
 * Is told of every place on the way of a transaction where a fault matters.
 *
 * <p>Called by the log's loop. What it throws is a failure of the round; it may also end the process.
 */
public interface FaultPoints {
    /** Lets everything pass. */
    FaultPoints NONE = point -> {};

    /** The loop has come to a point. */
    void reached(FaultPoint point);

    /** A place on the way of a transaction where a test may let the process die. */
    enum FaultPoint {
        /** Batches are about to be written. */
        BEFORE_APPEND,
        /** Batches are written, and not yet visible to anybody. */
        AFTER_APPEND,
        /** A transaction is about to be decided. */
        BEFORE_PREPARE,
        /** It is decided; no participant was told. Durable if steps are written one by one. */
        AFTER_PREPARE,
        /** One more participant was told. Durable if steps are written one by one. */
        AFTER_MARKER,
        /** All participants were told, and the transaction does not count as complete. */
        BEFORE_COMPLETE,
        /** The transaction is complete. Durable if steps are written one by one. */
        AFTER_COMPLETE,
        /** Everything is durable and visible, and the clients do not know it yet. */
        BEFORE_REPLY
    }
}
