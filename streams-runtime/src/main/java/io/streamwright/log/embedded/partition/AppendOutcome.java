package io.streamwright.log.embedded.partition;

import io.streamwright.log.embedded.protocol.ParticipantView;
import org.jspecify.annotations.Nullable;

/** How a partition answered an append. Immutable. */
public sealed interface AppendOutcome {

    /** Calls the method for the case that this is. */
    <R extends @Nullable Object> R match(Cases<R> cases);

    /**
     * The batch gets its place.
     *
     * @param baseOffset offset of its first record
     */
    record Appended(long baseOffset) implements AppendOutcome {
        @Override
        public <R extends @Nullable Object> R match(Cases<R> cases) {
            return cases.appended(this);
        }
    }

    /**
     * The batch was appended before: a success, and nothing is appended a second time.
     *
     * @param baseOffset offset of its first record
     */
    record Duplicate(long baseOffset) implements AppendOutcome {
        @Override
        public <R extends @Nullable Object> R match(Cases<R> cases) {
            return cases.duplicate(this);
        }
    }

    /**
     * A batch before this one is missing, or this one is older than those remembered.
     *
     * @param expectedSequence the base sequence that would have been taken
     */
    record OutOfOrder(int expectedSequence) implements AppendOutcome {
        @Override
        public <R extends @Nullable Object> R match(Cases<R> cases) {
            return cases.outOfOrder(this);
        }
    }

    /**
     * The producer's transaction was ended, or somebody else took its id over.
     *
     * @param view what the partition knows
     */
    record Fenced(ParticipantView view) implements AppendOutcome {
        @Override
        public <R extends @Nullable Object> R match(Cases<R> cases) {
            return cases.fenced(this);
        }
    }

    /**
     * An older transaction of the producer is open here, which new data must not join. It ends when its marker arrives: try again.
     *
     * @param view what the partition knows
     */
    record OtherTransactionOpen(ParticipantView view) implements AppendOutcome {
        @Override
        public <R extends @Nullable Object> R match(Cases<R> cases) {
            return cases.otherTransactionOpen(this);
        }
    }

    /** It would begin the transaction here: the coordinator must list the partition first. */
    record NotListed() implements AppendOutcome {
        @Override
        public <R extends @Nullable Object> R match(Cases<R> cases) {
            return cases.notListed(this);
        }
    }

    /**
     * One method for each outcome.
     *
     * @param <R> what they return
     */
    interface Cases<R extends @Nullable Object> {
        R appended(Appended outcome);

        R duplicate(Duplicate outcome);

        R outOfOrder(OutOfOrder outcome);

        R fenced(Fenced outcome);

        R otherTransactionOpen(OtherTransactionOpen outcome);

        R notListed(NotListed outcome);
    }
}
