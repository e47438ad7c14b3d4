package io.streamwright.log.embedded.simulation.broken;

import io.streamwright.log.embedded.coordinator.CoordinatorRecord;
import io.streamwright.log.embedded.coordinator.CoordinatorRecord.IdUpdated;
import io.streamwright.log.embedded.coordinator.EndOutcome;
import io.streamwright.log.embedded.coordinator.EndedTransaction;
import io.streamwright.log.embedded.coordinator.TransactionCoordinator;
import io.streamwright.log.embedded.coordinator.TransactionMetadata;
import io.streamwright.log.embedded.coordinator.TransactionMetadata.Participants;
import io.streamwright.log.embedded.coordinator.TransactionState;
import io.streamwright.log.embedded.protocol.Decision;
import io.streamwright.log.embedded.protocol.ProducerIdentity;
import io.streamwright.log.embedded.protocol.TransactionEnd;
import io.streamwright.log.embedded.simulation.cluster.Protocol;
import java.util.List;
import java.util.Optional;

/**
 * The coordinator aborts a transaction whose commit it is asked for a second time.
 *
 * <p>Immutable: holds nothing.
 */
final class RepeatedEndAborts extends Protocol {
    @Override
    protected Decision<CoordinatorRecord, EndOutcome> end(
            TransactionCoordinator coordinator, ProducerIdentity producer, TransactionEnd end, long nowMs) {
        Optional<TransactionMetadata> committed = coordinator.all().stream()
                .filter(metadata -> metadata.producer().equals(producer.next()))
                .filter(metadata -> metadata.state() == TransactionState.COMPLETE_COMMIT)
                .findFirst();
        return committed.isPresent() && end == TransactionEnd.COMMIT
                ? Decision.write(
                        List.of(new IdUpdated(aborted(committed.get(), producer))), new EndOutcome.Fenced(producer))
                : super.end(coordinator, producer, end, nowMs);
    }

    private static TransactionMetadata aborted(TransactionMetadata committed, ProducerIdentity producer) {
        return new TransactionMetadata(
                committed.transactionalId(),
                committed.producer(),
                committed.ownerSinceEpoch(),
                committed.timeoutMs(),
                TransactionState.PREPARE_ABORT,
                Participants.NONE,
                new EndedTransaction(producer.epoch(), TransactionEnd.ABORT, EndedTransaction.Cause.OWNER),
                committed.sinceMs());
    }
}
