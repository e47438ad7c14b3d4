package io.streamwright.log.embedded.group;

import org.jspecify.annotations.Nullable;

/** How a group answered offsets that are committed outside of a transaction. Immutable. */
public sealed interface CommitOutcome {

    /** Calls the method for the case that this is. */
    <R extends @Nullable Object> R match(Cases<R> cases);

    /** The offsets are committed. */
    record Committed() implements CommitOutcome {
        @Override
        public <R extends @Nullable Object> R match(Cases<R> cases) {
            return cases.committed(this);
        }
    }

    /**
     * Whoever commits is not the group's member; a tool may commit only while the group has none.
     *
     * @param memberId who that was; empty for a tool
     */
    record UnknownMember(String memberId) implements CommitOutcome {
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
    record IllegalGeneration(int generation, int currentGeneration) implements CommitOutcome {
        @Override
        public <R extends @Nullable Object> R match(Cases<R> cases) {
            return cases.illegalGeneration(this);
        }
    }

    /**
     * One method for each outcome.
     *
     * @param <R> what they return
     */
    interface Cases<R extends @Nullable Object> {
        R committed(Committed outcome);

        R unknownMember(UnknownMember outcome);

        R illegalGeneration(IllegalGeneration outcome);
    }
}
