package io.streamwright.log.embedded.coordinator;

import io.streamwright.log.embedded.protocol.ProducerIdentity;
import org.jspecify.annotations.Nullable;

/** How the coordinator answered a request to end a transaction. Immutable. */
public sealed interface EndOutcome {

    /** Calls the method for the case that this is. */
    <R extends @Nullable Object> R match(Cases<R> cases);

    /**
     * The transaction is decided as asked for, now or before. Decided is not yet visible: that takes until it is complete.
     *
     * @param next the identity with which its owner goes on
     */
    record Ended(ProducerIdentity next) implements EndOutcome {
        @Override
        public <R extends @Nullable Object> R match(Cases<R> cases) {
            return cases.ended(this);
        }
    }

    /**
     * The owner's last transaction is decided and not yet complete: try again when it is.
     *
     * @param state where that transaction stands
     */
    record TryLater(TransactionState state) implements EndOutcome {
        @Override
        public <R extends @Nullable Object> R match(Cases<R> cases) {
            return cases.tryLater(this);
        }
    }

    /**
     * The transaction was decided otherwise, by its owner or by another owner.
     *
     * @param current the id's current identity
     */
    record Fenced(ProducerIdentity current) implements EndOutcome {
        @Override
        public <R extends @Nullable Object> R match(Cases<R> cases) {
            return cases.fenced(this);
        }
    }

    /**
     * A commit came after the transaction was aborted by its timeout; nobody took the id over. An abort request succeeds and
     * gives the identity with which to go on.
     *
     * @param current the id's current identity
     */
    record TimedOut(ProducerIdentity current) implements EndOutcome {
        @Override
        public <R extends @Nullable Object> R match(Cases<R> cases) {
            return cases.timedOut(this);
        }
    }

    /**
     * The identity was never given, or its transactional id has expired.
     *
     * @param claimed the identity that the client gave
     */
    record UnknownIdentity(ProducerIdentity claimed) implements EndOutcome {
        @Override
        public <R extends @Nullable Object> R match(Cases<R> cases) {
            return cases.unknownIdentity(this);
        }
    }

    /**
     * One method for each outcome.
     *
     * @param <R> what they return
     */
    interface Cases<R extends @Nullable Object> {
        R ended(Ended outcome);

        R tryLater(TryLater outcome);

        R fenced(Fenced outcome);

        R timedOut(TimedOut outcome);

        R unknownIdentity(UnknownIdentity outcome);
    }
}
