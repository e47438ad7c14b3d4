package io.streamwright.log.embedded.simulation.broken;

import io.streamwright.log.embedded.partition.AppendOutcome;
import io.streamwright.log.embedded.partition.AppendRequest;
import io.streamwright.log.embedded.partition.PartitionRecord;
import io.streamwright.log.embedded.partition.PartitionState;
import io.streamwright.log.embedded.protocol.Decision;
import io.streamwright.log.embedded.simulation.cluster.Protocol;

/**
 * The coordinator takes a partition without a leader for deleted; perhaps partitions let data join an older transaction, too.
 *
 * <p>Immutable.
 */
final class UnavailableIsDeleted extends Protocol {
    private final boolean joinsOlder;

    UnavailableIsDeleted(boolean joinsOlder) {
        this.joinsOlder = joinsOlder;
    }

    @Override
    protected boolean waitsForUnavailable() {
        return false;
    }

    @Override
    protected Decision<PartitionRecord, AppendOutcome> append(
            PartitionState partition, AppendRequest request, long nowMs) {
        Decision<PartitionRecord, AppendOutcome> right = super.append(partition, request, nowMs);
        return joinsOlder && right.outcome() instanceof AppendOutcome.OtherTransactionOpen
                ? OpenBatches.openOf(partition, request)
                        .map(open -> OpenBatches.appendAs(open, partition, request, nowMs))
                        .orElse(right)
                : right;
    }
}
