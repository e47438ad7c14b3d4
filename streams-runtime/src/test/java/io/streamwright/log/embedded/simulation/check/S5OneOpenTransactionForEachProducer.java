package io.streamwright.log.embedded.simulation.check;

import static io.streamwright.log.embedded.simulation.check.Violation.unless;

import io.streamwright.log.embedded.partition.OpenTransaction;
import io.streamwright.log.embedded.partition.PartitionRecord;
import io.streamwright.log.embedded.protocol.PartitionId;
import io.streamwright.log.embedded.protocol.TransactionKey;
import io.streamwright.log.embedded.simulation.cluster.World;

/**
 * Data of one transaction never joins another that is open.
 *
 * <p>Owner: one simulation.
 */
final class S5OneOpenTransactionForEachProducer implements Checker {
    @Override
    public void partitionWrites(World world, PartitionId partition, PartitionRecord record) {
        if (record instanceof PartitionRecord.DataBatch batch) {
            TransactionKey named = batch.producer().transaction();
            for (OpenTransaction open :
                    world.durable().machines().partition(partition).openTransactions()) {
                unless(
                        open.transaction().producerId() != named.producerId()
                                || open.transaction().equals(named),
                        this,
                        "%s joins %s in %s",
                        batch,
                        open,
                        partition);
            }
        }
    }
}
