package io.streamwright.log.embedded.coordinator;

import static io.streamwright.log.embedded.coordinator.CoordinatorFixture.GROUP;
import static io.streamwright.log.embedded.coordinator.CoordinatorFixture.ID;
import static io.streamwright.log.embedded.coordinator.CoordinatorFixture.P0;
import static io.streamwright.log.embedded.coordinator.CoordinatorFixture.P1;
import static io.streamwright.log.embedded.coordinator.CoordinatorFixture.TIMEOUT_MS;
import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.log.embedded.coordinator.AddOutcome.Listed;
import io.streamwright.log.embedded.coordinator.EndOutcome.Ended;
import io.streamwright.log.embedded.coordinator.EndOutcome.TimedOut;
import io.streamwright.log.embedded.protocol.ProducerIdentity;
import io.streamwright.log.embedded.protocol.TransactionEnd;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TransactionTest {
    private static final long DAY_MS = 86_400_000;

    private final CoordinatorFixture fixture = new CoordinatorFixture();

    @Test
    void firstParticipant_beginsTheTransactionDurably() {
        // given
        ProducerIdentity identity = fixture.open();
        // when
        var decision = fixture.coordinator.decideAdd(identity, Set.of(P0), fixture.nowMs);
        // then the reply may be seen only after the record
        assertThat(decision.outcome()).isEqualTo(new Listed());
        assertThat(decision.records()).hasSize(1);
        assertThat(fixture.state()).isEqualTo(TransactionState.EMPTY);
        fixture.take(decision);
        assertThat(fixture.state()).isEqualTo(TransactionState.ONGOING);
        assertThat(fixture.coordinator.find(ID).orElseThrow().participants().all())
                .containsExactly(P0);
    }

    @Test
    void listedParticipant_costsNoRecord() {
        // given
        ProducerIdentity identity = fixture.openWith(P0, P1);
        // when
        var decision = fixture.coordinator.decideAdd(identity, Set.of(P1), fixture.nowMs);
        // then
        assertThat(decision.outcome()).isEqualTo(new Listed());
        assertThat(decision.records()).isEmpty();
    }

    @Test
    void laterParticipant_doesNotProlongTheTransaction() {
        // given
        ProducerIdentity identity = fixture.openWith(P0);
        long deadlineMs = fixture.coordinator.nextDeadlineMs().orElseThrow();
        fixture.nowMs += 50;
        // when
        fixture.add(identity, P1);
        // then
        assertThat(fixture.coordinator.nextDeadlineMs()).hasValue(deadlineMs);
    }

    @Test
    void commit_isDecidedWithAllParticipantsAndCompleteWhenAllAcknowledged() {
        // given
        ProducerIdentity identity = fixture.openWith(P0, P1, GROUP);
        // when
        EndOutcome outcome = fixture.commit(identity);
        // then
        assertThat(outcome).isEqualTo(new Ended(identity.next()));
        assertThat(fixture.state()).isEqualTo(TransactionState.PREPARE_COMMIT);
        assertThat(fixture.effects).singleElement().satisfies(effect -> {
            assertThat(effect.marker().transaction()).isEqualTo(identity.transaction());
            assertThat(effect.marker().end()).isEqualTo(TransactionEnd.COMMIT);
            assertThat(effect.participants()).containsExactlyInAnyOrder(P0, P1, GROUP);
        });
        assertThat(fixture.acknowledge(identity.transaction(), P0)).isEqualTo(AcknowledgeOutcome.PENDING);
        assertThat(fixture.acknowledge(identity.transaction(), GROUP)).isEqualTo(AcknowledgeOutcome.PENDING);
        assertThat(fixture.state()).isEqualTo(TransactionState.PREPARE_COMMIT);
        assertThat(fixture.acknowledge(identity.transaction(), P1)).isEqualTo(AcknowledgeOutcome.COMPLETED);
        assertThat(fixture.state()).isEqualTo(TransactionState.COMPLETE_COMMIT);
        assertThat(fixture.coordinator.undeliveredMarkers()).isEmpty();
    }

    @Test
    void abort_completesLikeACommit() {
        // given
        ProducerIdentity identity = fixture.openWith(P0);
        // when, then
        assertThat(fixture.abort(identity)).isEqualTo(new Ended(identity.next()));
        assertThat(fixture.state()).isEqualTo(TransactionState.PREPARE_ABORT);
        assertThat(fixture.acknowledge(identity.transaction(), P0)).isEqualTo(AcknowledgeOutcome.COMPLETED);
        assertThat(fixture.state()).isEqualTo(TransactionState.COMPLETE_ABORT);
    }

    @Test
    void nextTransaction_waitsForTheLastOneToComplete() {
        // given
        ProducerIdentity identity = fixture.openWith(P0);
        fixture.commit(identity);
        // when, then
        assertThat(fixture.add(identity.next(), P0))
                .isEqualTo(new AddOutcome.TryLater(TransactionState.PREPARE_COMMIT));
        assertThat(fixture.abort(identity.next())).isEqualTo(new EndOutcome.TryLater(TransactionState.PREPARE_COMMIT));
        fixture.acknowledge(identity.transaction(), P0);
        assertThat(fixture.add(identity.next(), P0)).isEqualTo(new Listed());
    }

    @Test
    void acknowledgementsAreRepeated_countOnce() {
        // given
        ProducerIdentity identity = fixture.openWith(P0, P1);
        fixture.commit(identity);
        // when, then
        assertThat(fixture.acknowledge(identity.transaction(), P0, P0)).isEqualTo(AcknowledgeOutcome.PENDING);
        assertThat(fixture.acknowledge(identity.transaction(), P0)).isEqualTo(AcknowledgeOutcome.PENDING);
    }

    @Test
    void acknowledgementOfOlderTransaction_doesNotCountForTheNext() {
        // given
        ProducerIdentity first = fixture.openWith(P0);
        fixture.commit(first);
        fixture.acknowledge(first.transaction(), P0);
        fixture.add(first.next(), P0);
        fixture.commit(first.next());
        // when
        AcknowledgeOutcome late = fixture.acknowledge(first.transaction(), P0);
        // then
        assertThat(late).isEqualTo(AcknowledgeOutcome.NOT_PENDING);
        assertThat(fixture.state()).isEqualTo(TransactionState.PREPARE_COMMIT);
    }

    @Test
    void commitAgainAfterLostReply_succeedsInEveryState() {
        // given
        ProducerIdentity identity = fixture.openWith(P0);
        fixture.commit(identity);
        // when, then: prepared, recovered, complete, going on, handed over
        assertThat(fixture.commit(identity)).isEqualTo(new Ended(identity.next()));
        fixture.failOver();
        assertThat(fixture.commit(identity)).isEqualTo(new Ended(identity.next()));
        fixture.acknowledge(identity.transaction(), P0);
        assertThat(fixture.commit(identity)).isEqualTo(new Ended(identity.next()));
        fixture.add(identity.next(), P0);
        assertThat(fixture.commit(identity)).isEqualTo(new Ended(identity.next()));
        assertThat(fixture.state()).isEqualTo(TransactionState.ONGOING);
    }

    @Test
    void commitAgainAfterTakeover_isToldTheTruthAndStaysFenced() {
        // given a commit whose reply was lost, then a new owner
        ProducerIdentity identity = fixture.openWith(P0);
        fixture.commit(identity);
        fixture.acknowledge(identity.transaction(), P0);
        ProducerIdentity owner = fixture.open();
        // when
        EndOutcome again = fixture.commit(identity);
        // then it did commit, but its next identity is of no use
        assertThat(again).isEqualTo(new Ended(identity.next()));
        assertThat(owner).isNotEqualTo(identity.next());
        assertThat(fixture.add(identity.next(), P0)).isEqualTo(new AddOutcome.Fenced(owner));
    }

    @Test
    void abortAfterCommit_isFencedAndChangesNothing() {
        // given
        ProducerIdentity identity = fixture.openWith(P0);
        fixture.commit(identity);
        // when, then
        assertThat(fixture.abort(identity)).isEqualTo(new EndOutcome.Fenced(identity.next()));
        assertThat(fixture.state()).isEqualTo(TransactionState.PREPARE_COMMIT);
        fixture.acknowledge(identity.transaction(), P0);
        assertThat(fixture.abort(identity)).isEqualTo(new EndOutcome.Fenced(identity.next()));
        assertThat(fixture.state()).isEqualTo(TransactionState.COMPLETE_COMMIT);
    }

    @Test
    void commitAfterAbort_isFenced() {
        // given
        ProducerIdentity identity = fixture.openWith(P0);
        fixture.abort(identity);
        // when, then
        assertThat(fixture.commit(identity)).isEqualTo(new EndOutcome.Fenced(identity.next()));
    }

    @Test
    void emptyTransaction_isCompleteAtOnceAndRaisesTheEpoch() {
        // given
        ProducerIdentity identity = fixture.open();
        // when
        EndOutcome outcome = fixture.abort(identity);
        // then a batch that was on its way is refused
        assertThat(outcome).isEqualTo(new Ended(identity.next()));
        assertThat(fixture.effects).isEmpty();
        assertThat(fixture.state()).isEqualTo(TransactionState.COMPLETE_ABORT);
        assertThat(fixture.add(identity, P0)).isEqualTo(new AddOutcome.Fenced(identity.next()));
    }

    @Test
    void lateCopyOfEmptyCommit_doesNotEndTheNextTransaction() {
        // given
        ProducerIdentity identity = fixture.open();
        fixture.commit(identity);
        fixture.add(identity.next(), P0);
        // when
        fixture.commit(identity);
        // then
        assertThat(fixture.state()).isEqualTo(TransactionState.ONGOING);
    }

    @Test
    void identityThatWasNeverGiven_isUnknown() {
        // given
        ProducerIdentity identity = fixture.openWith(P0);
        ProducerIdentity future = identity.next();
        // when, then
        assertThat(fixture.add(future, P0)).isEqualTo(new AddOutcome.UnknownIdentity(future));
        assertThat(fixture.commit(future)).isEqualTo(new EndOutcome.UnknownIdentity(future));
        assertThat(fixture.state()).isEqualTo(TransactionState.ONGOING);
    }

    // ---- timeout

    @Test
    void transactionOlderThanItsTimeout_isAborted() {
        // given
        ProducerIdentity identity = fixture.openWith(P0);
        // when
        var early = fixture.take(fixture.coordinator.decideTimeouts(fixture.nowMs + TIMEOUT_MS - 1));
        var onTime = fixture.timeOut();
        // then
        assertThat(early).isEmpty();
        assertThat(onTime).containsExactly(identity.transaction());
        assertThat(fixture.state()).isEqualTo(TransactionState.PREPARE_ABORT);
        assertThat(fixture.effects).hasSize(1);
        assertThat(fixture.coordinator.nextDeadlineMs()).isEmpty();
    }

    @Test
    void commitJustAfterTimeout_isToldSoAndAbortGoesOn() {
        // given (KAFKA-20785)
        ProducerIdentity identity = fixture.openWith(P0);
        fixture.timeOut();
        // when, then: while markers are on their way and afterwards
        assertThat(fixture.commit(identity)).isEqualTo(new TimedOut(identity.next()));
        assertThat(fixture.add(identity, P1)).isEqualTo(new AddOutcome.TimedOut(identity.next()));
        fixture.acknowledge(identity.transaction(), P0);
        assertThat(fixture.commit(identity)).isEqualTo(new TimedOut(identity.next()));
        assertThat(fixture.abort(identity)).isEqualTo(new Ended(identity.next()));
        assertThat(fixture.add(identity.next(), P0)).isEqualTo(new Listed());
    }

    @Test
    void commitAfterTimeoutAndTakeover_isFenced() {
        // given
        ProducerIdentity identity = fixture.openWith(P0);
        fixture.timeOut();
        fixture.acknowledge(identity.transaction(), P0);
        ProducerIdentity owner = fixture.open();
        // when, then
        assertThat(fixture.commit(identity)).isEqualTo(new EndOutcome.Fenced(owner));
        assertThat(fixture.add(identity, P0)).isEqualTo(new AddOutcome.Fenced(owner));
    }

    @Test
    void preparedTransaction_neverTimesOut() {
        // given
        ProducerIdentity identity = fixture.openWith(P0);
        fixture.commit(identity);
        // when, then
        assertThat(fixture.timeOut()).isEmpty();
        assertThat(fixture.state()).isEqualTo(TransactionState.PREPARE_COMMIT);
    }

    @Test
    void clockThatGoesBack_abortsNothing() {
        // given
        fixture.openWith(P0);
        // when, then
        assertThat(fixture.take(fixture.coordinator.decideTimeouts(0))).isEmpty();
    }

    @Test
    void clockThatWasAheadWhenTheTransactionBegan_makesItLastOneTimeoutMore() {
        // given a clock that is set right by a day
        ProducerIdentity identity = fixture.openWith(P0);
        fixture.nowMs -= DAY_MS;
        // when
        assertThat(fixture.take(fixture.coordinator.decideTimeouts(fixture.nowMs)))
                .isEmpty();
        fixture.failOver();
        // then
        assertThat(fixture.coordinator.nextDeadlineMs()).hasValue(fixture.nowMs + TIMEOUT_MS);
        assertThat(fixture.take(fixture.coordinator.decideTimeouts(fixture.nowMs + TIMEOUT_MS - 1)))
                .isEmpty();
        assertThat(fixture.timeOut()).containsExactly(identity.transaction());
        assertThat(fixture.state()).isEqualTo(TransactionState.PREPARE_ABORT);
    }

    @Test
    void ageThatBeganAnew_isWrittenOnce_andChangesNothingElse() {
        // given
        ProducerIdentity identity = fixture.openWith(P0, P1);
        fixture.nowMs -= DAY_MS;
        // when
        var first = fixture.coordinator.decideTimeouts(fixture.nowMs);
        fixture.take(first);
        var second = fixture.coordinator.decideTimeouts(fixture.nowMs + 1);
        // then
        assertThat(first.records()).hasSize(1);
        assertThat(first.effects()).isEmpty();
        assertThat(second.records()).isEmpty();
        assertThat(fixture.current()).isEqualTo(identity);
        assertThat(fixture.commit(identity)).isEqualTo(new Ended(identity.next()));
        assertThat(fixture.effects)
                .singleElement()
                .satisfies(effect -> assertThat(effect.participants()).containsExactlyInAnyOrder(P0, P1));
    }

    @Test
    void clockSetBackByLessThanTheAge_changesNothing() {
        // given
        fixture.openWith(P0);
        fixture.nowMs += 100;
        // when, then
        assertThat(fixture.coordinator.decideTimeouts(fixture.nowMs - 50).records())
                .isEmpty();
    }

    // ---- deleted partitions

    @Test
    void deletedPartition_countsAsAcknowledged() {
        // given
        ProducerIdentity identity = fixture.openWith(P0, P1);
        fixture.commit(identity);
        fixture.acknowledge(identity.transaction(), P0);
        // when
        var completed = fixture.take(fixture.coordinator.decideDeleted(P1, fixture.nowMs));
        // then
        assertThat(completed).containsExactly(identity.transaction());
        assertThat(fixture.state()).isEqualTo(TransactionState.COMPLETE_COMMIT);
    }

    @Test
    void deletedPartition_doesNotCompleteWhatOthersHaveStillToAcknowledge() {
        // given
        ProducerIdentity identity = fixture.openWith(P0, P1);
        fixture.commit(identity);
        // when
        var completed = fixture.take(fixture.coordinator.decideDeleted(P1, fixture.nowMs));
        // then
        assertThat(completed).isEmpty();
        assertThat(fixture.coordinator.undeliveredMarkers().get(0).participants())
                .isEqualTo(List.of(P0));
    }

    @Test
    void partitionDeletedWhileOngoing_getsNoMarker() {
        // given
        ProducerIdentity identity = fixture.openWith(P0, P1);
        fixture.take(fixture.coordinator.decideDeleted(P1, fixture.nowMs));
        // when
        fixture.commit(identity);
        // then
        assertThat(fixture.effects.get(0).participants()).isEqualTo(List.of(P0));
    }

    @Test
    void deletionOfStranger_changesNothing() {
        // given
        fixture.openWith(P0);
        // when, then
        assertThat(fixture.coordinator.decideDeleted(P1, fixture.nowMs).records())
                .isEmpty();
    }
}
