package io.streamwright.log.embedded.group;

import static io.streamwright.log.embedded.group.GroupFixture.ALICE;
import static io.streamwright.log.embedded.group.GroupFixture.BOB;
import static io.streamwright.log.embedded.group.GroupFixture.T0;
import static io.streamwright.log.embedded.group.GroupFixture.T1;
import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.log.embedded.group.FetchOutcome.Offsets;
import io.streamwright.log.embedded.group.FetchOutcome.Unstable;
import io.streamwright.log.embedded.group.TxnOffsetOutcome.Accepted;
import io.streamwright.log.embedded.group.TxnOffsetOutcome.Fenced;
import io.streamwright.log.embedded.group.TxnOffsetOutcome.NotListed;
import io.streamwright.log.embedded.group.TxnOffsetOutcome.OtherTransactionOpen;
import io.streamwright.log.embedded.group.TxnOffsetOutcome.OutOfOrder;
import io.streamwright.log.embedded.protocol.MarkerOutcome.AlreadyEnded;
import io.streamwright.log.embedded.protocol.MarkerOutcome.Ended;
import io.streamwright.log.embedded.protocol.MarkerOutcome.StaleCoordinator;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.junit.jupiter.api.Test;

class GroupOffsetsTest {
    private final GroupFixture group = new GroupFixture();

    @Test
    void addedOffsets_holdOnceTheTransactionCommits() {
        // given
        assertThat(group.add(ALICE, 0, 5)).isEqualTo(new Accepted());
        assertThat(group.committed()).isEqualTo(-1);
        // when
        assertThat(group.commit(ALICE)).isEqualTo(new Ended());
        // then
        assertThat(group.state.fetch(Set.of(T0, T1)))
                .isEqualTo(new Offsets(Map.of(T0, new OffsetAndMetadata(5, "meta"))));
    }

    @Test
    void addedOffsets_areDroppedWhenTheTransactionAborts() {
        // given
        group.commitPlainly(GroupMember.NONE, 3);
        group.add(ALICE, 0, 5);
        // when
        group.abort(ALICE);
        // then
        assertThat(group.committed()).isEqualTo(3);
    }

    @Test
    void pendingOffsets_makeTheAnswerUnstable() {
        // given
        group.commitPlainly(GroupMember.NONE, 3);
        group.add(ALICE, 0, 5);
        // when, then
        assertThat(group.state.fetch(Set.of(T0, T1))).isEqualTo(new Unstable(Set.of(T0)));
        assertThat(group.state.fetch(Set.of(T1))).isEqualTo(new Offsets(Map.of()));
        group.abort(ALICE);
        assertThat(group.state.fetch(Set.of(T0))).isInstanceOf(Offsets.class);
    }

    @Test
    void laterOffsetsOfATransaction_replaceEarlierOnes() {
        // given
        group.add(ALICE, 0, 5);
        group.add(ALICE, 1, 9);
        // when
        group.commit(ALICE);
        // then
        assertThat(group.committed()).isEqualTo(9);
    }

    @Test
    void lateCopyOfEarlierOffsets_doesNotSetThemBack() {
        // given
        group.add(ALICE, 0, 5);
        group.add(ALICE, 1, 9);
        // when
        assertThat(group.add(ALICE, 0, 5)).isEqualTo(new Accepted());
        group.commit(ALICE);
        // then
        assertThat(group.committed()).isEqualTo(9);
    }

    @Test
    void offsetsThatSkipARequest_areRefused() {
        // given
        group.add(ALICE, 0, 5);
        // when, then
        assertThat(group.add(ALICE, 2, 9)).isEqualTo(new OutOfOrder(1));
        assertThat(group.add(BOB, 1, 9)).isEqualTo(new OutOfOrder(0));
    }

    @Test
    void plainCommitWrittenLater_winsOverTransactionDecidedLater() {
        // given (KAFKA-5247)
        group.add(ALICE, 0, 5);
        group.commitPlainly(GroupMember.NONE, 9);
        // when
        group.commit(ALICE);
        // then
        assertThat(group.committed()).isEqualTo(9);
    }

    @Test
    void offsetsAddedLater_winOverTransactionDecidedLater() {
        // given
        group.add(ALICE, 0, 5);
        group.add(BOB, 0, 9);
        // when
        group.commit(BOB);
        group.commit(ALICE);
        // then
        assertThat(group.committed()).isEqualTo(9);
    }

    @Test
    void writingOrder_survivesRecovery() {
        // given
        group.add(ALICE, 0, 5);
        group.commitPlainly(GroupMember.NONE, 9);
        group.recover();
        // when
        group.commit(ALICE);
        group.recover();
        group.add(ALICE.next(), 0, 11);
        group.commit(ALICE.next());
        // then
        assertThat(group.committed()).isEqualTo(11);
    }

    @Test
    void unlistedGroup_refusesFirstOffsets() {
        // given
        TxnOffsets unlisted = new TxnOffsets(GroupMember.NONE, ALICE, 0, GroupFixture.offsets(T0, 5), false);
        // when, then
        assertThat(group.take(group.state.decideTxnOffsets(unlisted, 0))).isEqualTo(new NotListed());
        group.add(ALICE, 0, 5);
        TxnOffsets next = new TxnOffsets(GroupMember.NONE, ALICE, 1, GroupFixture.offsets(T0, 6), false);
        assertThat(group.take(group.state.decideTxnOffsets(next, 0))).isEqualTo(new Accepted());
    }

    @Test
    void lateOffsetsOfEndedTransaction_areFenced() {
        // given
        group.add(ALICE, 0, 5);
        group.commit(ALICE);
        // when, then
        assertThat(group.add(ALICE, 1, 7)).isInstanceOf(Fenced.class);
        assertThat(group.committed()).isEqualTo(5);
    }

    @Test
    void offsetsThatTheirOwnAbortOvertook_areFenced() {
        // given
        assertThat(group.abort(ALICE)).isEqualTo(new Ended());
        // when, then
        assertThat(group.add(ALICE, 0, 5)).isInstanceOf(Fenced.class);
        assertThat(group.state.fetch(Set.of(T0))).isEqualTo(new Offsets(Map.of()));
    }

    @Test
    void offsetsOfNewerEpoch_doNotJoinOpenOlderTransaction() {
        // given
        group.add(ALICE, 0, 5);
        // when, then
        assertThat(group.add(ALICE.next(), 0, 7)).isInstanceOf(OtherTransactionOpen.class);
        assertThat(group.state.isOpen(ALICE)).isTrue();
        assertThat(group.state.isOpen(ALICE.next())).isFalse();
    }

    @Test
    void redeliveredMarker_succeedsWithoutRecord() {
        // given
        group.add(ALICE, 0, 5);
        group.commit(ALICE);
        group.commitPlainly(GroupMember.NONE, 9);
        group.coordinatorEpoch = 2;
        // when, then
        assertThat(group.commit(ALICE)).isEqualTo(new AlreadyEnded());
        assertThat(group.committed()).isEqualTo(9);
        assertThat(group.state.coordinatorEpoch()).isEqualTo(1);
    }

    @Test
    void markerOfOlderTransaction_doesNotEndTheOpenOne() {
        // given
        group.add(ALICE, 0, 5);
        group.commit(ALICE);
        group.add(ALICE.next(), 0, 7);
        // when, then
        assertThat(group.commit(ALICE)).isEqualTo(new AlreadyEnded());
        assertThat(group.state.isOpen(ALICE.next())).isTrue();
    }

    @Test
    void markerOfNewerTransaction_isRefusedWhileTheOlderIsOpen() {
        // given
        group.add(ALICE, 0, 5);
        // when, then
        assertThat(group.commit(ALICE.next()).isAcknowledgement()).isFalse();
        assertThat(group.state.isOpen(ALICE)).isTrue();
    }

    @Test
    void markerOfStaleCoordinator_isRefused() {
        // given
        group.coordinatorEpoch = 4;
        group.add(BOB, 0, 1);
        group.commit(BOB);
        group.add(ALICE, 0, 5);
        group.coordinatorEpoch = 3;
        // when, then
        assertThat(group.commit(ALICE)).isInstanceOf(StaleCoordinator.class);
        assertThat(group.state.isOpen(ALICE)).isTrue();
    }

    @Test
    void storedRecords_giveTheLiveState() {
        // given
        group.join("a");
        group.take(group.state.decideLeave("a"));
        group.add(ALICE, 0, 5);
        group.add(BOB, 0, 6);
        group.commit(BOB);
        GroupState live = group.state;
        // when
        group.recover();
        // then
        assertThat(group.state.producers()).isEqualTo(live.producers());
        assertThat(group.state.committed()).isEqualTo(live.committed());
        assertThat(group.state.generation()).isEqualTo(live.generation());
        assertThat(group.state.memberId()).isEqualTo(live.memberId());
        assertThat(group.state.coordinatorEpoch()).isEqualTo(live.coordinatorEpoch());
    }

    @Test
    void deletedTopic_losesCommittedAndPendingOffsets() {
        // given
        group.commitPlainly(GroupMember.NONE, 3);
        group.add(ALICE, 0, 5);
        // when
        int count = group.take(group.state.decideTopicDeleted("in"));
        group.commit(ALICE);
        // then
        assertThat(count).isEqualTo(1);
        assertThat(group.state.committed()).isEmpty();
        group.recover();
        assertThat(group.state.committed()).isEmpty();
    }

    @Test
    void idleProducer_isForgottenUnlessItsTransactionIsOpen() {
        // given
        group.add(ALICE, 0, 5);
        group.add(BOB, 0, 6);
        group.commit(BOB);
        // when
        int early = group.take(group.state.decideExpireProducers(group.nowMs + 99, 100));
        int onTime = group.take(group.state.decideExpireProducers(group.nowMs + 100, 100));
        // then
        assertThat(early).isZero();
        assertThat(onTime).isEqualTo(1);
        assertThat(group.state.isOpen(ALICE)).isTrue();
        assertThat(group.committed()).isEqualTo(6);
    }

    @Test
    void producerThatCommittedByAClockThatWasAhead_isForgottenOneExpiryAfterThat() {
        // given a clock that is set right
        group.add(ALICE, 0, 5);
        group.add(BOB, 0, 6);
        group.commit(BOB);
        group.nowMs -= 1_000_000;
        // when
        int atOnce = group.take(group.state.decideExpireProducers(group.nowMs, 100));
        group.recover();
        int justBefore = group.take(group.state.decideExpireProducers(group.nowMs + 99, 100));
        int onTime = group.take(group.state.decideExpireProducers(group.nowMs + 100, 100));
        // then
        assertThat(atOnce).isZero();
        assertThat(justBefore).isZero();
        assertThat(onTime).isEqualTo(1);
        assertThat(group.state.isOpen(ALICE)).isTrue();
        assertThat(group.committed()).isEqualTo(6);
        group.commit(ALICE);
        assertThat(group.committed()).isEqualTo(6);
    }
}
