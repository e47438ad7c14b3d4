package io.streamwright.log;

/**
 * A member's place in one generation of a group (KIP-447).
 *
 * <p>Thread-safe.
 */
public interface GroupMembership extends AutoCloseable {

    /** Returns the group. */
    String groupId();

    /** Returns the member's id, unique within the group. */
    String memberId();

    /** Returns the generation in which it is a member; offsets of an older one are refused. */
    int generation();

    /** Leaves the group. Without effect if it was left or fenced. */
    @Override
    void close();
}
