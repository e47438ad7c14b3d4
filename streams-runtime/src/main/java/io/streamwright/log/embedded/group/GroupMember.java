package io.streamwright.log.embedded.group;

/**
 * Who commits offsets. Immutable.
 *
 * @param memberId the member's id; empty for a tool that is no member
 * @param generation in which it is a member; -1 for a tool
 */
public record GroupMember(String memberId, int generation) {
    /** Somebody who is no member, such as a tool. */
    public static final GroupMember NONE = new GroupMember("", -1);

    public GroupMember {
        if (memberId.isEmpty() != (generation < 0)) {
            throw new IllegalArgumentException(
                    "a member has both an id and a generation: memberId=" + memberId + " generation=" + generation);
        }
    }
}
