package io.streamwright.log;

/**
 * A member's place in a group (KIP-447).
 *
 * <p>Thread-safe.
 */
public interface GroupMembership extends AutoCloseable {

    /** Returns the group. */
    String groupId();

    /** Returns the member's id, unique within the group. */
    String memberId();

    /** Returns the latest generation in which it is a member; offsets of an older one are refused. */
    int generation();

    /**
     * Asks for another round of the group, because there is something to be decided anew. Returns at once, unless the member is alone.
     * Without effect if the group was left.
     */
    default void requestRound() {
        // a member that shares nothing has nothing to decide
    }

    /**
     * Makes sure, before the place of an earlier owner of a transactional id is taken, that this member still is in the group: one that
     * was away for long would take it from the new owner. Returns if the group has told the member its part in a later generation than
     * the given one; else asks for a round.
     *
     * @param usedGeneration in which the caller was told that the place is its own
     * @throws org.apache.kafka.common.errors.TimeoutException if the round has not ended yet: call again
     */
    default void confirm(int usedGeneration) {
        // whoever is alone has nobody to take it from: a later member would have fenced this one
    }

    /**
     * Gives the membership up without leaving the group: the place is kept for whoever joins with the same identity, until the log has
     * missed the member for too long. A log that knows no identities is left at once.
     */
    default void suspend() {
        close();
    }

    /** Leaves the group. Without effect if it was left or fenced. */
    @Override
    void close();
}
