package io.streamwright.log.embedded.coordinator;

import io.streamwright.log.embedded.protocol.EndMarker;
import io.streamwright.log.embedded.protocol.Participant;
import io.streamwright.log.embedded.protocol.ProducerIdentity;
import io.streamwright.log.embedded.protocol.TransactionEnd;
import io.streamwright.log.embedded.protocol.TransactionKey;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Everything the coordinator knows about one transactional id. Immutable.
 *
 * @param transactionalId whose
 * @param producer current identity; while a transaction is ongoing, that of its data; once it is decided, the next one
 * @param ownerSinceEpoch first epoch of the present owner: every epoch from it up to the current one was given to that owner alone
 * @param timeoutMs how long a transaction may be ongoing
 * @param state where the latest transaction stands
 * @param participants who has to be told how it ends
 * @param ended how the latest decided transaction ended; null if there was none
 * @param sinceMs when the transaction began if it is ongoing, otherwise when the id was used last; if the clock was set back since,
 *     when that was noticed
 */
public record TransactionMetadata(
        String transactionalId,
        ProducerIdentity producer,
        long ownerSinceEpoch,
        long timeoutMs,
        TransactionState state,
        Participants participants,
        @Nullable EndedTransaction ended,
        long sinceMs) {

    public TransactionMetadata {
        if (state.isPrepared() && (ended == null || ended.dataEpoch() + 1 != producer.epoch())) {
            throw new IllegalArgumentException("transactional id " + transactionalId + " is prepared as " + producer
                    + " without its decision: " + ended);
        }
    }

    /**
     * The participants of a transaction.
     *
     * @param all everyone ever listed, apart from partitions that were deleted
     * @param unacknowledged those that have not acknowledged its end
     */
    public record Participants(Set<Participant> all, Set<Participant> unacknowledged) {
        /** Nobody. */
        public static final Participants NONE = new Participants(Set.of(), Set.of());

        public Participants {
            all = Collections.unmodifiableSet(new LinkedHashSet<>(all));
            unacknowledged = Collections.unmodifiableSet(new LinkedHashSet<>(unacknowledged));
        }

        Participants with(Set<Participant> added) {
            Set<Participant> next = new LinkedHashSet<>(all);
            next.addAll(added);
            return new Participants(next, next);
        }

        Participants acknowledgedBy(Set<Participant> acknowledged) {
            Set<Participant> rest = new LinkedHashSet<>(unacknowledged);
            rest.removeAll(acknowledged);
            return new Participants(all, rest);
        }

        Participants without(Participant deleted) {
            Set<Participant> restOfAll = new LinkedHashSet<>(all);
            restOfAll.remove(deleted);
            Set<Participant> rest = new LinkedHashSet<>(unacknowledged);
            rest.remove(deleted);
            return new Participants(restOfAll, rest);
        }
    }

    /** Returns when the ongoing transaction is to be aborted. */
    long deadlineMs() {
        return sinceMs + timeoutMs;
    }

    /** Returns the metadata of an id with a new owner or with its owner's next identity. */
    TransactionMetadata opened(ProducerIdentity identity, long ownerSince, long newTimeoutMs, long nowMs) {
        return new TransactionMetadata(
                transactionalId,
                identity,
                ownerSince,
                newTimeoutMs,
                TransactionState.EMPTY,
                Participants.NONE,
                ended,
                nowMs);
    }

    /** Returns the metadata with more participants; the transaction begins if none is ongoing. */
    TransactionMetadata joinedBy(Set<Participant> added, long nowMs) {
        boolean begins = state != TransactionState.ONGOING;
        Participants before = begins ? Participants.NONE : participants;
        return with(TransactionState.ONGOING, before.with(added), begins ? nowMs : sinceMs);
    }

    /** Returns the metadata with the decision made and the epoch raised. */
    TransactionMetadata prepared(TransactionEnd end, EndedTransaction.Cause cause, long nowMs) {
        ProducerIdentity next = producer.next();
        return new TransactionMetadata(
                transactionalId,
                next,
                cause == EndedTransaction.Cause.TAKEOVER ? next.epoch() : ownerSinceEpoch,
                timeoutMs,
                end == TransactionEnd.COMMIT ? TransactionState.PREPARE_COMMIT : TransactionState.PREPARE_ABORT,
                state == TransactionState.ONGOING ? participants : Participants.NONE,
                new EndedTransaction(producer.epoch(), end, cause),
                nowMs);
    }

    /** Returns the prepared transaction's metadata with fewer participants, completed if nobody is left to acknowledge. */
    TransactionMetadata progressed(Participants rest, long nowMs) {
        if (!rest.unacknowledged().isEmpty()) {
            return with(state, rest, sinceMs);
        }
        TransactionState complete = state == TransactionState.PREPARE_COMMIT
                ? TransactionState.COMPLETE_COMMIT
                : TransactionState.COMPLETE_ABORT;
        return with(complete, Participants.NONE, nowMs);
    }

    /** Returns the ongoing transaction's metadata with fewer participants. */
    TransactionMetadata reduced(Participants rest) {
        return with(state, rest, sinceMs);
    }

    /** Returns whether the clock has been set back since: nothing can be said about the age, and nothing would fall due in time. */
    boolean isFromTheFuture(long nowMs) {
        return sinceMs > nowMs;
    }

    /** Returns the metadata with an age that begins now. */
    TransactionMetadata agingFrom(long nowMs) {
        return with(state, participants, nowMs);
    }

    private TransactionMetadata with(TransactionState newState, Participants newParticipants, long newSinceMs) {
        return new TransactionMetadata(
                transactionalId, producer, ownerSinceEpoch, timeoutMs, newState, newParticipants, ended, newSinceMs);
    }

    /** Returns the marker of the prepared transaction. */
    EndMarker marker(int coordinatorEpoch) {
        EndedTransaction decided = decision();
        return new EndMarker(preparedTransaction(), decided.end(), coordinatorEpoch);
    }

    /** Returns the key of the prepared transaction. */
    TransactionKey preparedTransaction() {
        return new TransactionKey(producer.producerId(), decision().dataEpoch());
    }

    private EndedTransaction decision() {
        EndedTransaction decided = ended;
        if (decided == null || !state.isPrepared()) {
            throw new IllegalStateException(
                    "transactional id " + transactionalId + " has no decided transaction in " + state);
        }
        return decided;
    }
}
