package io.streamwright.log.embedded.simulation.check;

import static io.streamwright.log.embedded.simulation.check.Violation.unless;

import io.streamwright.log.embedded.coordinator.TransactionMetadata;
import io.streamwright.log.embedded.coordinator.TransactionState;
import io.streamwright.log.embedded.protocol.ProducerIdentity;
import io.streamwright.log.embedded.simulation.cluster.World;
import java.util.HashMap;
import java.util.Map;

/**
 * Every transaction ends within its timeout, once faults have stopped: by its owner, by another owner or by the coordinator.
 *
 * <p>Owner: one simulation.
 */
final class L3OngoingEnds implements Checker {
    private static final long SLACK_MS = 3_000;

    private final Map<ProducerIdentity, Long> sinceMs = new HashMap<>();

    @Override
    public void stepDone(World world) {
        if (world.calmForMs() == 0) {
            return;
        }
        for (TransactionMetadata metadata :
                world.durable().machines().coordinator().all()) {
            if (metadata.state() == TransactionState.ONGOING) {
                long since = sinceMs.computeIfAbsent(metadata.producer(), first -> world.nowMs());
                unless(
                        world.nowMs() - since <= metadata.timeoutMs() + SLACK_MS,
                        this,
                        "still ongoing %s ms after faults have stopped: %s",
                        world.nowMs() - since,
                        metadata);
            }
        }
    }
}
