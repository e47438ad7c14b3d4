package io.streamwright.log.embedded.simulation.broken;

import io.streamwright.log.embedded.partition.PartitionRecord;
import io.streamwright.log.embedded.partition.PartitionState;
import io.streamwright.log.embedded.protocol.Decision;
import io.streamwright.log.embedded.protocol.EndMarker;
import io.streamwright.log.embedded.protocol.MarkerOutcome;
import io.streamwright.log.embedded.protocol.ParticipantView;
import io.streamwright.log.embedded.simulation.cluster.Protocol;
import java.util.OptionalLong;

/**
 * A partition takes a marker only if its epoch is greater than the one it knows.
 *
 * <p>Immutable.
 */
final class StrictMarkerEpoch extends Protocol {
    private final boolean deliversAfterRefusal;

    StrictMarkerEpoch(boolean deliversAfterRefusal) {
        this.deliversAfterRefusal = deliversAfterRefusal;
    }

    @Override
    protected Decision<PartitionRecord, MarkerOutcome> mark(PartitionState partition, EndMarker marker, long nowMs) {
        Decision<PartitionRecord, MarkerOutcome> right = super.mark(partition, marker, nowMs);
        return right.outcome() instanceof MarkerOutcome.AlreadyEnded
                ? Decision.reply(new MarkerOutcome.OtherTransactionOpen(new ParticipantView(
                        OptionalLong.of(marker.transaction().nextEpoch()),
                        OptionalLong.empty(),
                        partition.coordinatorEpoch())))
                : right;
    }

    @Override
    protected boolean deliversAfterRefusal() {
        return deliversAfterRefusal;
    }
}
