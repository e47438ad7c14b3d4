package io.streamwright.transaction;

import io.streamwright.store.RestoreProcess;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Where a task's transaction stands. Immutable.
 *
 * <pre>
 * Reinitializing → Restoring → Rewinding → Idle → Open → Preparing → Committing → Idle
 *        ↑                          ↑              └───────┴────────────┴──→ Aborting → Rewinding
 *        └──────────────────────────┴── whatever makes the producer useless
 * any → Closed
 * </pre>
 */
sealed interface TransactionState {

    /** The name used in logs. */
    default String label() {
        return getClass().getSimpleName();
    }

    /** Nothing was done since the last commit. Left by the first record, store write or output. */
    record Idle() implements TransactionState {}

    /**
     * Records were consumed or written. Left by a commit or an abort.
     *
     * @param sinceMs when it was opened
     */
    record Open(long sinceMs) implements TransactionState {}

    /**
     * What operators held back is emitted, store changes and offsets are added. Left within the same call.
     *
     * @param sinceMs when the transaction was opened
     */
    record Preparing(long sinceMs) implements TransactionState {}

    /**
     * The log was asked to commit. Left by its answer.
     *
     * @param offsets what the transaction consumed
     */
    record Committing(Map<TopicPartition, OffsetAndMetadata> offsets) implements TransactionState {}

    /**
     * The log was asked to abort. Left by its answer.
     *
     * @param cause why
     */
    record Aborting(Throwable cause) implements TransactionState {}

    /**
     * The transactional id has to be opened, at start and whenever the producer became useless. Left when that succeeds.
     *
     * @param undecided what a commit without an answer had consumed; empty if no outcome is unknown
     * @param attempt how often it was tried
     * @param notBeforeMs when to try next
     */
    record Reinitializing(Optional<Map<TopicPartition, OffsetAndMetadata>> undecided, int attempt, long notBeforeMs)
            implements TransactionState {}

    /**
     * The stores catch up with their changelogs. Left when they have.
     *
     * @param process the catching up
     * @param offsets the committed offsets to go on from
     */
    record Restoring(RestoreProcess process, Map<TopicPartition, OffsetAndMetadata> offsets)
            implements TransactionState {}

    /** Inputs and processors go back to the last commit. Left within the same call. */
    record Rewinding() implements TransactionState {}

    /** The task gave up its transactional id. Never left. */
    record Closed() implements TransactionState {}
}
