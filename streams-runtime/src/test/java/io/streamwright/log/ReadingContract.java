package io.streamwright.log;

import static io.streamwright.log.LogContractSteps.append;
import static io.streamwright.log.LogContractSteps.commit;
import static io.streamwright.log.LogContractSteps.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.errors.InterruptException;
import org.junit.jupiter.api.Test;

/** What a reader must do. */
interface ReadingContract extends LogContractSteps {

    @Test
    default void seekIntoTheMiddleOfABatch_beginsThere() {
        commitValues("w", P0, "a", "b", "c", "d");
        LogReader reader = reader(P0);
        reader.seek(P0, 2);
        assertThat(reader.poll(LONG).get(0).records())
                .extracting(LogRecord::offset)
                .containsExactly(2L, 3L);
        assertThat(reader.position(P0)).isEqualTo(5);
    }

    @Test
    default void positionMovesOverMarkers_andIsReportedWithoutRecords() {
        // given
        TransactionalWriter writer = writer("w");
        writer.begin();
        append(writer, P0, "a");
        commit(writer);
        LogReader reader = reader(P0);
        reader.seek(P0, 1);
        // when
        List<FetchedRecords> fetched = reader.poll(LONG);
        // then
        assertThat(fetched).hasSize(1);
        assertThat(fetched.get(0).records()).isEmpty();
        assertThat(fetched.get(0).nextOffset()).isEqualTo(2);
    }

    @Test
    default void pausedPartition_isNotReturned_andGoesOnWhereItWas() {
        // given
        commitValues("w", P0, "a");
        commitValues("w", P1, "b");
        LogReader reader = reader(P0, P1);
        // when
        reader.pause(Set.of(P0));
        assertThat(reader.poll(LONG)).extracting(FetchedRecords::partition).containsExactly(P1);
        assertThat(reader.poll(Duration.ZERO)).isEmpty();
        reader.resume(Set.of(P0));
        // then
        assertThat(reader.poll(LONG)).extracting(FetchedRecords::partition).containsExactly(P0);
    }

    @Test
    default void partitionWithoutPosition_mustBePaused_untilItGetsOne() {
        // given
        commitValues("w", P0, "a");
        commitValues("w", P1, "b");
        LogReader reader = log().openReader(ReaderOptions.DEFAULT);
        reader.assign(Set.of(P0, P1));
        reader.pause(Set.of(P1));
        assertThatThrownBy(() -> reader.poll(Duration.ZERO))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("words-0");
        reader.pause(Set.of(P0));
        assertThat(reader.poll(Duration.ZERO)).isEmpty();
        // when
        reader.seek(P0, 0);
        reader.resume(Set.of(P0));
        assertThat(reader.poll(LONG)).extracting(FetchedRecords::partition).containsExactly(P0);
        reader.seek(P1, 0);
        assertThat(reader.poll(Duration.ZERO)).isEmpty();
        reader.resume(Set.of(P1));
        // then
        assertThat(reader.poll(LONG)).extracting(FetchedRecords::partition).containsExactly(P1);
    }

    @Test
    default void lag_countsOffsetsUpToTheStableEnd() {
        commitValues("w", P0, "a", "b");
        LogReader reader = reader(P0);
        reader.seek(P0, 1);
        reader.poll(LONG);
        assertThat(reader.lag(P0)).hasValue(0);
        reader.seek(P0, 1);
        assertThat(reader.lag(P0)).hasValue(2);
    }

    @Test
    default void assignment_keepsPositionsOfPartitionsThatStay() {
        commitValues("w", P0, "a");
        LogReader reader = reader(P0);
        reader.poll(LONG);
        reader.assign(Set.of(P0, P1));
        assertThat(reader.position(P0)).isEqualTo(2);
        assertThatThrownBy(() -> reader.position(P1)).isInstanceOf(IllegalStateException.class);
        assertThat(reader.assignment()).containsExactlyInAnyOrder(P0, P1);
        reader.assign(Set.of(P1));
        assertThatThrownBy(() -> reader.seek(P0, 0)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    default void positionOutsideOfTheLog_isRefused() {
        commitValues("w", P0, "a");
        LogReader reader = reader(P0);
        reader.seek(P0, 100);
        assertThatThrownBy(() -> reader.poll(LONG))
                .isInstanceOf(OffsetOutOfRangeException.class)
                .satisfies(failure -> assertThat(((OffsetOutOfRangeException) failure).offsetOutOfRangePartitions())
                        .containsEntry(P0, 100L));
    }

    @Test
    default void pollLimits_areKeptBatchByBatch() {
        // given three batches
        for (int i = 0; i < 3; i++) {
            commitValues("w", P0, "a", "b");
        }
        LogReader reader = log().openReader(new ReaderOptions(1, 1 << 20));
        reader.assign(Set.of(P0));
        reader.seek(P0, 0);
        // then
        int expected = splitsBatches() ? 1 : 2;
        assertThat(reader.poll(LONG).get(0).records()).hasSize(expected);
        assertThat(reader.poll(LONG).get(0).records()).hasSize(expected);
    }

    @Test
    default void waitingPoll_returnsWhenSomethingIsCommitted() {
        // given
        LogReader reader = log().openReader(ReaderOptions.DEFAULT);
        CompletableFuture<List<FetchedRecords>> polled = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            reader.assign(Set.of(P0));
            reader.seek(P0, 0);
            polled.complete(reader.poll(LONG));
        });
        thread.start();
        await().atMost(LONG).until(() -> waitsInPoll(thread));
        // when
        commitValues("w", P0, "a");
        // then
        assertThat(get(polled).get(0).records()).hasSize(1);
    }

    @Test
    default void wakeup_endsAWaitingPoll_orElseTheNext() {
        // given
        LogReader reader = log().openReader(ReaderOptions.DEFAULT);
        CompletableFuture<List<FetchedRecords>> polled = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            reader.assign(Set.of(P0));
            reader.seek(P0, 0);
            polled.complete(reader.poll(LONG));
            polled.join();
        });
        thread.start();
        await().atMost(LONG).until(() -> waitsInPoll(thread));
        // when
        reader.wakeup();
        // then
        assertThat(get(polled)).isEmpty();
        LogReader other = reader(P0);
        other.wakeup();
        assertThat(other.poll(LONG)).isEmpty();
    }

    @Test
    default void interrupt_failsAWaitingPoll_andTheThreadStaysInterrupted() {
        // given
        LogReader reader = log().openReader(ReaderOptions.DEFAULT);
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                reader.assign(Set.of(P0));
                reader.seek(P0, 0);
                reader.poll(LONG);
                interrupted.complete(false);
            } catch (InterruptException failure) {
                interrupted.complete(Thread.currentThread().isInterrupted());
            }
        });
        thread.start();
        await().atMost(LONG).until(() -> waitsInPoll(thread));
        // when
        thread.interrupt();
        // then
        assertThat(get(interrupted)).isTrue();
    }

    @Test
    default void pollByAnInterruptedThread_failsAndLosesNothing() {
        // given
        commitValues("w", P0, "a");
        LogReader reader = reader(P0);
        Thread.currentThread().interrupt();
        // when
        try {
            assertThatThrownBy(() -> reader.poll(Duration.ZERO)).isInstanceOf(InterruptException.class);
            assertThatThrownBy(() -> reader.poll(LONG)).isInstanceOf(InterruptException.class);
        } finally {
            Thread.interrupted();
        }
        // then
        assertThat(reader.poll(LONG).get(0).records()).hasSize(1);
    }

    @Test
    default void severalReaders_seeTheSame() {
        commitValues("w", P0, "a", "b");
        for (int i = 0; i < 3; i++) {
            assertThat(reader(P0).poll(LONG).get(0).records()).hasSize(2);
        }
    }
}
