package io.streamwright.log.embedded.coordinator;

import io.streamwright.log.embedded.coordinator.CoordinatorRecord.IdUpdated;
import io.streamwright.log.embedded.protocol.Decision;
import io.streamwright.log.embedded.protocol.TransactionEnd;
import io.streamwright.log.embedded.protocol.WriteMarkers;
import java.util.List;

/**
 * Makes the decision that ends a transaction: PREPARE with all participants, then their markers; or COMPLETE at once if there is
 * nobody to tell.
 *
 * <p>Immutable: holds nothing.
 */
final class Endings {
    private Endings() {}

    static <O> Decision<CoordinatorRecord, O> end(
            CoordinatorState state,
            TransactionMetadata metadata,
            TransactionEnd end,
            EndedTransaction.Cause cause,
            long nowMs,
            O outcome) {
        TransactionMetadata prepared = metadata.prepared(end, cause, nowMs);
        if (prepared.participants().unacknowledged().isEmpty()) {
            TransactionMetadata complete = prepared.progressed(prepared.participants(), nowMs);
            return Decision.write(List.of(new IdUpdated(prepared), new IdUpdated(complete)), outcome);
        }
        WriteMarkers markers = new WriteMarkers(
                prepared.marker(state.coordinatorEpoch()),
                List.copyOf(prepared.participants().unacknowledged()));
        return new Decision<>(List.of(new IdUpdated(prepared)), List.of(markers), outcome);
    }
}
