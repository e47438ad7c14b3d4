package io.streamwright.log.embedded.coordinator;

import io.streamwright.log.embedded.coordinator.CoordinatorRecord.IdUpdated;
import io.streamwright.log.embedded.protocol.Decision;
import io.streamwright.log.embedded.protocol.Participant;
import io.streamwright.log.embedded.protocol.ProducerIdentity;
import io.streamwright.log.embedded.protocol.TransactionEnd;
import io.streamwright.log.embedded.protocol.TransactionKey;
import io.streamwright.log.embedded.protocol.WriteMarkers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Decides how a transaction goes on, from its first participant to its last acknowledgement (KIP-890).
 *
 * <p>Owner: the coordinator's loop. Reads the coordinator's state and never changes it.
 */
final class TransactionRules {
    private final CoordinatorState state;

    TransactionRules(CoordinatorState state) {
        this.state = state;
    }

    Decision<CoordinatorRecord, AddOutcome> decideAdd(
            ProducerIdentity producer, Set<Participant> participants, long nowMs) {
        TransactionMetadata metadata = state.byProducer(producer.producerId());
        if (metadata == null || producer.epoch() > metadata.producer().epoch()) {
            return Decision.reply(new AddOutcome.UnknownIdentity(producer));
        }
        if (producer.epoch() < metadata.producer().epoch()) {
            return Decision.reply(
                    hasTimedOut(metadata, producer)
                            ? new AddOutcome.TimedOut(metadata.producer())
                            : new AddOutcome.Fenced(metadata.producer()));
        }
        if (metadata.state().isPrepared()) {
            return Decision.reply(new AddOutcome.TryLater(metadata.state()));
        }
        boolean isListed = metadata.state() == TransactionState.ONGOING
                && metadata.participants().all().containsAll(participants);
        return isListed
                ? Decision.reply(new AddOutcome.Listed())
                : Decision.write(
                        List.of(new IdUpdated(metadata.joinedBy(participants, nowMs))), new AddOutcome.Listed());
    }

    /** Returns whether the identity's transaction was aborted by its timeout and its owner still owns the id. */
    private static boolean hasTimedOut(TransactionMetadata metadata, ProducerIdentity producer) {
        EndedTransaction ended = metadata.ended();
        return ended != null
                && ended.dataEpoch() == producer.epoch()
                && ended.cause() == EndedTransaction.Cause.TIMEOUT
                && producer.epoch() >= metadata.ownerSinceEpoch();
    }

    Decision<CoordinatorRecord, EndOutcome> decideEnd(ProducerIdentity producer, TransactionEnd end, long nowMs) {
        TransactionMetadata metadata = state.byProducer(producer.producerId());
        if (metadata == null || producer.epoch() > metadata.producer().epoch()) {
            return Decision.reply(new EndOutcome.UnknownIdentity(producer));
        }
        if (producer.epoch() < metadata.producer().epoch()) {
            return Decision.reply(answerLate(metadata, producer, end));
        }
        if (metadata.state().isPrepared()) {
            return Decision.reply(new EndOutcome.TryLater(metadata.state()));
        }
        return Endings.end(
                state, metadata, end, EndedTransaction.Cause.OWNER, nowMs, new EndOutcome.Ended(producer.next()));
    }

    /** Answers a request about a transaction that was decided before: the same decision is a success, another one is not. */
    private static EndOutcome answerLate(TransactionMetadata metadata, ProducerIdentity producer, TransactionEnd end) {
        EndedTransaction ended = metadata.ended();
        if (ended != null
                && ended.dataEpoch() == producer.epoch()
                && ended.end() == end
                && ended.cause() != EndedTransaction.Cause.TAKEOVER) {
            return new EndOutcome.Ended(producer.next());
        }
        return hasTimedOut(metadata, producer)
                ? new EndOutcome.TimedOut(metadata.producer())
                : new EndOutcome.Fenced(metadata.producer());
    }

    Decision<CoordinatorRecord, AcknowledgeOutcome> decideAcknowledged(
            TransactionKey transaction, Collection<? extends Participant> participants, long nowMs) {
        TransactionMetadata metadata = state.byProducer(transaction.producerId());
        if (metadata == null || !isPrepared(metadata, transaction)) {
            return Decision.reply(AcknowledgeOutcome.NOT_PENDING);
        }
        TransactionMetadata next =
                metadata.progressed(metadata.participants().acknowledgedBy(new LinkedHashSet<>(participants)), nowMs);
        AcknowledgeOutcome outcome =
                next.state().isPrepared() ? AcknowledgeOutcome.PENDING : AcknowledgeOutcome.COMPLETED;
        return next.equals(metadata) ? Decision.reply(outcome) : Decision.write(List.of(new IdUpdated(next)), outcome);
    }

    boolean isPrepared(TransactionKey transaction) {
        TransactionMetadata metadata = state.byProducer(transaction.producerId());
        return metadata != null && isPrepared(metadata, transaction);
    }

    private static boolean isPrepared(TransactionMetadata metadata, TransactionKey transaction) {
        return metadata.state().isPrepared() && metadata.preparedTransaction().equals(transaction);
    }

    Decision<CoordinatorRecord, List<TransactionKey>> decideDeleted(Participant participant, long nowMs) {
        List<CoordinatorRecord> records = new ArrayList<>();
        List<TransactionKey> completed = new ArrayList<>();
        Stream.concat(state.ongoing().stream(), state.prepared().stream())
                .filter(metadata -> metadata.participants().all().contains(participant))
                .forEach(metadata -> {
                    TransactionMetadata.Participants rest =
                            metadata.participants().without(participant);
                    if (!metadata.state().isPrepared()) {
                        records.add(new IdUpdated(metadata.reduced(rest)));
                        return;
                    }
                    TransactionMetadata next = metadata.progressed(rest, nowMs);
                    records.add(new IdUpdated(next));
                    if (!next.state().isPrepared()) {
                        completed.add(metadata.preparedTransaction());
                    }
                });
        return Decision.write(records, completed);
    }

    Decision<CoordinatorRecord, List<TransactionKey>> decideTimeouts(long nowMs) {
        List<CoordinatorRecord> records = new ArrayList<>();
        List<WriteMarkers> effects = new ArrayList<>();
        List<TransactionKey> aborted = new ArrayList<>();
        for (TransactionMetadata metadata : state.ongoing()) {
            if (metadata.isFromTheFuture(nowMs)) {
                records.add(new IdUpdated(metadata.agingFrom(nowMs)));
            } else if (nowMs >= metadata.deadlineMs()) {
                TransactionKey transaction = metadata.producer().transaction();
                Decision<CoordinatorRecord, TransactionKey> ending = Endings.end(
                        state, metadata, TransactionEnd.ABORT, EndedTransaction.Cause.TIMEOUT, nowMs, transaction);
                records.addAll(ending.records());
                effects.addAll(ending.effects());
                aborted.add(ending.outcome());
            }
        }
        return new Decision<>(records, effects, aborted);
    }
}
