package io.streamwright.log.embedded.simulation.check;

import static io.streamwright.log.embedded.simulation.check.Violation.unless;

import io.streamwright.log.embedded.coordinator.CoordinatorRecord;
import io.streamwright.log.embedded.coordinator.TransactionMetadata;
import io.streamwright.log.embedded.coordinator.TransactionState;
import io.streamwright.log.embedded.group.GroupRecord;
import io.streamwright.log.embedded.partition.PartitionRecord;
import io.streamwright.log.embedded.protocol.GroupId;
import io.streamwright.log.embedded.protocol.Participant;
import io.streamwright.log.embedded.protocol.PartitionId;
import io.streamwright.log.embedded.protocol.TransactionKey;
import io.streamwright.log.embedded.simulation.cluster.World;
import java.util.HashSet;
import java.util.Set;

/**
 * A participant is in the coordinator's durable list before it holds anything of the transaction.
 *
 * <p>Owner: one simulation.
 */
final class S10ListedBeforeFirstByte implements Checker {
    private final Set<Listed> listed = new HashSet<>();

    private record Listed(TransactionKey transaction, Participant participant) {}

    @Override
    public void coordinatorWrites(World world, CoordinatorRecord record, int leaderEpoch) {
        History.metadataOf(record)
                .filter(metadata -> metadata.state() == TransactionState.ONGOING)
                .ifPresent(this::list);
    }

    private void list(TransactionMetadata metadata) {
        metadata.participants()
                .all()
                .forEach(
                        participant -> listed.add(new Listed(metadata.producer().transaction(), participant)));
    }

    @Override
    public void partitionWrites(World world, PartitionId partition, PartitionRecord record) {
        if (record instanceof PartitionRecord.DataBatch batch) {
            check(batch.producer().transaction(), partition);
        }
    }

    @Override
    public void groupWrites(World world, GroupId group, GroupRecord record) {
        if (record instanceof GroupRecord.ProducerUpdated updated
                && updated.producer().isOpen()) {
            GroupRecord.GroupProducer producer = updated.producer();
            check(new TransactionKey(producer.producerId(), producer.epoch()), group);
        }
    }

    private void check(TransactionKey transaction, Participant participant) {
        unless(
                listed.contains(new Listed(transaction, participant)),
                this,
                "%s holds something of %s, whose list does not name it",
                participant,
                transaction);
    }
}
