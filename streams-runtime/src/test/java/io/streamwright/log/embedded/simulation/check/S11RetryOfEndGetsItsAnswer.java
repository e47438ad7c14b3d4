package io.streamwright.log.embedded.simulation.check;

import static io.streamwright.log.embedded.simulation.check.Violation.unless;

import io.streamwright.log.embedded.coordinator.CoordinatorRecord;
import io.streamwright.log.embedded.coordinator.EndOutcome;
import io.streamwright.log.embedded.coordinator.EndedTransaction;
import io.streamwright.log.embedded.protocol.ProducerIdentity;
import io.streamwright.log.embedded.protocol.TransactionEnd;
import io.streamwright.log.embedded.simulation.cluster.World;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Who asks again how its transaction ended is told so, whatever happened in between: success for what was decided, fenced or timed out
 * for what was not. Only an id that was not used for long, and has expired, is not known any more; and who comes back after another
 * owner has ended transactions of its own is fenced.
 *
 * <p>Owner: one simulation.
 */
final class S11RetryOfEndGetsItsAnswer implements Checker {
    private final History history = new History();
    private final Map<String, Long> producerIds = new HashMap<>();
    private final Set<Long> forgotten = new HashSet<>();

    @Override
    public void coordinatorWrites(World world, CoordinatorRecord record, int leaderEpoch) {
        history.add(record);
        History.metadataOf(record)
                .ifPresent(metadata -> producerIds.put(
                        metadata.transactionalId(), metadata.producer().producerId()));
        if (record instanceof CoordinatorRecord.IdExpired expired) {
            forgotten.add(producerIds.get(expired.transactionalId()));
        }
    }

    @Override
    public void endAnswered(World world, ProducerIdentity producer, TransactionEnd end, EndOutcome outcome) {
        EndedTransaction decision = history.decision(producer);
        boolean wasGranted = outcome instanceof EndOutcome.Ended;
        boolean wasDecidedSo =
                decision != null && decision.end() == end && decision.cause() != EndedTransaction.Cause.TAKEOVER;
        unless(!wasGranted || wasDecidedSo, this, "%s %s: granted, and decided is %s", producer, end, decision);
        boolean isForgotten =
                outcome instanceof EndOutcome.UnknownIdentity && forgotten.contains(producer.producerId());
        if (outcome instanceof EndOutcome.TryLater) {
            return; // perhaps said before it was decided; that retries come to an end is checked elsewhere
        }
        boolean isLatest = world.durable().machines().coordinator().all().stream()
                .anyMatch(metadata -> metadata.producer().producerId() == producer.producerId()
                        && decision != null
                        && decision.equals(metadata.ended()));
        unless(
                wasGranted || isForgotten || !wasDecidedSo || !isLatest,
                this,
                "%s %s: answered %s, and decided is %s",
                producer,
                end,
                outcome,
                decision);
    }
}
