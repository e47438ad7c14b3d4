package io.streamwright.log.embedded.execution;

import io.streamwright.log.embedded.group.FetchOutcome;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * Asks for a group's committed offsets.
 *
 * @param groupId the group
 * @param partitions which
 * @param reply the offsets; partitions without one are left out
 */
public record FetchOffsets(
        String groupId, Set<TopicPartition> partitions, CompletableFuture<Map<TopicPartition, OffsetAndMetadata>> reply)
        implements LogRequest {
    public FetchOffsets {
        partitions = Set.copyOf(partitions);
    }

    @Override
    public void execute(ProtocolExecutor log) {
        FetchOutcome outcome = log.state().group(groupId).fetch(partitions);
        KafkaException refused = OutcomeExceptions.of(outcome, groupId);
        if (outcome instanceof FetchOutcome.Offsets found) {
            log.round().reply(this, () -> reply.complete(found.offsets()));
        } else if (refused != null) {
            log.round().reply(this, () -> reply.completeExceptionally(refused));
        }
    }

    @Override
    public void fail(KafkaException failure) {
        reply.completeExceptionally(failure);
    }
}
