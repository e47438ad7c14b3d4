package io.streamwright.log.embedded.protocol;

import org.jspecify.annotations.Nullable;

/** How a participant answered a marker. Immutable. */
public sealed interface MarkerOutcome {

    /** Calls the method for the case that this is. */
    <R extends @Nullable Object> R match(Cases<R> cases);

    /** Returns whether the participant has ended the transaction, now or before, so that it counts as acknowledged. */
    default boolean isAcknowledgement() {
        return match(new Cases<Boolean>() {
            @Override
            public Boolean ended(Ended outcome) {
                return true;
            }

            @Override
            public Boolean alreadyEnded(AlreadyEnded outcome) {
                return true;
            }

            @Override
            public Boolean otherTransactionOpen(OtherTransactionOpen outcome) {
                return false;
            }

            @Override
            public Boolean staleCoordinator(StaleCoordinator outcome) {
                return false;
            }
        });
    }

    /** The marker is recorded and its transaction is closed here. */
    record Ended() implements MarkerOutcome {
        @Override
        public <R extends @Nullable Object> R match(Cases<R> cases) {
            return cases.ended(this);
        }
    }

    /** The transaction was closed here before: a success, and nothing is recorded a second time. */
    record AlreadyEnded() implements MarkerOutcome {
        @Override
        public <R extends @Nullable Object> R match(Cases<R> cases) {
            return cases.alreadyEnded(this);
        }
    }

    /**
     * An older transaction of the producer is open, which this marker does not name: nothing is recorded. It means that the older
     * one's marker was lost and its coordinator forgot it, which must not happen: raise an alarm and deliver again.
     *
     * @param view what the participant knows
     */
    record OtherTransactionOpen(ParticipantView view) implements MarkerOutcome {
        @Override
        public <R extends @Nullable Object> R match(Cases<R> cases) {
            return cases.otherTransactionOpen(this);
        }
    }

    /**
     * A newer coordinator has spoken: nothing is recorded, and the sender is no longer the coordinator.
     *
     * @param view what the participant knows
     */
    record StaleCoordinator(ParticipantView view) implements MarkerOutcome {
        @Override
        public <R extends @Nullable Object> R match(Cases<R> cases) {
            return cases.staleCoordinator(this);
        }
    }

    /**
     * One method for each outcome.
     *
     * @param <R> what they return
     */
    interface Cases<R extends @Nullable Object> {
        R ended(Ended outcome);

        R alreadyEnded(AlreadyEnded outcome);

        R otherTransactionOpen(OtherTransactionOpen outcome);

        R staleCoordinator(StaleCoordinator outcome);
    }
}
