package io.streamwright.log.embedded.simulation.check;

import static io.streamwright.log.embedded.simulation.check.Violation.unless;

import io.streamwright.log.embedded.partition.OpenTransaction;
import io.streamwright.log.embedded.partition.PartitionRecord;
import io.streamwright.log.embedded.partition.PartitionState;
import io.streamwright.log.embedded.protocol.Decision;
import io.streamwright.log.embedded.protocol.EndMarker;
import io.streamwright.log.embedded.protocol.MarkerOutcome;
import io.streamwright.log.embedded.protocol.TransactionKey;
import io.streamwright.log.embedded.simulation.cluster.World;

/**
 * A marker that names a newer transaction than the one that is open is refused, and the answer says what is open. No such marker may
 * be sent at all: the older transaction has ended first.
 *
 * <p>Owner: one simulation.
 */
final class S4ForeignMarkerIsRefused implements Checker {
    @Override
    public void markerDecided(
            World world, EndMarker marker, PartitionState before, Decision<PartitionRecord, MarkerOutcome> decision) {
        TransactionKey named = marker.transaction();
        for (OpenTransaction open : before.openTransactions()) {
            TransactionKey key = open.transaction();
            unless(
                    key.producerId() != named.producerId() || key.dataEpoch() >= named.dataEpoch(),
                    this,
                    "%s comes to %s where %s is open, and is answered %s",
                    marker,
                    before.id(),
                    open,
                    decision.outcome());
        }
        if (decision.outcome() instanceof MarkerOutcome.OtherTransactionOpen refused) {
            unless(refused.view().openEpoch().isPresent(), this, "%s does not say what is open", refused);
        }
    }
}
