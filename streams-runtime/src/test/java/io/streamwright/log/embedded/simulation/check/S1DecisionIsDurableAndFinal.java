package io.streamwright.log.embedded.simulation.check;

import static io.streamwright.log.embedded.simulation.check.Violation.unless;

import io.streamwright.log.embedded.coordinator.CoordinatorRecord;
import io.streamwright.log.embedded.coordinator.EndedTransaction;
import io.streamwright.log.embedded.partition.PartitionRecord;
import io.streamwright.log.embedded.protocol.EndMarker;
import io.streamwright.log.embedded.protocol.Participant;
import io.streamwright.log.embedded.protocol.PartitionId;
import io.streamwright.log.embedded.protocol.TransactionEnd;
import io.streamwright.log.embedded.protocol.TransactionKey;
import io.streamwright.log.embedded.simulation.cluster.World;

/**
 * A decision is durable before anything of it is sent, stored or seen, and never changes.
 *
 * <p>Owner: one simulation.
 */
final class S1DecisionIsDurableAndFinal implements Checker {
    private final History history = new History();

    @Override
    public void coordinatorWrites(World world, CoordinatorRecord record, int leaderEpoch) {
        History.metadataOf(record).ifPresent(metadata -> {
            EndedTransaction ended = metadata.ended();
            if (ended != null) {
                TransactionKey key = new TransactionKey(metadata.producer().producerId(), ended.dataEpoch());
                EndedTransaction first = history.decision(key);
                unless(first == null || first.equals(ended), this, "%s was %s and becomes %s", key, first, ended);
            }
        });
        history.add(record);
    }

    @Override
    public void markerSent(World world, EndMarker marker, Participant participant) {
        check(marker, "sent to " + participant);
    }

    @Override
    public void partitionWrites(World world, PartitionId partition, PartitionRecord record) {
        if (record instanceof PartitionRecord.ControlMarker control) {
            check(control.marker(), "stored in " + partition);
        }
    }

    private void check(EndMarker marker, String what) {
        EndedTransaction decision = history.decision(marker.transaction());
        unless(
                decision != null && decision.end() == marker.end(),
                this,
                "%s is %s, the durable decision is %s",
                marker,
                what,
                decision);
    }

    @Override
    public void read(World world, PartitionId partition, TransactionKey transaction) {
        EndedTransaction decision = history.decision(transaction);
        unless(
                decision != null && decision.end() == TransactionEnd.COMMIT,
                this,
                "readers of %s see %s, the durable decision is %s",
                partition,
                transaction,
                decision);
    }
}
