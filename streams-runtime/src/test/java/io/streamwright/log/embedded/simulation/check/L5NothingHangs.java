package io.streamwright.log.embedded.simulation.check;

import static io.streamwright.log.embedded.simulation.check.Violation.unless;

import io.streamwright.log.embedded.coordinator.CoordinatorRecord;
import io.streamwright.log.embedded.coordinator.EndedTransaction;
import io.streamwright.log.embedded.coordinator.TransactionMetadata;
import io.streamwright.log.embedded.coordinator.TransactionState;
import io.streamwright.log.embedded.partition.OpenTransaction;
import io.streamwright.log.embedded.partition.PartitionState;
import io.streamwright.log.embedded.protocol.PartitionId;
import io.streamwright.log.embedded.protocol.TransactionKey;
import io.streamwright.log.embedded.simulation.cluster.World;

/**
 * A transaction that is open in a partition is one that the coordinator will end: ongoing or prepared, with this partition in its list
 * (the check of KIP-664).
 *
 * <p>Owner: one simulation.
 */
final class L5NothingHangs implements Checker {
    private boolean changed;

    @Override
    public void coordinatorWrites(World world, CoordinatorRecord record, int leaderEpoch) {
        changed = true;
    }

    @Override
    public void partitionWrote(World world, PartitionId partition) {
        changed = true;
    }

    @Override
    public void stepDone(World world) {
        if (changed) {
            changed = false;
            world.durable().machines().partitions().values().stream()
                    .filter(partition -> !world.directory().isDeleted(partition.id()))
                    .forEach(partition -> check(world, partition));
        }
    }

    private void check(World world, PartitionState partition) {
        for (OpenTransaction open : partition.openTransactions()) {
            unless(
                    world.durable().machines().coordinator().all().stream()
                            .anyMatch(metadata -> willEnd(metadata, open.transaction(), partition.id())),
                    this,
                    "%s hangs in %s: the coordinator knows %s",
                    open,
                    partition.id(),
                    world.durable().machines().coordinator().all());
        }
    }

    private static boolean willEnd(TransactionMetadata metadata, TransactionKey open, PartitionId partition) {
        if (metadata.state() == TransactionState.ONGOING) {
            return metadata.producer().transaction().equals(open)
                    && metadata.participants().all().contains(partition);
        }
        EndedTransaction ended = metadata.ended();
        return metadata.state().isPrepared()
                && ended != null
                && metadata.producer().producerId() == open.producerId()
                && ended.dataEpoch() == open.dataEpoch()
                && metadata.participants().unacknowledged().contains(partition);
    }
}
