package io.streamwright.log.embedded.simulation.check;

import static io.streamwright.log.embedded.simulation.check.Violation.unless;

import io.streamwright.log.embedded.simulation.cluster.World;

/**
 * A client that is told to retry succeeds within a bounded number of retries, once faults have stopped.
 *
 * <p>Owner: one simulation.
 */
final class RetriesSucceed implements Checker {
    private static final int BOUND = 150;

    @Override
    public void toldToRetry(World world, String client, int times) {
        unless(times <= BOUND, this, "%s was told to retry %s times in a row", client, times);
    }
}
