package io.streamwright.log.embedded.group;

import io.streamwright.log.embedded.protocol.ParticipantView;
import org.jspecify.annotations.Nullable;

/** How a group answered offsets that were added to a transaction. Immutable. */
public sealed interface TxnOffsetOutcome {

    /** Calls the method for the case that this is. */
    <R extends @Nullable Object> R match(Cases<R> cases);

    /** The offsets hold once the transaction commits; also the answer to a late copy of a request, which changes nothing. */
    record Accepted() implements TxnOffsetOutcome {
        @Override
        public <R extends @Nullable Object> R match(Cases<R> cases) {
            return cases.accepted(this);
        }
    }

    /**
     * Whoever consumed is not the group's member.
     *
     * @param memberId who that was
     */
    record UnknownMember(String memberId) implements TxnOffsetOutcome {
        @Override
        public <R extends @Nullable Object> R match(Cases<R> cases) {
            return cases.unknownMember(this);
        }
    }

    /**
     * The member's generation is over.
     *
     * @param generation the member's
     * @param currentGeneration the group's
     */
    record IllegalGeneration(int generation, int currentGeneration) implements TxnOffsetOutcome {
        @Override
        public <R extends @Nullable Object> R match(Cases<R> cases) {
            return cases.illegalGeneration(this);
        }
    }

    /**
     * A request before this one is missing.
     *
     * @param expectedSequence the number that would have been taken
     */
    record OutOfOrder(int expectedSequence) implements TxnOffsetOutcome {
        @Override
        public <R extends @Nullable Object> R match(Cases<R> cases) {
            return cases.outOfOrder(this);
        }
    }

    /**
     * The producer's transaction was ended, or somebody else took its id over.
     *
     * @param view what the group knows
     */
    record Fenced(ParticipantView view) implements TxnOffsetOutcome {
        @Override
        public <R extends @Nullable Object> R match(Cases<R> cases) {
            return cases.fenced(this);
        }
    }

    /**
     * An older transaction of the producer is open here. It ends when its marker arrives: try again.
     *
     * @param view what the group knows
     */
    record OtherTransactionOpen(ParticipantView view) implements TxnOffsetOutcome {
        @Override
        public <R extends @Nullable Object> R match(Cases<R> cases) {
            return cases.otherTransactionOpen(this);
        }
    }

    /** It would begin the transaction here: the coordinator must list the group first. */
    record NotListed() implements TxnOffsetOutcome {
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
        R accepted(Accepted outcome);

        R unknownMember(UnknownMember outcome);

        R illegalGeneration(IllegalGeneration outcome);

        R outOfOrder(OutOfOrder outcome);

        R fenced(Fenced outcome);

        R otherTransactionOpen(OtherTransactionOpen outcome);

        R notListed(NotListed outcome);
    }
}
