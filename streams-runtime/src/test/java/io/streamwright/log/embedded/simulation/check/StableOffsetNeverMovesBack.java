package io.streamwright.log.embedded.simulation.check;

import static io.streamwright.log.embedded.simulation.check.Violation.unless;

import io.streamwright.log.embedded.partition.PartitionState;
import io.streamwright.log.embedded.protocol.PartitionId;
import io.streamwright.log.embedded.simulation.cluster.World;
import java.util.HashMap;
import java.util.Map;

/**
 * The last stable offset of a partition never moves back and never passes an open transaction.
 *
 * <p>Owner: one simulation.
 */
final class StableOffsetNeverMovesBack implements Checker {
    private final Map<PartitionId, Long> before = new HashMap<>();

    @Override
    public void partitionWrote(World world, PartitionId partition) {
        PartitionState state = world.durable().machines().partition(partition);
        long stable = state.lastStableOffset();
        unless(
                stable >= before.getOrDefault(partition, 0L) && stable <= state.endOffset(),
                this,
                "%s moves from %s to %s",
                partition,
                before.get(partition),
                stable);
        state.openTransactions()
                .forEach(open ->
                        unless(stable <= open.firstOffset(), this, "%s: %s passes %s", partition, stable, open));
        before.put(partition, stable);
    }
}
