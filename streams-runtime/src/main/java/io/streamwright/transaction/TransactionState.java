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
 *                                                                 ↑ ↓ (the same of Aborting)
 *                                                              EndingAgain
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

    /**
     * Returns this state, which must be the wanted one.
     *
     * @throws IllegalStateException if it is another
     */
    default <S extends TransactionState> S expect(Class<S> wanted, String event, String whose) {
        if (!wanted.isInstance(this)) {
            throw new IllegalStateException(
                    whose + " got " + event + " in state " + label() + " instead of " + wanted.getSimpleName());
        }
        return wanted.cast(this);
    }

    /** Returns whether records may be processed. */
    default boolean isReady() {
        return false;
    }

    /** Returns whether the log was asked to end the transaction and has not answered, or will be asked again by a time. */
    default boolean isEndingBy(long latestMs) {
        return false;
    }

    /** Returns when something has to be done without a message; {@link Long#MAX_VALUE} if never. */
    default long nextStepMs() {
        return Long.MAX_VALUE;
    }

    /** Returns what a commit of unknown outcome had consumed; empty if no outcome is unknown. */
    default Optional<Map<TopicPartition, OffsetAndMetadata>> undecided() {
        return Optional.empty();
    }

    /** Nothing was done since the last commit. Left by the first record, store write or output. */
    record Idle() implements TransactionState {
        @Override
        public boolean isReady() {
            return true;
        }
    }

    /**
     * Records were consumed or written. Left by a commit or an abort.
     *
     * @param sinceMs when it was opened
     */
    record Open(long sinceMs) implements TransactionState {
        @Override
        public boolean isReady() {
            return true;
        }
    }

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
     * @param isAside whether it consists of writes alone, in which neither stores nor inputs take part
     * @param answerDueMs when the answer is given up
     */
    record Committing(Map<TopicPartition, OffsetAndMetadata> offsets, boolean isAside, long answerDueMs)
            implements Ending {
        @Override
        public Optional<Map<TopicPartition, OffsetAndMetadata>> undecided() {
            return Optional.of(offsets);
        }
    }

    /**
     * The log was asked to abort. Left by its answer.
     *
     * @param cause why
     * @param answerDueMs when the answer is given up
     */
    record Aborting(Throwable cause, long answerDueMs) implements Ending {}

    /** The log was asked to end the transaction. */
    sealed interface Ending extends TransactionState permits Committing, Aborting {
        /** Returns when the answer is given up. */
        long answerDueMs();

        @Override
        default boolean isEndingBy(long latestMs) {
            return true;
        }

        @Override
        default long nextStepMs() {
            return answerDueMs();
        }
    }

    /**
     * The log will be asked again to end the transaction, as it was. Left when it is time.
     *
     * @param ending what it was asked before
     * @param notBeforeMs when to ask
     */
    record EndingAgain(Ending ending, long notBeforeMs) implements TransactionState {
        @Override
        public boolean isEndingBy(long latestMs) {
            return notBeforeMs <= latestMs;
        }

        @Override
        public long nextStepMs() {
            return notBeforeMs;
        }
    }

    /**
     * The transactional id has to be opened, at start and whenever the producer became useless. Left when that succeeds.
     *
     * @param undecided what a commit without an answer had consumed; empty if no outcome is unknown
     * @param attempt how often it was tried
     * @param notBeforeMs when to try next
     */
    record Reinitializing(Optional<Map<TopicPartition, OffsetAndMetadata>> undecided, int attempt, long notBeforeMs)
            implements TransactionState {
        @Override
        public long nextStepMs() {
            return notBeforeMs;
        }
    }

    /**
     * The stores catch up with their changelogs. Left when they have.
     *
     * @param process the catching up
     * @param offsets the committed offsets to go on from
     */
    record Restoring(RestoreProcess process, Map<TopicPartition, OffsetAndMetadata> offsets)
            implements TransactionState {
        @Override
        public long nextStepMs() {
            return Long.MIN_VALUE; // always
        }
    }

    /** Inputs and processors go back to the last commit. Left within the same call. */
    record Rewinding() implements TransactionState {}

    /** The task gave up its transactional id. Never left. */
    record Closed() implements TransactionState {}
}
