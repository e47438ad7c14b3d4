package io.streamwright.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.log.CommitResult;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.junit.jupiter.api.Test;

class TaskTransactionTest extends TransactionFixture {
    @Test
    void newTransaction_opensItsIdAndRewindsToTheCommittedOffsets() {
        log.committed.put(INPUT, new OffsetAndMetadata(7));

        start();

        assertThat(log.calls).containsExactly("open");
        assertThat(participant.rewoundTo).containsExactly(Map.of(INPUT, new OffsetAndMetadata(7)));
        assertThat(transaction.isIdle()).isTrue();
    }

    @Test
    void commit_writesWhatIsHeldBackThenOffsets_andEndsWithTheAnswer() {
        start();
        transaction.open(1);
        append();
        participant.consumed = 5;

        transaction.commit(1);
        assertThat(transaction.isEndingBy(0)).isTrue();
        log.commit.complete(CommitResult.NOTHING_WRITTEN);
        deliver();

        assertThat(log.calls).containsExactly("open", "begin", "append", "append", "offsets", "commit");
        assertThat(transaction.isIdle()).isTrue();
        assertThat(transaction.counters().commits()).isEqualTo(1);
        assertThat(participant.commits).isEqualTo(1);
        assertThat(transaction.committed()).containsEntry(INPUT, new OffsetAndMetadata(5));
    }

    @Test
    void transactionThatConsumedNothing_addsNoOffsets() {
        log.committed.put(INPUT, new OffsetAndMetadata(0));
        start();
        participant.holdsBack = false;
        transaction.open(1);

        transaction.commit(1);

        assertThat(log.calls).containsExactly("open", "begin", "commit");
    }

    @Test
    void outputOutsideOfATransaction_isRefused() {
        start();

        assertThatThrownBy(this::append)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("transaction app-0_0 takes no output in state Idle");
    }

    @Test
    void writesAside_commitNoOffsetsAndAskNobodyForMore() {
        start();
        transaction.commitAside(this::append, 1);
        log.commit.complete(CommitResult.NOTHING_WRITTEN);
        deliver();

        assertThat(log.calls).containsExactly("open", "begin", "append", "commit");
        assertThat(transaction.isIdle()).isTrue();
    }

    @Test
    void lateAnswerToACommitThatWasGivenUp_changesNothing() {
        start();
        CompletableFuture<CommitResult> first = log.commit;
        transaction.open(1);
        transaction.commit(1);
        fail(new ProducerFencedException("taken"));
        settle(AFTER_BACKOFF);

        first.complete(CommitResult.NOTHING_WRITTEN);
        deliver();

        assertThat(participant.commits).isZero();
        assertThat(transaction.isIdle()).isTrue();
    }

    @Test
    void participantThatCannotRewind_isBegunAnewFromTheLog() {
        start();
        transaction.open(1);
        transaction.abort(new IllegalStateException("mapper"), 2);
        participant.failsToRewind = true;
        log.abort.complete(null);
        assertThatThrownBy(this::deliver).hasMessage("init");

        participant.failsToRewind = false;
        settle(1);

        assertThat(transaction.isIdle()).isTrue();
    }

    @Test
    void commitThatTheStoresCannotTakeOver_isNotDoneAgain() {
        start();
        transaction.open(1);
        participant.consumed = 5;
        participant.failsToTakeOver = true;
        transaction.commit(1);
        log.commit.complete(CommitResult.NOTHING_WRITTEN);
        assertThatThrownBy(this::deliver).hasMessage("disk full");
        transaction.abort(new IllegalStateException("the task takes back what it can"), 2);
        participant.failsToTakeOver = false;
        log.committed.put(INPUT, new OffsetAndMetadata(5));

        settle(AFTER_BACKOFF);

        assertThat(log.calls).doesNotContain("abort");
        assertThat(participant.last()).isEqualTo(Map.of(INPUT, new OffsetAndMetadata(5)));
    }

    @Test
    void storeWritesOfClosingProcessors_areTakenBackWithTheTransaction() {
        start();
        transaction.open(1);
        participant.onClose = () -> participant.closedBeforeRewind = participant.rewoundTo.size();

        transaction.abort(new IllegalStateException("mapper"), 2);
        log.abort.complete(null);
        deliver();

        assertThat(participant.closedBeforeRewind).isEqualTo(1);
        assertThat(participant.rewoundTo).hasSize(2);
    }
}
