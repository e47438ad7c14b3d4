package io.streamwright.log.embedded;

import io.streamwright.log.GroupMembership;
import io.streamwright.log.embedded.execution.LeaveGroup;

/**
 * A membership of a group on the embedded log. Immutable.
 *
 * @param log where it is a member
 */
record EmbeddedMembership(EmbeddedLog log, String groupId, String memberId, int generation) implements GroupMembership {

    @Override
    public void close() {
        if (!log.isStopping()) {
            log.post(new LeaveGroup(groupId, memberId));
        }
    }
}
