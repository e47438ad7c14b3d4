package io.streamwright.log.embedded.group;

import org.jspecify.annotations.Nullable;

/** How a group answered somebody who wants to be its member. Immutable. */
public sealed interface JoinOutcome {

    /** Calls the method for the case that this is. */
    <R extends @Nullable Object> R match(Cases<R> cases);

    /**
     * The group has a new generation with one member.
     *
     * @param member the member's id and generation
     */
    record Joined(GroupMember member) implements JoinOutcome {
        @Override
        public <R extends @Nullable Object> R match(Cases<R> cases) {
            return cases.joined(this);
        }
    }

    /**
     * Somebody else is the member, and there can be one.
     *
     * @param memberId who that is
     */
    record Full(String memberId) implements JoinOutcome {
        @Override
        public <R extends @Nullable Object> R match(Cases<R> cases) {
            return cases.full(this);
        }
    }

    /**
     * One method for each outcome.
     *
     * @param <R> what they return
     */
    interface Cases<R extends @Nullable Object> {
        R joined(Joined outcome);

        R full(Full outcome);
    }
}
