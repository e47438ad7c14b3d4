package io.streamwright.log;

import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who joins a group. Immutable.
 *
 * @param groupId the group, for an application its id
 * @param topics whose offsets the member is going to commit: the log keeps these for as long as it is a member
 * @param home directory of the member's own: a log that knows a member again after a crash keeps its identity there (KIP-345), so
 *     that it need not wait for its former self to time out; null for a member that is new each time
 */
public record MemberOptions(
        String groupId, Set<String> topics, @Nullable Path home) {
    public MemberOptions {
        topics = Set.copyOf(topics);
    }

    /** Returns a member that is new each time, and names no topics. */
    public static MemberOptions of(String groupId) {
        return new MemberOptions(groupId, Set.of(), null);
    }
}
