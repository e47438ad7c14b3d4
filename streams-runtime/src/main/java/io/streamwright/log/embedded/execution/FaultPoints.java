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

    /**
     * A place on the way of a transaction where a test may let the process die. Those of a step come in the order in which a
     * transaction passes them; then those of a write, which every step passes if steps are written one by one, and the round as a
     * whole otherwise. "Stored" means that it survives the death of the process, "durable" that of the machine too.
     */
    enum FaultPoint {
        /** A participant is in the transaction's list and holds nothing of it. The list is stored if steps are written one by one. */
        AFTER_LISTING,
        /** The group holds offsets that wait for the transaction's end. They are stored if steps are written one by one. */
        AFTER_OFFSETS,
        /** A transaction is about to be decided, by request, takeover or timeout. What it holds is stored if written one by one. */
        BEFORE_PREPARE,
        /** It is decided in memory; nothing of the decision is stored. */
        PREPARE_DECIDED,
        /** It is decided, and no participant was told. The decision is durable if steps are written one by one. */
        AFTER_PREPARE,
        /** A participant has ended it in memory; the marker is not stored, those before it are if written one by one. */
        MARKER_DECIDED,
        /** Some participants were told, others were not. Their markers are durable if steps are written one by one. */
        BETWEEN_MARKERS,
        /** All participants were told, and nobody has acknowledged. All markers are durable if steps are written one by one. */
        BEFORE_COMPLETE,
        /** Some have acknowledged, others have not. Durable; it is passed only if steps are written one by one. */
        BETWEEN_ACKNOWLEDGEMENTS,
        /** It is complete in memory; the last acknowledgement is not stored. */
        COMPLETE_DECIDED,
        /** The transaction is complete, and nobody was told. Durable if steps are written one by one. */
        AFTER_COMPLETE,
        /** A coordinator took over and has delivered nothing again. Its epoch is durable if steps are written one by one. */
        AFTER_START,
        /** Batches or markers are about to be written. Nothing of this write is stored. */
        BEFORE_APPEND,
        /** Something that somebody waits for is about to be written. Nothing of this write is stored. */
        BEFORE_SYNC,
        /** It is written. All of it and of the writes before it is durable; no reader sees it. */
        AFTER_SYNC,
        /** Batches or markers are stored, and not yet visible to anybody. They are durable if their write was synced. */
        AFTER_APPEND,
        /** Everything that was asked for is durable and visible to readers; the clients do not know it yet. */
        BEFORE_REPLY,
        /** Everything is durable, and the clients were told. */
        AFTER_REPLY
    }
}
