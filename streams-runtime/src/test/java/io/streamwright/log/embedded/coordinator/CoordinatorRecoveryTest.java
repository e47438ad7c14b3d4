package io.streamwright.log.embedded.coordinator;

import static io.streamwright.log.embedded.coordinator.CoordinatorFixture.P0;
import static io.streamwright.log.embedded.coordinator.CoordinatorFixture.P1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.log.embedded.coordinator.CoordinatorRecord.CoordinatorStarted;
import io.streamwright.log.embedded.coordinator.CoordinatorRecord.IdUpdated;
import io.streamwright.log.embedded.coordinator.TransactionMetadata.Participants;
import io.streamwright.log.embedded.protocol.EndMarker;
import io.streamwright.log.embedded.protocol.ParticipantView;
import io.streamwright.log.embedded.protocol.ProducerIdentity;
import io.streamwright.log.embedded.protocol.TransactionEnd;
import io.streamwright.log.embedded.protocol.UnreadableRecordException;
import io.streamwright.log.embedded.protocol.WriteMarkers;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class CoordinatorRecoveryTest {
    private final CoordinatorFixture fixture = new CoordinatorFixture();

    @Test
    void everyStart_raisesTheCoordinatorEpoch() {
        // given
        assertThat(fixture.coordinator.coordinatorEpoch()).isEqualTo(1);
        // when
        fixture.failOver();
        fixture.failOver();
        // then
        assertThat(fixture.coordinator.coordinatorEpoch()).isEqualTo(3);
    }

    @Test
    void preparedTransaction_isDeliveredAgainByTheNewCoordinator() {
        // given a coordinator that dies after one of two markers (KAFKA-19999)
        ProducerIdentity identity = fixture.openWith(P0, P1);
        fixture.commit(identity);
        fixture.acknowledge(identity.transaction(), P1);
        // when
        fixture.failOver();
        // then under its own epoch, to whoever has not acknowledged
        assertThat(fixture.effects)
                .containsExactly(
                        new WriteMarkers(new EndMarker(identity.transaction(), TransactionEnd.COMMIT, 2), List.of(P0)));
        assertThat(fixture.acknowledge(identity.transaction(), P0)).isEqualTo(AcknowledgeOutcome.COMPLETED);
    }

    @Test
    void ongoingTransaction_survivesAndStillTimesOut() {
        // given
        ProducerIdentity identity = fixture.openWith(P0);
        // when
        fixture.failOver();
        // then
        assertThat(fixture.state()).isEqualTo(TransactionState.ONGOING);
        assertThat(fixture.effects).isEmpty();
        assertThat(fixture.timeOut()).containsExactly(identity.transaction());
    }

    @Test
    void completeTransaction_isNotDeliveredAgain() {
        // given
        ProducerIdentity identity = fixture.openWith(P0);
        fixture.abort(identity);
        fixture.acknowledge(identity.transaction(), P0);
        // when
        fixture.failOver();
        // then
        assertThat(fixture.effects).isEmpty();
        assertThat(fixture.coordinator.undeliveredMarkers()).isEmpty();
    }

    @Test
    void storedRecords_giveTheLiveState() {
        // given
        ProducerIdentity identity = fixture.openWith(P0, P1);
        fixture.commit(identity);
        fixture.acknowledge(identity.transaction(), P1);
        var live = List.copyOf(fixture.coordinator.all());
        long nextProducerId = fixture.coordinator.nextProducerId();
        // when
        fixture.failOver();
        // then
        assertThat(List.copyOf(fixture.coordinator.all())).isEqualTo(live);
        assertThat(fixture.coordinator.nextProducerId()).isEqualTo(nextProducerId);
    }

    @Test
    void refusedMarker_staysToBeDelivered() {
        // given
        ProducerIdentity identity = fixture.openWith(P0);
        fixture.commit(identity);
        ParticipantView view = new ParticipantView(OptionalLong.of(9), OptionalLong.of(9), 1);
        // when
        AcknowledgeOutcome outcome = fixture.coordinator.afterRefusal(identity.transaction(), view);
        // then
        assertThat(outcome).isEqualTo(AcknowledgeOutcome.PENDING);
        assertThat(fixture.coordinator.undeliveredMarkers()).hasSize(1);
    }

    @Test
    void refusalByNewerCoordinator_meansStepDown() {
        // given
        ProducerIdentity identity = fixture.openWith(P0);
        fixture.commit(identity);
        ParticipantView view = new ParticipantView(OptionalLong.empty(), OptionalLong.empty(), 2);
        // when, then
        assertThat(fixture.coordinator.afterRefusal(identity.transaction(), view))
                .isEqualTo(AcknowledgeOutcome.STEP_DOWN);
    }

    @Test
    void refusalOfCompletedTransaction_isOfNoInterest() {
        // given
        ProducerIdentity identity = fixture.openWith(P0);
        ParticipantView view = new ParticipantView(OptionalLong.empty(), OptionalLong.empty(), 0);
        // when, then
        assertThat(fixture.coordinator.afterRefusal(identity.transaction(), view))
                .isEqualTo(AcknowledgeOutcome.NOT_PENDING);
    }

    @Test
    void recordThatCannotFollow_isNotApplied() {
        // given
        ProducerIdentity identity = fixture.openWith(P0);
        fixture.commit(identity);
        TransactionMetadata prepared =
                fixture.coordinator.find(CoordinatorFixture.ID).orElseThrow();
        TransactionMetadata ongoing = prepared.joinedBy(prepared.participants().all(), 0);
        // when, then
        assertThatThrownBy(() -> fixture.coordinator.apply(new IdUpdated(ongoing)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("PREPARE_COMMIT")
                .hasMessageContaining("ONGOING");
        assertThatThrownBy(() -> fixture.coordinator.apply(new CoordinatorStarted(1)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("coordinatorEpoch=1");
        assertThat(fixture.state()).isEqualTo(TransactionState.PREPARE_COMMIT);
    }

    @Test
    void preparedWithoutItsDecision_cannotBeMade() {
        assertThatThrownBy(() -> new TransactionMetadata(
                        "id",
                        new ProducerIdentity(0, 1),
                        0,
                        1000,
                        TransactionState.PREPARE_COMMIT,
                        Participants.NONE,
                        null,
                        0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("without its decision");
    }

    @Test
    void recordOfUnknownVersionOrKind_isRefused() {
        byte[] bytes = CoordinatorRecordCodec.encode(new CoordinatorStarted(1));
        bytes[0] = 2;
        assertThatThrownBy(() -> CoordinatorRecordCodec.decode(bytes))
                .isInstanceOf(UnreadableRecordException.class)
                .hasMessageContaining("transaction log record has format version 2");
        bytes[0] = 1;
        bytes[1] = 77;
        assertThatThrownBy(() -> CoordinatorRecordCodec.decode(bytes))
                .isInstanceOf(UnreadableRecordException.class)
                .hasMessageContaining("kind 77");
    }

    @Test
    void tenThousandIds_recoverQuickly() {
        // given
        for (int i = 0; i < 10_000; i++) {
            fixture.take(fixture.coordinator.decideInit(new InitRequest("app-" + i, 1000, null), 0));
        }
        // when
        long startNs = System.nanoTime();
        fixture.failOver();
        long tookMs = (System.nanoTime() - startNs) / 1_000_000;
        // then
        assertThat(fixture.coordinator.all()).hasSize(10_000);
        assertThat(tookMs).isLessThan(2000);
    }

    @Test
    void everyState_namesItsSuccessors() {
        assertThat(TransactionState.ONGOING.successors()).doesNotContain(TransactionState.DEAD);
        assertThat(TransactionState.PREPARE_COMMIT.successors())
                .containsExactlyInAnyOrder(TransactionState.PREPARE_COMMIT, TransactionState.COMPLETE_COMMIT);
        assertThat(TransactionState.PREPARE_ABORT.successors())
                .containsExactlyInAnyOrder(TransactionState.PREPARE_ABORT, TransactionState.COMPLETE_ABORT);
        assertThat(TransactionState.DEAD.successors()).isEmpty();
    }
}
