package io.streamwright.log.embedded.simulation.broken;

import io.streamwright.log.embedded.coordinator.AddOutcome;
import io.streamwright.log.embedded.coordinator.CoordinatorRecord;
import io.streamwright.log.embedded.coordinator.TransactionCoordinator;
import io.streamwright.log.embedded.partition.AppendOutcome;
import io.streamwright.log.embedded.partition.AppendRequest;
import io.streamwright.log.embedded.partition.PartitionRecord;
import io.streamwright.log.embedded.partition.PartitionState;
import io.streamwright.log.embedded.protocol.Decision;
import io.streamwright.log.embedded.protocol.Participant;
import io.streamwright.log.embedded.protocol.ProducerIdentity;
import io.streamwright.log.embedded.simulation.cluster.Protocol;
import java.util.Set;

/**
 * Neither the coordinator nor a partition refuses a fenced producer; its batch becomes one of its successor's.
 *
 * <p>Immutable: holds nothing.
 */
final class FencedAppends extends Protocol {
    @Override
    protected Decision<CoordinatorRecord, AddOutcome> add(
            TransactionCoordinator coordinator, ProducerIdentity producer, Set<Participant> added, long nowMs) {
        Decision<CoordinatorRecord, AddOutcome> right = super.add(coordinator, producer, added, nowMs);
        return right.outcome() instanceof AddOutcome.Fenced ? Decision.reply(new AddOutcome.Listed()) : right;
    }

    @Override
    protected Decision<PartitionRecord, AppendOutcome> append(
            PartitionState partition, AppendRequest request, long nowMs) {
        Decision<PartitionRecord, AppendOutcome> right = super.append(partition, request, nowMs);
        return right.outcome() instanceof AppendOutcome.Fenced
                ? OpenBatches.openOf(partition, request)
                        .map(open -> OpenBatches.appendAs(open, partition, request, nowMs))
                        .orElse(right)
                : right;
    }
}
