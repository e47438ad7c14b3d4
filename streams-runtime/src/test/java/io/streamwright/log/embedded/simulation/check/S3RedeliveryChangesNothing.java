package io.streamwright.log.embedded.simulation.check;

import static io.streamwright.log.embedded.simulation.check.Violation.unless;

import io.streamwright.log.embedded.group.GroupRecord;
import io.streamwright.log.embedded.partition.PartitionRecord;
import io.streamwright.log.embedded.partition.PartitionState;
import io.streamwright.log.embedded.protocol.Decision;
import io.streamwright.log.embedded.protocol.EndMarker;
import io.streamwright.log.embedded.protocol.GroupId;
import io.streamwright.log.embedded.protocol.MarkerOutcome;
import io.streamwright.log.embedded.protocol.Participant;
import io.streamwright.log.embedded.protocol.PartitionId;
import io.streamwright.log.embedded.protocol.TransactionKey;
import io.streamwright.log.embedded.simulation.cluster.World;
import java.util.HashSet;
import java.util.Set;

/**
 * A marker of a transaction that has ended here is a success, and is not stored a second time; unless the producer was forgotten
 * since, as it wrote nothing for long.
 *
 * <p>Owner: one simulation.
 */
final class S3RedeliveryChangesNothing implements Checker {
    private final Set<Told> told = new HashSet<>();

    private record Told(Participant participant, TransactionKey transaction) {}

    @Override
    public void partitionWrites(World world, PartitionId partition, PartitionRecord record) {
        if (record instanceof PartitionRecord.ControlMarker control) {
            tell(partition, control.marker().transaction());
        } else if (record instanceof PartitionRecord.ProducersExpired expired) {
            expired.producerIds().forEach(producerId -> forget(partition, producerId));
        }
    }

    @Override
    public void groupWrites(World world, GroupId group, GroupRecord record) {
        if (record instanceof GroupRecord.ProducerUpdated updated
                && !updated.producer().isOpen()) {
            GroupRecord.GroupProducer producer = updated.producer();
            tell(group, new TransactionKey(producer.producerId(), producer.epoch() - 1));
        } else if (record instanceof GroupRecord.ProducerExpired expired) {
            forget(group, expired.producerId());
        }
    }

    private void tell(Participant participant, TransactionKey transaction) {
        unless(
                told.add(new Told(participant, transaction)),
                this,
                "%s takes a second marker of %s",
                participant,
                transaction);
    }

    private void forget(Participant participant, long producerId) {
        told.removeIf(known -> known.participant.equals(participant) && known.transaction.producerId() == producerId);
    }

    @Override
    public void markerDecided(
            World world, EndMarker marker, PartitionState before, Decision<PartitionRecord, MarkerOutcome> decision) {
        boolean isRedelivery = told.contains(new Told(before.id(), marker.transaction()));
        boolean isStale = marker.coordinatorEpoch() < before.coordinatorEpoch();
        unless(
                !isRedelivery || isStale || decision.outcome().isAcknowledgement(),
                this,
                "%s is refused by %s, which has taken it before: %s",
                marker,
                before.id(),
                decision.outcome());
    }
}
