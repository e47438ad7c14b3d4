package io.streamwright.log.embedded.coordinator;

import static io.streamwright.log.embedded.coordinator.CoordinatorFixture.ID;
import static io.streamwright.log.embedded.coordinator.CoordinatorFixture.P0;
import static io.streamwright.log.embedded.coordinator.CoordinatorFixture.P1;
import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.log.embedded.coordinator.InitOutcome.Fenced;
import io.streamwright.log.embedded.coordinator.InitOutcome.InvalidTimeout;
import io.streamwright.log.embedded.coordinator.InitOutcome.Opened;
import io.streamwright.log.embedded.coordinator.InitOutcome.TryLater;
import io.streamwright.log.embedded.protocol.EndMarker;
import io.streamwright.log.embedded.protocol.ProducerIdentity;
import io.streamwright.log.embedded.protocol.TransactionEnd;
import io.streamwright.log.embedded.protocol.WriteMarkers;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class OwnershipTest {
    private final CoordinatorFixture fixture = new CoordinatorFixture();

    @Test
    void newId_getsNewProducerId() {
        // when
        InitOutcome first = fixture.init();
        InitOutcome other = fixture.take(fixture.coordinator.decideInit(new InitRequest("other", 1, null), 0));
        // then
        assertThat(first).isEqualTo(new Opened(new ProducerIdentity(0, 0)));
        assertThat(other).isEqualTo(new Opened(new ProducerIdentity(1, 0)));
        assertThat(fixture.state()).isEqualTo(TransactionState.EMPTY);
    }

    @Test
    void nextOwner_getsTheNextEpochAndFencesTheEarlierOne() {
        // given
        ProducerIdentity old = fixture.open();
        // when
        ProducerIdentity current = fixture.open();
        // then
        assertThat(current).isEqualTo(old.next());
        assertThat(fixture.add(old, P0)).isEqualTo(new AddOutcome.Fenced(current));
        assertThat(fixture.commit(old)).isEqualTo(new EndOutcome.Fenced(current));
        assertThat(fixture.init(old)).isEqualTo(new Fenced(old));
    }

    @Test
    void takeoverOfOngoingTransaction_abortsItFirst() {
        // given
        ProducerIdentity old = fixture.openWith(P0, P1);
        // when
        InitOutcome first = fixture.init();
        // then
        assertThat(first).isEqualTo(new TryLater(TransactionState.PREPARE_ABORT));
        EndMarker marker = new EndMarker(old.transaction(), TransactionEnd.ABORT, 1);
        assertThat(fixture.effects).hasSize(1);
        assertThat(fixture.effects.get(0).marker()).isEqualTo(marker);
        assertThat(fixture.effects.get(0).participants()).containsExactlyInAnyOrder(P0, P1);
        // and once everybody knows, the new owner gets an identity that the old one never had
        assertThat(fixture.init()).isEqualTo(new TryLater(TransactionState.PREPARE_ABORT));
        fixture.acknowledge(old.transaction(), P0, P1);
        assertThat(fixture.init()).isEqualTo(new Opened(old.next().next()));
    }

    @Test
    void takeoverThatIsTriedAgain_raisesTheEpochOnce() {
        // given
        ProducerIdentity old = fixture.openWith(P0);
        // when
        for (int i = 0; i < 10; i++) {
            fixture.init();
        }
        // then
        assertThat(fixture.current()).isEqualTo(old.next());
        assertThat(fixture.effects).hasSize(1);
    }

    @Test
    void takeoverWhoseWriteFails_consumesNoEpoch() {
        // given
        ProducerIdentity old = fixture.openWith(P0);
        // when decisions are not applied
        for (int i = 0; i < 10; i++) {
            fixture.coordinator.decideInit(new InitRequest(ID, 1000, null), fixture.nowMs);
        }
        // then
        assertThat(fixture.current()).isEqualTo(old);
        assertThat(fixture.state()).isEqualTo(TransactionState.ONGOING);
    }

    @Test
    void ownerFencedByTakeover_cannotGoOnBeforeTheNewOwnerOpens() {
        // given
        ProducerIdentity old = fixture.openWith(P0);
        fixture.init();
        fixture.acknowledge(old.transaction(), P0);
        // when, then: neither an end request nor the known identity gives it the next epoch
        assertThat(fixture.abort(old)).isEqualTo(new EndOutcome.Fenced(old.next()));
        assertThat(fixture.commit(old)).isEqualTo(new EndOutcome.Fenced(old.next()));
        assertThat(fixture.init(old)).isEqualTo(new Fenced(old));
    }

    @Test
    void takeoverWhileCommitIsPrepared_waitsAndChangesNothing() {
        // given
        ProducerIdentity old = fixture.openWith(P0);
        fixture.commit(old);
        // when, then
        assertThat(fixture.init()).isEqualTo(new TryLater(TransactionState.PREPARE_COMMIT));
        fixture.acknowledge(old.transaction(), P0);
        assertThat(fixture.init()).isEqualTo(new Opened(old.next().next()));
    }

    @Test
    void knownIdentity_getsTheNextEpoch() {
        // given
        ProducerIdentity identity = fixture.open();
        // when, then
        assertThat(fixture.init(identity)).isEqualTo(new Opened(identity.next()));
    }

    @Test
    void knownIdentityAfterLostReply_getsTheSameIdentity() {
        // given
        ProducerIdentity identity = fixture.open();
        fixture.init(identity);
        // when the same is asked again, even after a fail-over
        fixture.failOver();
        // then
        assertThat(fixture.init(identity)).isEqualTo(new Opened(identity.next()));
        assertThat(fixture.current()).isEqualTo(identity.next());
    }

    @Test
    void lateCopyOfKnownInit_leavesTheOngoingTransactionAlone() {
        // given
        ProducerIdentity identity = fixture.open();
        ProducerIdentity next = ((Opened) fixture.init(identity)).producer();
        fixture.add(next, P0);
        // when
        InitOutcome late = fixture.init(identity);
        // then
        assertThat(late).isEqualTo(new Opened(next));
        assertThat(fixture.state()).isEqualTo(TransactionState.ONGOING);
    }

    @Test
    void knownIdentityOfOngoingTransaction_abortsItAndStaysOwner() {
        // given
        ProducerIdentity identity = fixture.openWith(P0);
        // when
        InitOutcome first = fixture.init(identity);
        fixture.acknowledge(identity.transaction(), P0);
        InitOutcome second = fixture.init(identity);
        // then
        assertThat(first).isEqualTo(new TryLater(TransactionState.PREPARE_ABORT));
        assertThat(second).isEqualTo(new Opened(identity.next()));
    }

    @Test
    void knownIdentityAfterTimeout_goesOn() {
        // given
        ProducerIdentity identity = fixture.openWith(P0);
        fixture.timeOut();
        fixture.acknowledge(identity.transaction(), P0);
        // when, then
        assertThat(fixture.init(identity)).isEqualTo(new Opened(identity.next()));
    }

    @Test
    void knownIdentityThatWasNeverGiven_isFenced() {
        // given
        ProducerIdentity identity = fixture.open();
        // when, then
        assertThat(fixture.init(identity.next())).isEqualTo(new Fenced(identity.next()));
        ProducerIdentity stranger = new ProducerIdentity(99, 0);
        assertThat(fixture.init(stranger)).isEqualTo(new Fenced(stranger));
    }

    @Test
    void knownIdentityOfUnknownId_isFenced() {
        ProducerIdentity stranger = new ProducerIdentity(99, 0);
        assertThat(fixture.init(stranger)).isEqualTo(new Fenced(stranger));
        assertThat(fixture.coordinator.find(ID)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, 900_001})
    void timeoutThatIsNotAllowed_isRefusedAndChangesNothing(long timeoutMs) {
        // when
        InitOutcome outcome = fixture.take(fixture.coordinator.decideInit(new InitRequest(ID, timeoutMs, null), 0));
        // then
        assertThat(outcome).isEqualTo(new InvalidTimeout(timeoutMs, 900_000));
        assertThat(fixture.coordinator.find(ID)).isEmpty();
    }

    @Test
    void newOwner_mayChangeTheTimeout() {
        // given
        fixture.open();
        // when
        fixture.take(fixture.coordinator.decideInit(new InitRequest(ID, 77, null), 0));
        // then
        assertThat(fixture.coordinator.find(ID).orElseThrow().timeoutMs()).isEqualTo(77);
    }

    @Test
    void idleId_isForgottenAndGetsANewProducerIdLater() {
        // given
        ProducerIdentity old = fixture.open();
        long expiryMs = CoordinatorLimits.DEFAULT.idExpiryMs();
        // when
        List<String> justBefore = fixture.take(fixture.coordinator.decideExpireIds(fixture.nowMs + expiryMs - 1));
        List<String> onTime = fixture.take(fixture.coordinator.decideExpireIds(fixture.nowMs + expiryMs));
        // then
        assertThat(justBefore).isEmpty();
        assertThat(onTime).containsExactly(ID);
        assertThat(fixture.add(old, P0)).isEqualTo(new AddOutcome.UnknownIdentity(old));
        assertThat(fixture.commit(old)).isEqualTo(new EndOutcome.UnknownIdentity(old));
        fixture.failOver();
        assertThat(fixture.open().producerId()).isGreaterThan(old.producerId());
    }

    @ParameterizedTest
    @EnumSource(
            value = TransactionState.class,
            names = {"EMPTY", "COMPLETE_COMMIT", "COMPLETE_ABORT"})
    void idUsedLastByAClockThatWasAhead_isForgottenOneExpiryAfterThat(TransactionState state) {
        // given a clock that is set right by a year
        ProducerIdentity identity = fixture.open();
        if (state != TransactionState.EMPTY) {
            fixture.add(identity, P0);
            var unused = state == TransactionState.COMPLETE_COMMIT ? fixture.commit(identity) : fixture.abort(identity);
            fixture.acknowledge(identity.transaction(), P0);
        }
        fixture.nowMs -= Duration.ofDays(365).toMillis();
        long expiryMs = CoordinatorLimits.DEFAULT.idExpiryMs();
        // when
        List<String> atOnce = fixture.take(fixture.coordinator.decideExpireIds(fixture.nowMs));
        fixture.failOver();
        List<String> justBefore = fixture.take(fixture.coordinator.decideExpireIds(fixture.nowMs + expiryMs - 1));
        // then
        assertThat(atOnce).isEmpty();
        assertThat(justBefore).isEmpty();
        assertThat(fixture.state()).isEqualTo(state);
        assertThat(fixture.take(fixture.coordinator.decideExpireIds(fixture.nowMs + expiryMs)))
                .containsExactly(ID);
    }

    @Test
    void idWithTransaction_isNeverForgotten() {
        // given one id ongoing, one prepared
        fixture.openWith(P0);
        ProducerIdentity other = ((Opened)
                        fixture.take(fixture.coordinator.decideInit(new InitRequest("other", 1000, null), 0)))
                .producer();
        fixture.add(other, P0);
        fixture.commit(other);
        // when, then
        assertThat(fixture.take(fixture.coordinator.decideExpireIds(Long.MAX_VALUE)))
                .isEmpty();
    }

    @Test
    void takeoverOfTransactionWhosePartitionsAreAllDeleted_isComplete() {
        // given
        ProducerIdentity old = fixture.openWith(P0);
        fixture.take(fixture.coordinator.decideDeleted(P0, fixture.nowMs));
        // when, then
        assertThat(fixture.init()).isEqualTo(new TryLater(TransactionState.PREPARE_ABORT));
        assertThat(fixture.effects).isEmpty();
        assertThat(fixture.init()).isEqualTo(new Opened(old.next().next()));
    }

    @Test
    void markersOfTakeover_goToEveryParticipant() {
        // given
        ProducerIdentity old = fixture.openWith(P0);
        // when
        fixture.init();
        // then
        assertThat(fixture.effects)
                .containsExactly(
                        new WriteMarkers(new EndMarker(old.transaction(), TransactionEnd.ABORT, 1), List.of(P0)));
    }
}
