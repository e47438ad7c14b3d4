package io.streamwright.log.embedded.partition;

import static io.streamwright.log.embedded.partition.PartitionFixture.ALICE;
import static io.streamwright.log.embedded.partition.PartitionFixture.BOB;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.log.embedded.partition.AppendOutcome.Appended;
import io.streamwright.log.embedded.partition.AppendOutcome.Duplicate;
import io.streamwright.log.embedded.partition.AppendOutcome.Fenced;
import io.streamwright.log.embedded.partition.AppendOutcome.NotListed;
import io.streamwright.log.embedded.partition.AppendOutcome.OtherTransactionOpen;
import io.streamwright.log.embedded.partition.AppendOutcome.OutOfOrder;
import io.streamwright.log.embedded.partition.PartitionRecord.DataBatch;
import io.streamwright.log.embedded.protocol.ParticipantView;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class PartitionAppendTest {
    private final PartitionFixture partition = new PartitionFixture();

    @Test
    void firstBatch_opensTransactionAndHoldsBackReaders() {
        // when
        AppendOutcome outcome = partition.append(ALICE, 0, 10);
        // then
        assertThat(outcome).isEqualTo(new Appended(0));
        assertThat(partition.state.endOffset()).isEqualTo(10);
        assertThat(partition.state.lastStableOffset()).isZero();
        assertThat(partition.state.isOpen(ALICE)).isTrue();
    }

    @Test
    void decision_changesNothingUntilApplied() {
        // when
        partition.state.decideAppend(new AppendRequest(ALICE, 0, 10, true), 0);
        // then
        assertThat(partition.state.snapshot()).isEqualTo(PartitionSnapshot.EMPTY);
    }

    @Test
    void firstBatchOfUnlistedPartition_isRefused() {
        assertThat(partition.appendUnlisted(ALICE, 0, 1)).isEqualTo(new NotListed());
        assertThat(partition.records).isEmpty();
    }

    @Test
    void laterBatch_needsNoListing() {
        // given
        partition.append(ALICE, 0, 1);
        // when, then
        assertThat(partition.appendUnlisted(ALICE, 1, 1)).isEqualTo(new Appended(1));
    }

    @Test
    void firstBatchOfNextTransaction_needsListingAgain() {
        // given
        partition.append(ALICE, 0, 1);
        partition.commit(ALICE);
        // when, then
        assertThat(partition.appendUnlisted(ALICE.next(), 0, 1)).isEqualTo(new NotListed());
    }

    @Test
    void repeatedBatch_isAnsweredWithItsOffsetAndNotAppended() {
        // given
        partition.append(BOB, 0, 5);
        partition.append(ALICE, 0, 3);
        partition.append(ALICE, 3, 2);
        // when, then
        assertThat(partition.append(ALICE, 0, 3)).isEqualTo(new Duplicate(5));
        assertThat(partition.append(ALICE, 3, 2)).isEqualTo(new Duplicate(8));
        assertThat(partition.state.endOffset()).isEqualTo(10);
    }

    @Test
    void batchOlderThanFive_isRefusedAndNotAppended() {
        // given
        for (int sequence = 0; sequence < 6; sequence++) {
            partition.append(ALICE, sequence, 1);
        }
        // when, then
        assertThat(partition.append(ALICE, 1, 1)).isEqualTo(new Duplicate(1));
        assertThat(partition.append(ALICE, 0, 1)).isEqualTo(new OutOfOrder(6));
    }

    @Test
    void batchOfSameSequenceAndOtherLength_isNoDuplicate() {
        // given
        partition.append(ALICE, 0, 3);
        // when, then
        assertThat(partition.append(ALICE, 0, 2)).isEqualTo(new OutOfOrder(3));
    }

    @Test
    void gapInSequence_isRefusedWithTheExpectedOne() {
        // given
        partition.append(ALICE, 0, 3);
        // when, then
        assertThat(partition.append(ALICE, 4, 1)).isEqualTo(new OutOfOrder(3));
    }

    @Test
    void transactionThatDoesNotBeginAtZero_isRefused() {
        assertThat(partition.append(ALICE, 5, 1)).isEqualTo(new OutOfOrder(0));
    }

    @Test
    void sequenceBehindTheLargestNumber_beginsAgainAtZero() {
        // given a batch that uses the largest number
        partition.append(ALICE, 0, Integer.MAX_VALUE);
        // when
        AppendOutcome last = partition.append(ALICE, Integer.MAX_VALUE, 1);
        AppendOutcome first = partition.append(ALICE, 0, 4);
        // then
        assertThat(last).isEqualTo(new Appended(Integer.MAX_VALUE));
        assertThat(first).isEqualTo(new Appended(1L << 31));
    }

    @Test
    void sequence_beginsAtZeroInEachTransaction() {
        // given
        partition.append(ALICE, 0, 3);
        partition.commit(ALICE);
        // when, then
        assertThat(partition.append(ALICE.next(), 3, 1)).isEqualTo(new OutOfOrder(0));
        assertThat(partition.append(ALICE.next(), 0, 1)).isEqualTo(new Appended(4));
    }

    @Test
    void lateBatchOfEndedTransaction_isFenced() {
        // given
        partition.append(ALICE, 0, 3);
        partition.commit(ALICE);
        // when
        AppendOutcome outcome = partition.append(ALICE, 3, 1);
        // then
        assertThat(outcome).isEqualTo(new Fenced(new ParticipantView(OptionalLong.of(4), OptionalLong.empty(), 1)));
        assertThat(partition.state.lastStableOffset()).isEqualTo(4);
    }

    @Test
    void lateCopyOfBatchOfEndedTransaction_isFencedToo() {
        // given
        partition.append(ALICE, 0, 3);
        partition.abort(ALICE);
        // when, then
        assertThat(partition.append(ALICE, 0, 3)).isInstanceOf(Fenced.class);
    }

    @Test
    void dataOfNewerEpoch_doesNotJoinOpenOlderTransaction() {
        // given a transaction whose marker never came
        partition.append(ALICE, 0, 3);
        // when
        AppendOutcome outcome = partition.append(ALICE.next(), 0, 1);
        // then
        assertThat(outcome)
                .isEqualTo(new OtherTransactionOpen(new ParticipantView(OptionalLong.of(3), OptionalLong.of(3), 0)));
        assertThat(partition.state.endOffset()).isEqualTo(3);
    }

    @Test
    void transactionsOfTwoProducers_interleave() {
        // given
        partition.append(ALICE, 0, 2);
        partition.append(BOB, 0, 2);
        partition.append(ALICE, 2, 2);
        // when the older one ends
        partition.commit(ALICE);
        // then the younger one holds readers back
        assertThat(partition.state.lastStableOffset()).isEqualTo(2);
        assertThat(partition.state.openTransactions()).containsExactly(new OpenTransaction(BOB.transaction(), 2));
    }

    @Test
    void youngerTransactionEnds_readersStayAtTheOlderOne() {
        // given
        partition.append(ALICE, 0, 2);
        partition.append(BOB, 0, 2);
        // when
        partition.commit(BOB);
        // then
        assertThat(partition.state.lastStableOffset()).isZero();
    }

    @Test
    void batchThatDoesNotFollow_isNotApplied() {
        // given
        partition.append(ALICE, 0, 2);
        PartitionSnapshot before = partition.state.snapshot();
        // when, then
        assertThatThrownBy(() -> partition.state.apply(new DataBatch(5, 1, ALICE, 2, 0)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("endOffset=2")
                .hasMessageContaining("baseOffset=5");
        assertThat(partition.state.snapshot()).isEqualTo(before);
    }

    @Test
    void impossibleRequest_isRefusedWithItsNumbers() {
        assertThatThrownBy(() -> new AppendRequest(ALICE, -1, 1, true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("baseSequence=-1");
        assertThatThrownBy(() -> new AppendRequest(ALICE, 0, 0, true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("recordCount=0");
    }
}
