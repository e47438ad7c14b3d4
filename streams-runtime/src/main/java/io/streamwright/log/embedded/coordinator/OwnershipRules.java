package io.streamwright.log.embedded.coordinator;

import io.streamwright.log.embedded.coordinator.CoordinatorRecord.IdUpdated;
import io.streamwright.log.embedded.coordinator.CoordinatorRecord.ProducerIdsAssigned;
import io.streamwright.log.embedded.coordinator.TransactionMetadata.Participants;
import io.streamwright.log.embedded.protocol.Decision;
import io.streamwright.log.embedded.protocol.ProducerIdentity;
import io.streamwright.log.embedded.protocol.TransactionEnd;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides who owns a transactional id (KIP-98, KIP-360).
 *
 * <p>Owner: the coordinator's loop. Reads the coordinator's state and never changes it.
 */
final class OwnershipRules {
    private final CoordinatorState state;
    private final CoordinatorLimits limits;

    OwnershipRules(CoordinatorState state, CoordinatorLimits limits) {
        this.state = state;
        this.limits = limits;
    }

    Decision<CoordinatorRecord, InitOutcome> decideInit(InitRequest request, long nowMs) {
        if (request.timeoutMs() < 1 || request.timeoutMs() > limits.maxTransactionTimeoutMs()) {
            return Decision.reply(
                    new InitOutcome.InvalidTimeout(request.timeoutMs(), limits.maxTransactionTimeoutMs()));
        }
        ProducerIdentity known = request.known();
        TransactionMetadata metadata = state.byId(request.transactionalId());
        if (known != null && (metadata == null || !isOwned(metadata, known))) {
            return Decision.reply(new InitOutcome.Fenced(known));
        }
        if (metadata == null) {
            return create(request, nowMs);
        }
        return switch (metadata.state()) {
            case PREPARE_COMMIT, PREPARE_ABORT -> Decision.reply(new InitOutcome.TryLater(metadata.state()));
            case ONGOING ->
                isRepeated(metadata, known)
                        ? Decision.reply(new InitOutcome.Opened(metadata.producer()))
                        : abortOngoing(metadata, known, nowMs);
            case EMPTY, COMPLETE_COMMIT, COMPLETE_ABORT ->
                isRepeated(metadata, known)
                        ? Decision.reply(new InitOutcome.Opened(metadata.producer()))
                        : raise(metadata, request, nowMs);
            case DEAD -> throw new IllegalStateException("a dead transactional id is never stored: " + metadata);
        };
    }

    /** Returns whether the identity was given to the present owner of the id, and to nobody else. */
    private static boolean isOwned(TransactionMetadata metadata, ProducerIdentity known) {
        return known.producerId() == metadata.producer().producerId()
                && known.epoch() >= metadata.ownerSinceEpoch()
                && known.epoch() <= metadata.producer().epoch();
    }

    /** Returns whether the owner shows an earlier identity: it lost the reply that gave the current one, or this is a late copy. */
    private static boolean isRepeated(TransactionMetadata metadata, @Nullable ProducerIdentity known) {
        return known != null && known.epoch() < metadata.producer().epoch();
    }

    private Decision<CoordinatorRecord, InitOutcome> create(InitRequest request, long nowMs) {
        ProducerIdentity identity = new ProducerIdentity(state.nextProducerId(), 0);
        TransactionMetadata created = new TransactionMetadata(
                request.transactionalId(),
                identity,
                0,
                request.timeoutMs(),
                TransactionState.EMPTY,
                Participants.NONE,
                null,
                nowMs);
        return Decision.write(
                List.of(new ProducerIdsAssigned(identity.producerId() + 1), new IdUpdated(created)),
                new InitOutcome.Opened(identity));
    }

    private Decision<CoordinatorRecord, InitOutcome> abortOngoing(
            TransactionMetadata metadata, @Nullable ProducerIdentity known, long nowMs) {
        EndedTransaction.Cause cause = known == null ? EndedTransaction.Cause.TAKEOVER : EndedTransaction.Cause.OWNER;
        return Endings.end(
                state,
                metadata,
                TransactionEnd.ABORT,
                cause,
                nowMs,
                new InitOutcome.TryLater(TransactionState.PREPARE_ABORT));
    }

    private static Decision<CoordinatorRecord, InitOutcome> raise(
            TransactionMetadata metadata, InitRequest request, long nowMs) {
        ProducerIdentity next = metadata.producer().next();
        long ownerSince = request.known() == null ? next.epoch() : metadata.ownerSinceEpoch();
        return Decision.write(
                List.of(new IdUpdated(metadata.opened(next, ownerSince, request.timeoutMs(), nowMs))),
                new InitOutcome.Opened(next));
    }
}
