package io.streamwright.log.embedded.simulation.check;

import static io.streamwright.log.embedded.simulation.check.Violation.unless;

import io.streamwright.log.embedded.partition.OpenTransaction;
import io.streamwright.log.embedded.partition.PartitionRecord;
import io.streamwright.log.embedded.partition.PartitionState;
import io.streamwright.log.embedded.protocol.Decision;
import io.streamwright.log.embedded.protocol.EndMarker;
import io.streamwright.log.embedded.protocol.MarkerOutcome;
import io.streamwright.log.embedded.protocol.PartitionId;
import io.streamwright.log.embedded.protocol.TransactionKey;
import io.streamwright.log.embedded.simulation.cluster.World;

/**
 * A marker ends the transaction that it names, and no other.
 *
 * <p>Owner: one simulation.
 */
final class S2MarkerEndsTheTransactionItNames implements Checker {
    @Override
    public void markerDecided(
            World world, EndMarker marker, PartitionState before, Decision<PartitionRecord, MarkerOutcome> decision) {
        for (PartitionRecord record : decision.records()) {
            unless(
                    record instanceof PartitionRecord.ControlMarker control
                            && control.marker().equals(marker),
                    this,
                    "%s makes %s write %s",
                    marker,
                    before.id(),
                    record);
        }
    }

    @Override
    public void partitionWrites(World world, PartitionId partition, PartitionRecord record) {
        if (record instanceof PartitionRecord.ControlMarker control) {
            TransactionKey named = control.marker().transaction();
            for (OpenTransaction open :
                    world.durable().machines().partition(partition).openTransactions()) {
                unless(
                        open.transaction().producerId() != named.producerId()
                                || open.transaction().equals(named),
                        this,
                        "%s meets %s in %s",
                        control.marker(),
                        open,
                        partition);
            }
        }
    }
}
