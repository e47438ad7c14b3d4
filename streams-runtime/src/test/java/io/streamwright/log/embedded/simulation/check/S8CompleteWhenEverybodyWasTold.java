package io.streamwright.log.embedded.simulation.check;

import static io.streamwright.log.embedded.simulation.check.Violation.unless;

import io.streamwright.log.embedded.coordinator.CoordinatorRecord;
import io.streamwright.log.embedded.coordinator.EndedTransaction;
import io.streamwright.log.embedded.coordinator.TransactionMetadata;
import io.streamwright.log.embedded.coordinator.TransactionState;
import io.streamwright.log.embedded.group.GroupRecord;
import io.streamwright.log.embedded.partition.PartitionRecord;
import io.streamwright.log.embedded.protocol.GroupId;
import io.streamwright.log.embedded.protocol.Participant;
import io.streamwright.log.embedded.protocol.PartitionId;
import io.streamwright.log.embedded.protocol.TransactionKey;
import io.streamwright.log.embedded.simulation.cluster.World;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * A transaction is complete only when each participant has durably recorded its end, or is proven to be deleted.
 *
 * <p>Owner: one simulation.
 */
final class S8CompleteWhenEverybodyWasTold implements Checker {
    private final Map<TransactionKey, Set<Participant>> untold = new HashMap<>();
    private final Map<TransactionKey, Set<Participant>> told = new HashMap<>();

    @Override
    public void coordinatorWrites(World world, CoordinatorRecord record, int leaderEpoch) {
        History.metadataOf(record).ifPresent(metadata -> check(world, metadata));
    }

    private void check(World world, TransactionMetadata metadata) {
        EndedTransaction ended = metadata.ended();
        if (ended == null) {
            return;
        }
        TransactionKey key = new TransactionKey(metadata.producer().producerId(), ended.dataEpoch());
        if (metadata.state().isPrepared()) {
            untold.putIfAbsent(key, new HashSet<>(metadata.participants().all()));
        }
        boolean isComplete = metadata.state() == TransactionState.COMPLETE_COMMIT
                || metadata.state() == TransactionState.COMPLETE_ABORT;
        if (isComplete && untold.containsKey(key)) {
            Set<Participant> missing = new HashSet<>(untold.get(key));
            missing.removeAll(told.getOrDefault(key, Set.of()));
            missing.removeIf(world.directory()::isDeleted);
            unless(missing.isEmpty(), this, "%s is complete, and %s do not know how it ended", key, missing);
        }
    }

    @Override
    public void partitionWrites(World world, PartitionId partition, PartitionRecord record) {
        if (record instanceof PartitionRecord.ControlMarker control) {
            tell(control.marker().transaction(), partition);
        }
    }

    @Override
    public void groupWrites(World world, GroupId group, GroupRecord record) {
        if (record instanceof GroupRecord.ProducerUpdated updated
                && !updated.producer().isOpen()) {
            GroupRecord.GroupProducer producer = updated.producer();
            tell(new TransactionKey(producer.producerId(), producer.epoch() - 1), group);
        }
    }

    private void tell(TransactionKey transaction, Participant participant) {
        told.computeIfAbsent(transaction, key -> new HashSet<>()).add(participant);
    }
}
