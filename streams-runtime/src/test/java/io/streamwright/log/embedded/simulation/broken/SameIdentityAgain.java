package io.streamwright.log.embedded.simulation.broken;

import io.streamwright.log.embedded.coordinator.CoordinatorRecord;
import io.streamwright.log.embedded.coordinator.InitOutcome;
import io.streamwright.log.embedded.coordinator.InitRequest;
import io.streamwright.log.embedded.coordinator.TransactionCoordinator;
import io.streamwright.log.embedded.coordinator.TransactionMetadata;
import io.streamwright.log.embedded.coordinator.TransactionState;
import io.streamwright.log.embedded.protocol.Decision;
import io.streamwright.log.embedded.simulation.cluster.Protocol;
import java.util.Optional;

/**
 * Who opens a transactional id gets the epoch that is there.
 *
 * <p>Immutable: holds nothing.
 */
final class SameIdentityAgain extends Protocol {
    @Override
    protected Decision<CoordinatorRecord, InitOutcome> init(
            TransactionCoordinator coordinator, InitRequest request, long nowMs) {
        Optional<TransactionMetadata> known = coordinator.find(request.transactionalId());
        boolean isIdle = known.isPresent()
                && known.get().state() != TransactionState.ONGOING
                && !known.get().state().isPrepared();
        return isIdle
                ? Decision.reply(new InitOutcome.Opened(known.get().producer()))
                : super.init(coordinator, request, nowMs);
    }
}
