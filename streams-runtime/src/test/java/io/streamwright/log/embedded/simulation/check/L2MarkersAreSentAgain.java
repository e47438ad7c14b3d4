package io.streamwright.log.embedded.simulation.check;

import static io.streamwright.log.embedded.simulation.check.Violation.unless;

import io.streamwright.log.embedded.coordinator.TransactionMetadata;
import io.streamwright.log.embedded.protocol.EndMarker;
import io.streamwright.log.embedded.protocol.Participant;
import io.streamwright.log.embedded.protocol.TransactionKey;
import io.streamwright.log.embedded.simulation.cluster.World;
import java.util.HashMap;
import java.util.Map;

/**
 * A marker that is not acknowledged is sent again within a bounded time, once faults have stopped.
 *
 * <p>Owner: one simulation.
 */
final class L2MarkersAreSentAgain implements Checker {
    private static final long BOUND_MS = 3_000;

    private final Map<Sent, Long> lastSentMs = new HashMap<>();

    private record Sent(TransactionKey transaction, Participant participant) {}

    @Override
    public void markerSent(World world, EndMarker marker, Participant participant) {
        lastSentMs.put(new Sent(marker.transaction(), participant), world.nowMs());
    }

    @Override
    public void stepDone(World world) {
        if (world.calmForMs() <= BOUND_MS) {
            return;
        }
        for (TransactionMetadata metadata :
                world.durable().machines().coordinator().all()) {
            if (metadata.state().isPrepared()) {
                check(world, metadata);
            }
        }
    }

    private void check(World world, TransactionMetadata metadata) {
        TransactionKey key = new TransactionKey(
                metadata.producer().producerId(), metadata.producer().epoch() - 1);
        for (Participant participant : metadata.participants().unacknowledged()) {
            long sentMs = lastSentMs.merge(new Sent(key, participant), world.nowMs() - world.calmForMs(), Math::max);
            unless(
                    world.nowMs() - sentMs <= BOUND_MS || world.directory().isDeleted(participant),
                    this,
                    "the marker of %s was not sent to %s for %s ms",
                    key,
                    participant,
                    world.nowMs() - sentMs);
        }
    }
}
