package io.streamwright.log.embedded.coordinator;

import io.streamwright.log.embedded.coordinator.CoordinatorRecord.CoordinatorStarted;
import io.streamwright.log.embedded.coordinator.CoordinatorRecord.IdExpired;
import io.streamwright.log.embedded.coordinator.CoordinatorRecord.IdUpdated;
import io.streamwright.log.embedded.protocol.Decision;
import io.streamwright.log.embedded.protocol.Participant;
import io.streamwright.log.embedded.protocol.ParticipantView;
import io.streamwright.log.embedded.protocol.ProducerIdentity;
import io.streamwright.log.embedded.protocol.TransactionEnd;
import io.streamwright.log.embedded.protocol.TransactionKey;
import io.streamwright.log.embedded.protocol.WriteMarkers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Sees every transaction of every transactional id to its end (KIP-98, KIP-890).
 *
 * <p>A transaction that was decided stays in the state until every participant has acknowledged, and nothing else removes it: no
 * refusal, no fail-over, no missing participant. {@link #undeliveredMarkers} is therefore all that has to be delivered, at any
 * time.
 *
 * <p>Owner: one loop. A {@code decide} method changes nothing; {@link #apply} is the only writer, in operation and in recovery.
 * After recovery {@link #decideStart} comes first.
 */
public final class TransactionCoordinator {
    private final CoordinatorLimits limits;
    private final CoordinatorState state = new CoordinatorState();
    private final OwnershipRules ownership;
    private final TransactionRules transactions;

    /** Makes a coordinator that knows nothing: apply what is stored, then start it. */
    public TransactionCoordinator(CoordinatorLimits limits) {
        this.limits = limits;
        this.ownership = new OwnershipRules(state, limits);
        this.transactions = new TransactionRules(state);
    }

    /**
     * Makes a record part of the state.
     *
     * @throws IllegalStateException if it cannot follow what was applied before: the log is damaged, nothing was changed
     */
    public void apply(CoordinatorRecord record) {
        state.apply(record);
    }

    /**
     * Decides to take over, under an epoch higher than any before, and to deliver every marker that may not have arrived.
     *
     * @return a decision whose outcome is the new coordinator epoch
     */
    public Decision<CoordinatorRecord, Integer> decideStart() {
        int epoch = state.coordinatorEpoch() + 1;
        return new Decision<>(List.of(new CoordinatorStarted(epoch)), state.undelivered(epoch), epoch);
    }

    /**
     * Decides who owns a transactional id from now on. A transaction that is ongoing is aborted first; the client tries again.
     *
     * @param request who asks
     * @param nowMs the log's clock
     */
    public Decision<CoordinatorRecord, InitOutcome> decideInit(InitRequest request, long nowMs) {
        return ownership.decideInit(request, nowMs);
    }

    /**
     * Decides to list participants of the transaction whose data carries this identity; the first one begins it.
     *
     * @param producer identity of the transaction's data
     * @param participants partitions and groups that are about to take part
     * @param nowMs the log's clock
     */
    public Decision<CoordinatorRecord, AddOutcome> decideAdd(
            ProducerIdentity producer, Set<Participant> participants, long nowMs) {
        return transactions.decideAdd(producer, participants, nowMs);
    }

    /**
     * Decides how the transaction ends whose data carries this identity. The epoch is raised even if nobody takes part: a copy of
     * the request that arrives late would otherwise end the owner's next transaction. A client that knows it wrote nothing does
     * not ask.
     *
     * @param producer identity of the transaction's data
     * @param end how it shall end
     * @param nowMs the log's clock
     */
    public Decision<CoordinatorRecord, EndOutcome> decideEnd(
            ProducerIdentity producer, TransactionEnd end, long nowMs) {
        return transactions.decideEnd(producer, end, nowMs);
    }

    /**
     * Decides what follows when participants have durably recorded the end of a transaction; the last ones complete it.
     *
     * @param transaction which
     * @param participants who acknowledged; those that are not in its list, or did before, count for nothing
     * @param nowMs the log's clock
     */
    public Decision<CoordinatorRecord, AcknowledgeOutcome> decideAcknowledged(
            TransactionKey transaction, Collection<? extends Participant> participants, long nowMs) {
        return transactions.decideAcknowledged(transaction, participants, nowMs);
    }

    /**
     * Returns what to do when a participant refused a marker. Nothing changes: what was decided is delivered until it is
     * acknowledged.
     *
     * @param transaction whose marker
     * @param view what the participant said it knows
     */
    public AcknowledgeOutcome afterRefusal(TransactionKey transaction, ParticipantView view) {
        if (view.coordinatorEpoch() > state.coordinatorEpoch()) {
            return AcknowledgeOutcome.STEP_DOWN;
        }
        return transactions.isPrepared(transaction) ? AcknowledgeOutcome.PENDING : AcknowledgeOutcome.NOT_PENDING;
    }

    /**
     * Decides what follows when a participant does not exist any more: no transaction waits for it. To be called only with proof,
     * that is when the topic's id has been removed from the list of topics; a partition that merely cannot be reached will come
     * back. May be called again at any time.
     *
     * @param participant who was deleted
     * @param nowMs the log's clock
     * @return a decision whose outcome names the transactions that are complete by it
     */
    public Decision<CoordinatorRecord, List<TransactionKey>> decideDeleted(Participant participant, long nowMs) {
        return transactions.decideDeleted(participant, nowMs);
    }

    /**
     * Decides to abort every transaction that is ongoing for longer than its timeout. One that began later than now began by a
     * clock that was ahead: its age begins anew, so that it ends one timeout after the clock was set right, and not as much later
     * as the clock was ahead.
     *
     * @param nowMs the log's clock
     * @return a decision whose outcome names the transactions
     */
    public Decision<CoordinatorRecord, List<TransactionKey>> decideTimeouts(long nowMs) {
        return transactions.decideTimeouts(nowMs);
    }

    /**
     * Decides to forget the transactional ids that have no transaction and were not used for long. The age of one that was used
     * later than now, by a clock that was ahead, begins anew.
     *
     * @param nowMs the log's clock
     * @return a decision whose outcome names the ids that will be forgotten
     */
    public Decision<CoordinatorRecord, List<String>> decideExpireIds(long nowMs) {
        List<CoordinatorRecord> records = new ArrayList<>();
        List<String> expired = new ArrayList<>();
        for (TransactionMetadata metadata : state.all()) {
            if (!metadata.state().successors().contains(TransactionState.DEAD)) {
                continue;
            }
            if (metadata.isFromTheFuture(nowMs)) {
                records.add(new IdUpdated(metadata.agingFrom(nowMs)));
            } else if (nowMs - metadata.sinceMs() >= limits.idExpiryMs()) {
                records.add(new IdExpired(metadata.transactionalId()));
                expired.add(metadata.transactionalId());
            }
        }
        return Decision.write(records, expired);
    }

    /** Returns the markers of all decided transactions for everyone who has not acknowledged them; deliver them again. */
    public List<WriteMarkers> undeliveredMarkers() {
        return state.undelivered(state.coordinatorEpoch());
    }

    /** Returns when the next ongoing transaction times out; empty if none is ongoing. Looks at each of them. */
    public OptionalLong nextDeadlineMs() {
        return state.ongoing().stream()
                .mapToLong(TransactionMetadata::deadlineMs)
                .min();
    }

    /** Returns what is known of a transactional id. */
    public Optional<TransactionMetadata> find(String transactionalId) {
        return Optional.ofNullable(state.byId(transactionalId));
    }

    /** Returns what is known of all transactional ids, sorted by id. */
    public Collection<TransactionMetadata> all() {
        return state.all();
    }

    public int coordinatorEpoch() {
        return state.coordinatorEpoch();
    }

    /** Returns the lowest producer id that was never given. */
    public long nextProducerId() {
        return state.nextProducerId();
    }
}
