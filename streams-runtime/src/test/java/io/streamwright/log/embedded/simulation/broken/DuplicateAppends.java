package io.streamwright.log.embedded.simulation.broken;

import io.streamwright.log.embedded.partition.AppendOutcome;
import io.streamwright.log.embedded.partition.AppendRequest;
import io.streamwright.log.embedded.partition.PartitionRecord;
import io.streamwright.log.embedded.partition.PartitionState;
import io.streamwright.log.embedded.protocol.Decision;
import io.streamwright.log.embedded.simulation.cluster.Protocol;

/**
 * A partition does not notice that a batch is a copy.
 *
 * <p>Immutable: holds nothing.
 */
final class DuplicateAppends extends Protocol {
    @Override
    protected Decision<PartitionRecord, AppendOutcome> append(
            PartitionState partition, AppendRequest request, long nowMs) {
        Decision<PartitionRecord, AppendOutcome> right = super.append(partition, request, nowMs);
        return right.outcome() instanceof AppendOutcome.Duplicate
                ? OpenBatches.openOf(partition, request)
                        .map(open -> OpenBatches.appendAs(open, partition, request, nowMs))
                        .orElse(right)
                : right;
    }
}
