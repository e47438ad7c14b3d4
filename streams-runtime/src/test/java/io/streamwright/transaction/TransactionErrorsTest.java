package io.streamwright.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.errors.CategoryTransactionErrorHandler;
import io.streamwright.errors.ErrorCategory;
import io.streamwright.errors.TransactionApi;
import io.streamwright.errors.TransactionErrorContext;
import io.streamwright.errors.TransactionErrorResponse;
import io.streamwright.log.CommitResult;
import io.streamwright.processor.TaskId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.errors.ConcurrentTransactionsException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TransactionAbortableException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.junit.jupiter.api.Test;

/** What becomes of a transaction when a call of the log fails. */
class TransactionErrorsTest extends TransactionFixture {
    @Test
    void abortableFailure_abortsAndRewindsWithTheSameProducer() {
        start();
        transaction.open(1);

        fail(new TransactionAbortableException("full"));
        log.abort.complete(null);
        deliver();

        assertThat(log.calls).containsExactly("open", "begin", "abort");
        assertThat(participant.rewoundTo).hasSize(2);
        assertThat(transaction.isIdle()).isTrue();
        assertThat(transaction.counters().aborts()).isEqualTo(1);
    }

    @Test
    void fencedProducer_isGivenUpAndOpenedAnew() {
        start();
        transaction.open(1);

        fail(new ProducerFencedException("taken"));
        settle(AFTER_BACKOFF);

        assertThat(log.calls).containsExactly("open", "begin", "close", "open");
        assertThat(participant.rewoundTo).hasSize(2);
        assertThat(transaction.isIdle()).isTrue();
    }

    @Test
    void commitWithoutAnswer_isAskedForAgain() {
        start();
        commitWithoutAnswer();
        log.commit = CompletableFuture.completedFuture(CommitResult.NOTHING_WRITTEN);

        assertThat(transaction.nextStepMs()).isEqualTo(102);
        assertThat(transaction.step(101)).isFalse();
        settle(102);
        deliver();

        assertThat(log.calls).endsWith("commit", "commit");
        assertThat(transaction.isIdle()).isTrue();
        assertThat(participant.commits).isEqualTo(1);
        assertThat(transaction.counters().errors()).isEqualTo(Map.of(ErrorCategory.PRODUCER_RETRIABLE, 1L));
    }

    @Test
    void commitWithoutAnswer_thatTookEffect_isTakenOverWhenTheIdIsOpenedAnew() {
        handler = context -> TransactionErrorResponse.reinitialize();
        start();
        commitWithoutAnswer();
        log.committed.put(INPUT, new OffsetAndMetadata(5));

        settle(AFTER_BACKOFF);

        assertThat(log.calls).endsWith("commit", "close", "open");
        assertThat(participant.commits).isEqualTo(1);
        assertThat(participant.last()).isEqualTo(Map.of(INPUT, new OffsetAndMetadata(5)));
    }

    @Test
    void commitWithoutAnswer_thatDidNotTakeEffect_isDoneAgain() {
        handler = context -> TransactionErrorResponse.reinitialize();
        log.committed.put(INPUT, new OffsetAndMetadata(3));
        start();
        commitWithoutAnswer();

        settle(AFTER_BACKOFF);

        assertThat(participant.commits).isZero();
        assertThat(participant.last()).isEqualTo(Map.of(INPUT, new OffsetAndMetadata(3)));
    }

    @Test
    void commitThatIsNeverAnswered_isGivenUpAndTheIdOpenedAnew() {
        start();
        transaction.open(1);
        participant.consumed = 5;
        transaction.commit(1);
        log.committed.put(INPUT, new OffsetAndMetadata(5));

        assertThat(transaction.nextStepMs()).isEqualTo(1 + ANSWER_TIMEOUT_MS);
        settle(1 + ANSWER_TIMEOUT_MS);

        assertThat(log.calls).endsWith("commit", "close", "open");
        assertThat(participant.commits).isEqualTo(1);
    }

    @Test
    void abortThatNarrowsTheWork_countsNotAsARepetition_andIsFollowedByNoPause() {
        List<Integer> attempts = new ArrayList<>();
        handler = context -> {
            attempts.add(context.attempt());
            return TransactionErrorResponse.abortAndRewind();
        };
        participant.narrows = true;
        start();
        for (int i = 0; i < 3; i++) {
            transaction.open(1);
            fail(new TransactionAbortableException("full"));
            log.abort.complete(null);
            deliver();
            assertThat(transaction.notBeforeMs()).isEqualTo(2);
        }

        assertThat(attempts).containsExactly(1, 1, 1);
    }

    @Test
    void retriableErrors_countAsRecoverableWhenTheTaskTimeoutHasPassed() {
        List<ErrorCategory> seen = new ArrayList<>();
        CategoryTransactionErrorHandler standard = new CategoryTransactionErrorHandler();
        handler = context -> {
            seen.add(context.category());
            return standard.handle(context);
        };
        start();
        commitWithoutAnswer();
        log.commit = new CompletableFuture<>();
        settle(102);
        log.commit.completeExceptionally(new TimeoutException("no answer"));
        deliver(TASK_TIMEOUT_MS + 102);

        assertThat(seen).containsExactly(ErrorCategory.PRODUCER_RETRIABLE, ErrorCategory.APPLICATION_RECOVERABLE);
        assertThat(log.calls).endsWith("close");
    }

    @Test
    void refusedBegin_isTriedAgainAndNothingIsTakenBack() {
        start();
        log.beginFailures.add(new TimeoutException("busy"));
        assertThatThrownBy(() -> transaction.open(1)).isInstanceOfSatisfying(LogCallFailedException.class, failed -> {
            transaction.failed(failed, 1);
        });

        assertThat(transaction.isIdle()).isTrue();
        assertThat(transaction.notBeforeMs()).isEqualTo(101);
        assertThat(participant.rewoundTo).hasSize(1);
        transaction.open(101);
        assertThat(log.calls).containsExactly("open", "begin");
    }

    @Test
    void abortThatFailsRetriably_isAskedForAgain() {
        start();
        transaction.open(1);
        fail(new TransactionAbortableException("full"));
        log.abort.completeExceptionally(new TimeoutException("busy"));
        deliver();
        log.abort = CompletableFuture.completedFuture(null);

        settle(AFTER_BACKOFF);
        deliver();

        assertThat(log.calls).containsExactly("open", "begin", "abort", "abort");
        assertThat(transaction.isIdle()).isTrue();
        assertThat(transaction.counters().aborts()).isEqualTo(1);
    }

    @Test
    void abortAnsweredAbortable_isNotAbortedAgain() {
        start();
        transaction.open(1);
        fail(new TransactionAbortableException("full"));
        log.abort.completeExceptionally(new TransactionAbortableException("again"));
        deliver();

        settle(AFTER_BACKOFF);

        assertThat(log.calls).containsExactly("open", "begin", "abort", "close", "open");
        assertThat(transaction.isIdle()).isTrue();
    }

    @Test
    void handlerThatThrows_stopsTheTaskAndIsNamed() {
        handler = context -> {
            throw new IllegalStateException("no idea");
        };
        start();
        transaction.open(1);

        assertThatThrownBy(() -> fail(new TransactionAbortableException("full")))
                .isInstanceOf(TransactionFailedException.class)
                .hasMessageContainingAll("full", "transaction.error.handler", "failed itself", "no idea");
        assertThat(log.calls).endsWith("abort");
    }

    @Test
    void illegalAnswer_isRefusedWithThoseThatAreLegal() {
        handler = context -> TransactionErrorResponse.retry();
        start();
        transaction.open(1);

        assertThatThrownBy(() -> fail(new ProducerFencedException("taken")))
                .isInstanceOf(TransactionFailedException.class)
                .hasMessageContainingAll("APPLICATION_RECOVERABLE", "legal are", "REINITIALIZE");
    }

    @Test
    void handlerIsTold_whichTaskCategoryApiAttemptAndOffsets() {
        List<TransactionErrorContext> contexts = new ArrayList<>();
        handler = context -> {
            contexts.add(context);
            return TransactionErrorResponse.abortAndRewind().withBackoff(Duration.ofSeconds(3));
        };
        log.committed.put(INPUT, new OffsetAndMetadata(7));
        start();
        transaction.open(1);
        TransactionAbortableException full = new TransactionAbortableException("full");

        fail(full);

        assertThat(contexts)
                .containsExactly(new TransactionErrorContext(
                        new TaskId(0, 0),
                        ErrorCategory.ABORTABLE,
                        TransactionApi.PRODUCER,
                        1,
                        Map.of(INPUT, 7L),
                        full));
        assertThat(transaction.notBeforeMs()).isEqualTo(3_002);
    }

    @Test
    void idThatCannotBeOpenedYet_isTriedAgainAfterABackoff() {
        log.openFailures.add(new ConcurrentTransactionsException("busy"));

        assertThat(transaction.step(0)).isTrue();
        assertThat(transaction.step(50)).isFalse();
        settle(100);

        assertThat(log.calls).containsExactly("open", "open");
        assertThat(transaction.isIdle()).isTrue();
    }

    @Test
    void wrongConfiguration_endsTheTaskWithItsCategory() {
        log.openFailures.add(new TransactionalIdAuthorizationException("no WRITE on app-0_0"));

        assertThatThrownBy(() -> transaction.step(0))
                .isInstanceOf(TransactionFailedException.class)
                .hasMessageContaining("app-0_0")
                .hasMessageContaining("no WRITE on app-0_0")
                .hasMessageContaining(
                        "give the application's principal WRITE and DESCRIBE on the transactional id app-0_0")
                .extracting(error -> ((TransactionFailedException) error).category())
                .isEqualTo(ErrorCategory.INVALID_CONFIGURATION);
    }

    @Test
    void sameFailureAgainAndAgain_endsAsOneThatTryingCannotHelp() {
        long now = 0;
        for (int failure = 0; failure < 10; failure++) {
            log.openFailures.add(new ProducerFencedException("somebody else is faster"));
            transaction.step(now);
            now += 2_000;
        }
        log.openFailures.add(new ProducerFencedException("somebody else is faster"));
        long last = now;

        assertThatThrownBy(() -> transaction.step(last))
                .isInstanceOf(TransactionFailedException.class)
                .hasMessageContaining("came back 11 times");
    }

    @Test
    void refusedAppend_isToldFromFailuresOfTheProgram() {
        start();
        transaction.open(1);
        log.appendFailures.add(new TransactionAbortableException("full"));

        assertThatThrownBy(this::append).isInstanceOf(LogCallFailedException.class);
    }

    @Test
    void failureOfTheLog_isFollowedByAPause() {
        start();
        transaction.open(1);

        fail(new TransactionAbortableException("full"));

        assertThat(transaction.notBeforeMs()).isEqualTo(102);
    }

    @Test
    void callThatTheProgramHasWrapped_isFoundAmongTheCauses() {
        start();
        transaction.open(1);
        log.appendFailures.add(new TransactionAbortableException("full"));
        try {
            append();
        } catch (RuntimeException e) {
            RuntimeException wrapped = new IllegalStateException("in a processor", e);
            assertThat(LogCallFailedException.in(wrapped)).isSameAs(e);
        }
        assertThat(LogCallFailedException.in(new IllegalStateException("mapper")))
                .isNull();
        assertThat(log.appendFailures).isEmpty();
    }
}
