package io.streamwright.log.embedded.coordinator;

import io.streamwright.log.embedded.protocol.ProducerIdentity;
import org.jspecify.annotations.Nullable;

/** How the coordinator answered a client that wants to own a transactional id. Immutable. */
public sealed interface InitOutcome {

    /** Calls the method for the case that this is. */
    <R extends @Nullable Object> R match(Cases<R> cases);

    /**
     * The client owns the id.
     *
     * @param producer its identity; nobody else was ever given it
     */
    record Opened(ProducerIdentity producer) implements InitOutcome {
        @Override
        public <R extends @Nullable Object> R match(Cases<R> cases) {
            return cases.opened(this);
        }
    }

    /**
     * The id's last transaction is being ended (a broker says {@code CONCURRENT_TRANSACTIONS}): try again when it is.
     *
     * @param state where that transaction stands
     */
    record TryLater(TransactionState state) implements InitOutcome {
        @Override
        public <R extends @Nullable Object> R match(Cases<R> cases) {
            return cases.tryLater(this);
        }
    }

    /**
     * The known identity was replaced by another owner, or never given.
     *
     * @param claimed the identity that the client gave
     */
    record Fenced(ProducerIdentity claimed) implements InitOutcome {
        @Override
        public <R extends @Nullable Object> R match(Cases<R> cases) {
            return cases.fenced(this);
        }
    }

    /**
     * The transaction timeout is not allowed.
     *
     * @param timeoutMs what was asked for
     * @param maxTimeoutMs the longest allowed; the shortest is 1
     */
    record InvalidTimeout(long timeoutMs, long maxTimeoutMs) implements InitOutcome {
        @Override
        public <R extends @Nullable Object> R match(Cases<R> cases) {
            return cases.invalidTimeout(this);
        }
    }

    /**
     * One method for each outcome.
     *
     * @param <R> what they return
     */
    interface Cases<R extends @Nullable Object> {
        R opened(Opened outcome);

        R tryLater(TryLater outcome);

        R fenced(Fenced outcome);

        R invalidTimeout(InvalidTimeout outcome);
    }
}
