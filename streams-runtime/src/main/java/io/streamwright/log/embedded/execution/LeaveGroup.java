package io.streamwright.log.embedded.execution;

import io.streamwright.log.embedded.group.GroupState;
import org.apache.kafka.common.KafkaException;

/**
 * Ends a membership. Nobody waits for the reply; should it be lost, recovery ends the membership.
 *
 * @param groupId the group
 * @param memberId who leaves; without effect if that is not the member
 */
public record LeaveGroup(String groupId, String memberId) implements LogRequest {

    @Override
    public void execute(ProtocolExecutor log) {
        log.members().remove(memberId);
        GroupState group = log.state().group(groupId);
        log.change(group, group.decideLeave(memberId));
        log.round().done(this);
    }

    @Override
    public void fail(KafkaException failure) {
        // The member was removed from the living ones before, so recovery finds it gone.
    }
}
