package io.streamwright.log.embedded.execution;

import io.streamwright.log.embedded.group.GroupMember;
import io.streamwright.log.embedded.group.GroupState;
import io.streamwright.log.embedded.group.JoinOutcome;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.KafkaException;

/**
 * Makes somebody the member of a group.
 *
 * @param groupId the group
 * @param reply the member's id and generation
 */
public record JoinGroup(String groupId, CompletableFuture<GroupMember> reply) implements LogRequest {

    @Override
    public void execute(ProtocolExecutor log) {
        GroupState group = log.state().group(groupId);
        // The coordinator's epoch is another at every opening of the log, the generation at every join.
        String memberId = groupId + "-" + log.state().coordinator().coordinatorEpoch() + "-" + (group.generation() + 1);
        JoinOutcome outcome = log.change(group, group.decideJoin(memberId));
        log.round().requireSync();
        KafkaException refused = OutcomeExceptions.of(outcome, groupId);
        if (outcome instanceof JoinOutcome.Joined joined) {
            log.round().reply(this, () -> {
                log.members().add(joined.member().memberId());
                reply.complete(joined.member());
            });
        } else if (refused != null) {
            log.round().reply(this, () -> reply.completeExceptionally(refused));
        }
    }

    @Override
    public void fail(KafkaException failure) {
        reply.completeExceptionally(failure);
    }
}
