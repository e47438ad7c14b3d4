package io.streamwright.log.embedded.partition;

import static io.streamwright.log.embedded.partition.PartitionFixture.ALICE;
import static io.streamwright.log.embedded.partition.PartitionFixture.BOB;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.log.embedded.partition.PartitionRecord.ControlMarker;
import io.streamwright.log.embedded.protocol.EndMarker;
import io.streamwright.log.embedded.protocol.MarkerOutcome;
import io.streamwright.log.embedded.protocol.MarkerOutcome.AlreadyEnded;
import io.streamwright.log.embedded.protocol.MarkerOutcome.Ended;
import io.streamwright.log.embedded.protocol.MarkerOutcome.OtherTransactionOpen;
import io.streamwright.log.embedded.protocol.MarkerOutcome.StaleCoordinator;
import io.streamwright.log.embedded.protocol.ParticipantView;
import io.streamwright.log.embedded.protocol.TransactionEnd;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class PartitionMarkerTest {
    private final PartitionFixture partition = new PartitionFixture();

    @Test
    void commit_takesOneOffsetAndLetsReadersPass() {
        // given
        partition.append(ALICE, 0, 3);
        // when
        MarkerOutcome outcome = partition.commit(ALICE);
        // then
        assertThat(outcome).isEqualTo(new Ended());
        assertThat(partition.state.endOffset()).isEqualTo(4);
        assertThat(partition.state.lastStableOffset()).isEqualTo(4);
        assertThat(partition.state.aborted().isEmpty()).isTrue();
    }

    @Test
    void abort_isIndexedFromFirstRecordToMarker() {
        // given
        partition.append(BOB, 0, 1);
        partition.append(ALICE, 0, 3);
        // when
        partition.abort(ALICE);
        // then
        assertThat(partition.state.aborted().all()).containsExactly(new AbortedTransaction(ALICE.transaction(), 1, 4));
        assertThat(partition.state.aborted().contains(ALICE.transaction())).isTrue();
        assertThat(partition.state.aborted().contains(ALICE.next().transaction()))
                .isFalse();
    }

    @Test
    void redeliveredMarker_succeedsWithoutSecondAppend() {
        // given
        partition.append(ALICE, 0, 3);
        partition.commit(ALICE);
        // when
        MarkerOutcome outcome = partition.commit(ALICE);
        // then
        assertThat(outcome).isEqualTo(new AlreadyEnded());
        assertThat(outcome.isAcknowledgement()).isTrue();
        assertThat(partition.state.endOffset()).isEqualTo(4);
    }

    @Test
    void redeliveryByNewerCoordinator_succeedsWithoutSecondAppend() {
        // given a marker whose answer was lost with its coordinator (KAFKA-19999)
        partition.append(ALICE, 0, 3);
        partition.commit(ALICE);
        partition.coordinatorEpoch = 2;
        // when, then
        assertThat(partition.commit(ALICE)).isEqualTo(new AlreadyEnded());
        assertThat(partition.state.endOffset()).isEqualTo(4);
    }

    @Test
    void redeliveryAfterRecovery_succeedsWithoutSecondAppend() {
        // given
        partition.append(ALICE, 0, 3);
        partition.abort(ALICE);
        partition.state = new PartitionState(PartitionFixture.ID, partition.state.snapshot());
        // when, then
        assertThat(partition.abort(ALICE)).isEqualTo(new AlreadyEnded());
        assertThat(partition.state.endOffset()).isEqualTo(4);
    }

    @Test
    void markerOfOlderTransaction_doesNotEndTheOpenOne() {
        // given
        partition.append(ALICE, 0, 3);
        partition.commit(ALICE);
        partition.append(ALICE.next(), 0, 1);
        // when a late copy arrives
        MarkerOutcome outcome = partition.commit(ALICE);
        // then
        assertThat(outcome).isEqualTo(new AlreadyEnded());
        assertThat(partition.state.isOpen(ALICE.next())).isTrue();
        assertThat(partition.state.lastStableOffset()).isEqualTo(4);
    }

    @Test
    void markerOfNewerTransaction_isRefusedWhileTheOlderIsOpen() {
        // given
        partition.append(ALICE, 0, 3);
        // when
        MarkerOutcome outcome = partition.abort(ALICE.next());
        // then
        assertThat(outcome)
                .isEqualTo(new OtherTransactionOpen(new ParticipantView(OptionalLong.of(3), OptionalLong.of(3), 0)));
        assertThat(outcome.isAcknowledgement()).isFalse();
        assertThat(partition.state.isOpen(ALICE)).isTrue();
    }

    @Test
    void markerWithoutData_isRecordedAndFencesDataThatComesLater() {
        // given an abort that overtook the first batch
        assertThat(partition.abort(ALICE)).isEqualTo(new Ended());
        // when
        AppendOutcome late = partition.append(ALICE, 0, 3);
        // then
        assertThat(late).isInstanceOf(AppendOutcome.Fenced.class);
        assertThat(partition.state.aborted().isEmpty()).isTrue();
        assertThat(partition.state.lastStableOffset()).isEqualTo(1);
    }

    @Test
    void markerOfEmptyTransactionOfKnownProducer_isRecordedOnce() {
        // given
        partition.append(ALICE, 0, 3);
        partition.commit(ALICE);
        // when
        MarkerOutcome first = partition.abort(ALICE.next());
        MarkerOutcome second = partition.abort(ALICE.next());
        // then
        assertThat(first).isEqualTo(new Ended());
        assertThat(second).isEqualTo(new AlreadyEnded());
        assertThat(partition.state.endOffset()).isEqualTo(5);
    }

    @Test
    void markerOfStaleCoordinator_isRefused() {
        // given
        partition.append(ALICE, 0, 3);
        partition.append(BOB, 0, 1);
        partition.coordinatorEpoch = 5;
        partition.commit(BOB);
        partition.coordinatorEpoch = 4;
        // when
        MarkerOutcome outcome = partition.commit(ALICE);
        // then
        assertThat(outcome)
                .isEqualTo(new StaleCoordinator(new ParticipantView(OptionalLong.of(3), OptionalLong.of(3), 5)));
        assertThat(partition.state.isOpen(ALICE)).isTrue();
        assertThat(partition.state.coordinatorEpoch()).isEqualTo(5);
    }

    @Test
    void recordedMarkerOfOlderCoordinator_isNotApplied() {
        // given
        partition.coordinatorEpoch = 5;
        partition.commit(BOB);
        ControlMarker older = new ControlMarker(1, new EndMarker(ALICE.transaction(), TransactionEnd.COMMIT, 4), 0);
        // when, then
        assertThatThrownBy(() -> partition.state.apply(older))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("coordinatorEpoch=5");
    }

    @Test
    void markerAfterProducerExpired_doesNoHarm() {
        // given
        partition.append(ALICE, 0, 3);
        partition.commit(ALICE);
        partition.take(partition.state.decideExpireProducers(partition.nowMs + 10, 10));
        // when a very late copy arrives, and the producer goes on
        MarkerOutcome late = partition.commit(ALICE);
        AppendOutcome next = partition.append(ALICE.next(), 0, 1);
        // then
        assertThat(late).isEqualTo(new Ended());
        assertThat(next).isEqualTo(new AppendOutcome.Appended(5));
        assertThat(partition.state.isOpen(ALICE.next())).isTrue();
    }
}
