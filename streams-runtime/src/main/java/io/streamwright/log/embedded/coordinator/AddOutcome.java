package io.streamwright.log.embedded.coordinator;

import io.streamwright.log.embedded.protocol.ProducerIdentity;
import org.jspecify.annotations.Nullable;

/** How the coordinator answered a request to list participants of a transaction. Immutable. */
public sealed interface AddOutcome {

    /** Calls the method for the case that this is. */
    <R extends @Nullable Object> R match(Cases<R> cases);

    /** All are in the list once the decision's records are durable; only then may their data be written. */
    record Listed() implements AddOutcome {
        @Override
        public <R extends @Nullable Object> R match(Cases<R> cases) {
            return cases.listed(this);
        }
    }

    /**
     * The owner's last transaction is decided and not yet complete: try again when it is.
     *
     * @param state where that transaction stands
     */
    record TryLater(TransactionState state) implements AddOutcome {
        @Override
        public <R extends @Nullable Object> R match(Cases<R> cases) {
            return cases.tryLater(this);
        }
    }

    /**
     * The transaction has ended, by its owner or by another owner.
     *
     * @param current the id's current identity
     */
    record Fenced(ProducerIdentity current) implements AddOutcome {
        @Override
        public <R extends @Nullable Object> R match(Cases<R> cases) {
            return cases.fenced(this);
        }
    }

    /**
     * The transaction was open for longer than its timeout and was aborted; nobody took the id over. An abort request succeeds
     * and gives the identity with which to go on.
     *
     * @param current the id's current identity
     */
    record TimedOut(ProducerIdentity current) implements AddOutcome {
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
    record UnknownIdentity(ProducerIdentity claimed) implements AddOutcome {
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
        R listed(Listed outcome);

        R tryLater(TryLater outcome);

        R fenced(Fenced outcome);

        R timedOut(TimedOut outcome);

        R unknownIdentity(UnknownIdentity outcome);
    }
}
