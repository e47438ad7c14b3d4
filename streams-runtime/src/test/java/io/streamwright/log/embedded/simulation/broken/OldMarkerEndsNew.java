package io.streamwright.log.embedded.simulation.broken;

import io.streamwright.log.embedded.partition.OpenTransaction;
import io.streamwright.log.embedded.partition.PartitionRecord;
import io.streamwright.log.embedded.partition.PartitionRecord.ControlMarker;
import io.streamwright.log.embedded.partition.PartitionState;
import io.streamwright.log.embedded.protocol.Decision;
import io.streamwright.log.embedded.protocol.EndMarker;
import io.streamwright.log.embedded.protocol.MarkerOutcome;
import io.streamwright.log.embedded.protocol.TransactionKey;
import io.streamwright.log.embedded.simulation.cluster.Protocol;
import java.util.List;
import java.util.Optional;

/**
 * A partition takes a marker for the end of whatever transaction of the producer is open.
 *
 * <p>Immutable: holds nothing.
 */
final class OldMarkerEndsNew extends Protocol {
    @Override
    protected Decision<PartitionRecord, MarkerOutcome> mark(PartitionState partition, EndMarker marker, long nowMs) {
        TransactionKey named = marker.transaction();
        Optional<TransactionKey> newer = partition.openTransactions().stream()
                .map(OpenTransaction::transaction)
                .filter(open -> open.producerId() == named.producerId() && open.dataEpoch() > named.dataEpoch())
                .findFirst();
        if (newer.isEmpty() || marker.coordinatorEpoch() < partition.coordinatorEpoch()) {
            return super.mark(partition, marker, nowMs);
        }
        EndMarker taken = new EndMarker(newer.get(), marker.end(), marker.coordinatorEpoch());
        return Decision.write(
                List.of(new ControlMarker(partition.endOffset(), taken, nowMs)), new MarkerOutcome.Ended());
    }
}
