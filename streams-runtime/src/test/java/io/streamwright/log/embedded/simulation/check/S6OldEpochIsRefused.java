package io.streamwright.log.embedded.simulation.check;

import static io.streamwright.log.embedded.simulation.check.Violation.unless;

import io.streamwright.log.embedded.group.GroupRecord;
import io.streamwright.log.embedded.partition.AppendOutcome;
import io.streamwright.log.embedded.partition.AppendRequest;
import io.streamwright.log.embedded.partition.PartitionRecord;
import io.streamwright.log.embedded.protocol.Decision;
import io.streamwright.log.embedded.protocol.GroupId;
import io.streamwright.log.embedded.protocol.Participant;
import io.streamwright.log.embedded.protocol.PartitionId;
import io.streamwright.log.embedded.protocol.ProducerIdentity;
import io.streamwright.log.embedded.protocol.TransactionKey;
import io.streamwright.log.embedded.simulation.cluster.World;
import java.util.HashSet;
import java.util.Set;

/**
 * Nothing of a transaction is taken once it has ended here, however long ago that was; and nothing is taken under another identity
 * than its own.
 *
 * <p>Owner: one simulation.
 */
final class S6OldEpochIsRefused implements Checker {
    private final Set<Ended> ended = new HashSet<>();

    private record Ended(Participant participant, TransactionKey transaction) {}

    @Override
    public void partitionWrites(World world, PartitionId partition, PartitionRecord record) {
        if (record instanceof PartitionRecord.ControlMarker control) {
            ended.add(new Ended(partition, control.marker().transaction()));
        } else if (record instanceof PartitionRecord.DataBatch batch) {
            check(partition, batch.producer());
        }
    }

    @Override
    public void groupWrites(World world, GroupId group, GroupRecord record) {
        if (record instanceof GroupRecord.ProducerUpdated updated) {
            GroupRecord.GroupProducer producer = updated.producer();
            if (producer.isOpen()) {
                check(group, new ProducerIdentity(producer.producerId(), producer.epoch()));
            } else {
                ended.add(new Ended(group, new TransactionKey(producer.producerId(), producer.epoch() - 1)));
            }
        }
    }

    private void check(Participant participant, ProducerIdentity writer) {
        unless(
                !ended.contains(new Ended(participant, writer.transaction())),
                this,
                "%s takes something of %s, which has ended there",
                participant,
                writer);
    }

    @Override
    public void appendDecided(World world, AppendRequest request, Decision<PartitionRecord, AppendOutcome> decision) {
        for (PartitionRecord record : decision.records()) {
            unless(
                    record instanceof PartitionRecord.DataBatch batch
                            && batch.producer().equals(request.producer()),
                    this,
                    "%s is taken as %s",
                    request,
                    record);
        }
    }
}
