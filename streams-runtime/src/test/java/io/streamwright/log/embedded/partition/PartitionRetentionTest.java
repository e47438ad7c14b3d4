package io.streamwright.log.embedded.partition;

import static io.streamwright.log.embedded.partition.PartitionFixture.ALICE;
import static io.streamwright.log.embedded.partition.PartitionFixture.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PartitionRetentionTest {
    private final PartitionFixture partition = new PartitionFixture();

    @Test
    void trim_raisesStartAndDropsAbortedTransactionsInFront() {
        // given
        partition.append(ALICE, 0, 3);
        partition.abort(ALICE);
        partition.append(BOB, 0, 3);
        partition.abort(BOB);
        // when
        long start = partition.take(partition.state.decideTrim(4));
        // then
        assertThat(start).isEqualTo(4);
        assertThat(partition.state.startOffset()).isEqualTo(4);
        assertThat(partition.state.aborted().all()).containsExactly(new AbortedTransaction(BOB.transaction(), 4, 7));
    }

    @Test
    void trimInsideAbortedTransaction_keepsItIndexed() {
        // given
        partition.append(ALICE, 0, 3);
        partition.abort(ALICE);
        // when
        partition.take(partition.state.decideTrim(2));
        // then
        assertThat(partition.state.aborted().contains(ALICE.transaction())).isTrue();
    }

    @Test
    void trim_stopsAtOpenTransaction() {
        // given
        partition.append(ALICE, 0, 3);
        partition.commit(ALICE);
        partition.append(BOB, 0, 3);
        // when, then
        assertThat(partition.take(partition.state.decideTrim(Long.MAX_VALUE))).isEqualTo(4);
    }

    @Test
    void trimBelowStart_changesNothing() {
        // given
        partition.append(ALICE, 0, 3);
        partition.commit(ALICE);
        partition.take(partition.state.decideTrim(2));
        // when, then
        assertThat(partition.take(partition.state.decideTrim(1))).isEqualTo(2);
        assertThat(partition.records).hasSize(3);
    }

    @Test
    void housekeeping_isNotPartOfTheBatches() {
        // given
        partition.append(ALICE, 0, 3);
        partition.commit(ALICE);
        // when
        partition.take(partition.state.decideTrim(2));
        partition.take(partition.state.decideExpireProducers(Long.MAX_VALUE, 1));
        // then
        assertThat(partition.records).map(PartitionRecord::isBatch).containsExactly(true, true, false, false);
    }

    @Test
    void idleProducer_isForgotten() {
        // given
        partition.append(ALICE, 0, 3);
        partition.commit(ALICE);
        // when
        int justBefore = partition.take(partition.state.decideExpireProducers(partition.nowMs + 99, 100));
        int onTime = partition.take(partition.state.decideExpireProducers(partition.nowMs + 100, 100));
        // then
        assertThat(justBefore).isZero();
        assertThat(onTime).isEqualTo(1);
        assertThat(partition.state.snapshot().producers()).isEmpty();
    }

    @Test
    void producerThatWroteByAClockThatWasAhead_isForgottenOneExpiryAfterThat() {
        // given a clock that is set right
        partition.append(ALICE, 0, 3);
        partition.commit(ALICE);
        partition.append(BOB, 0, 3);
        partition.nowMs -= 1_000_000;
        // when
        int atOnce = partition.take(partition.state.decideExpireProducers(partition.nowMs, 100));
        partition.state = new PartitionState(PartitionFixture.ID, partition.state.snapshot());
        int justBefore = partition.take(partition.state.decideExpireProducers(partition.nowMs + 99, 100));
        int onTime = partition.take(partition.state.decideExpireProducers(partition.nowMs + 100, 100));
        // then
        assertThat(atOnce).isZero();
        assertThat(justBefore).isZero();
        assertThat(onTime).isEqualTo(1);
        assertThat(partition.state.snapshot().producers())
                .extracting(ProducerState::producerId)
                .containsExactly(BOB.producerId());
        assertThat(partition.state.isOpen(BOB)).isTrue();
    }

    @Test
    void producerWhoseAgeBeganAnew_keepsWhatItMaySendAgain() {
        // given
        partition.append(ALICE, 0, 3);
        partition.nowMs -= 1_000_000;
        // when
        partition.take(partition.state.decideExpireProducers(partition.nowMs, 100));
        // then it is written once
        assertThat(partition.state.decideExpireProducers(partition.nowMs, 100).records())
                .isEmpty();
        assertThat(partition.append(ALICE, 0, 3)).isEqualTo(new AppendOutcome.Duplicate(0));
        assertThat(partition.append(ALICE, 3, 1)).isEqualTo(new AppendOutcome.Appended(3));
    }

    @Test
    void markerKeepsProducerFromBeingForgotten() {
        // given a transaction that was ended long after its last batch
        partition.append(ALICE, 0, 3);
        partition.nowMs += 1000;
        partition.abort(ALICE);
        // when, then
        assertThat(partition.take(partition.state.decideExpireProducers(partition.nowMs + 99, 100)))
                .isZero();
    }

    @Test
    void producerWithOpenTransaction_isNeverForgotten() {
        // given
        partition.append(ALICE, 0, 3);
        // when, then
        assertThat(partition.take(partition.state.decideExpireProducers(Long.MAX_VALUE, 1)))
                .isZero();
        assertThat(partition.state.isOpen(ALICE)).isTrue();
    }

    @Test
    void abortedIndex_findsWhatTouchesARange() {
        // given
        partition.append(ALICE, 0, 3);
        partition.append(BOB, 0, 3);
        partition.abort(ALICE);
        partition.abort(BOB);
        AbortedIndex index = partition.state.aborted();
        // when, then
        assertThat(index.between(0, 3)).containsExactly(new AbortedTransaction(ALICE.transaction(), 0, 6));
        assertThat(index.between(7, 8)).containsExactly(new AbortedTransaction(BOB.transaction(), 3, 7));
        assertThat(index.between(8, 100)).isEmpty();
    }

    @Test
    void abortedIndexThatAReaderHolds_doesNotChange() {
        // given
        AbortedIndex before = partition.state.aborted();
        partition.append(ALICE, 0, 3);
        // when
        partition.abort(ALICE);
        // then
        assertThat(before.isEmpty()).isTrue();
    }
}
