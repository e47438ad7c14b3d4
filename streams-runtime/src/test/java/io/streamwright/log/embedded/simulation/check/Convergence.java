package io.streamwright.log.embedded.simulation.check;

import static io.streamwright.log.embedded.simulation.check.Violation.unless;

import io.streamwright.log.embedded.coordinator.TransactionMetadata;
import io.streamwright.log.embedded.coordinator.TransactionState;
import io.streamwright.log.embedded.simulation.cluster.World;

/**
 * Once faults have stopped, every client gets on with its work, and everything comes to rest within a bounded time with nothing open.
 *
 * <p>Owner: one simulation.
 */
final class Convergence implements Checker {
    private static final long BOUND_MS = 60_000;

    @Override
    public void stepDone(World world) {
        unless(
                world.calmForMs() <= BOUND_MS,
                this,
                "nothing has come to rest %s ms after faults have stopped; the coordinator knows %s",
                world.calmForMs(),
                world.durable().machines().coordinator().all());
    }

    @Override
    public void atRest(World world) {
        for (TransactionMetadata metadata :
                world.durable().machines().coordinator().all()) {
            unless(
                    metadata.state() != TransactionState.ONGOING
                            && !metadata.state().isPrepared(),
                    this,
                    "left open: %s",
                    metadata);
        }
        world.durable().machines().partitions().values().stream()
                .filter(partition -> !world.directory().isDeleted(partition.id()))
                .forEach(partition -> unless(
                        partition.openTransactions().isEmpty() && partition.lastStableOffset() == partition.endOffset(),
                        this,
                        "left open in %s: %s",
                        partition.id(),
                        partition.openTransactions()));
    }
}
