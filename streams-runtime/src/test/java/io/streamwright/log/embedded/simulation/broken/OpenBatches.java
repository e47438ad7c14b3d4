package io.streamwright.log.embedded.simulation.broken;

import io.streamwright.log.embedded.partition.AppendOutcome;
import io.streamwright.log.embedded.partition.AppendRequest;
import io.streamwright.log.embedded.partition.OpenTransaction;
import io.streamwright.log.embedded.partition.PartitionRecord;
import io.streamwright.log.embedded.partition.PartitionState;
import io.streamwright.log.embedded.protocol.Decision;
import io.streamwright.log.embedded.protocol.ProducerIdentity;
import java.util.Optional;

/**
 * Puts a batch where it does not belong: behind the last one of the producer's open transaction.
 *
 * <p>Immutable: holds nothing.
 */
final class OpenBatches {
    private OpenBatches() {}

    /** Returns the identity whose transaction is open in the partition under the producer id of the request. */
    static Optional<ProducerIdentity> openOf(PartitionState partition, AppendRequest request) {
        return partition.openTransactions().stream()
                .map(OpenTransaction::transaction)
                .filter(open -> open.producerId() == request.producer().producerId())
                .map(open -> open.identity())
                .findFirst();
    }

    static Decision<PartitionRecord, AppendOutcome> appendAs(
            ProducerIdentity identity, PartitionState partition, AppendRequest request, long nowMs) {
        AppendRequest tooFar = new AppendRequest(identity, Integer.MAX_VALUE, request.recordCount(), true);
        AppendOutcome refused = partition.decideAppend(tooFar, nowMs).outcome();
        int sequence = ((AppendOutcome.OutOfOrder) refused).expectedSequence();
        return partition.decideAppend(new AppendRequest(identity, sequence, request.recordCount(), true), nowMs);
    }
}
