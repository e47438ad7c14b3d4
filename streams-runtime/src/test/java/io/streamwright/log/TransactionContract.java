package io.streamwright.log;

import static io.streamwright.log.LogContractSteps.append;
import static io.streamwright.log.LogContractSteps.bytes;
import static io.streamwright.log.LogContractSteps.commit;
import static io.streamwright.log.LogContractSteps.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.junit.jupiter.api.Test;

/** What a transaction must do to what readers see. */
interface TransactionContract extends LogContractSteps {
    // ---- visibility

    @Test
    default void recordsOfOpenTransaction_areSeenByNobodyBeforeItsCommit() {
        // given
        TransactionalWriter writer = writer("w");
        writer.begin();
        append(writer, P0, "a");
        LogReader reader = reader(P0);
        assertThat(reader.poll(Duration.ZERO)).isEmpty();
        // when
        commit(writer);
        // then
        assertThat(committedValues(P0)).containsExactly("a");
        assertThat(reader.poll(LONG).get(0).records()).hasSize(1);
    }

    @Test
    default void abortedRecords_areNeverSeen_andThoseAroundThemAre() {
        // given
        TransactionalWriter writer = writer("w");
        writer.begin();
        append(writer, P0, "before");
        commit(writer);
        // when
        writer.begin();
        append(writer, P0, "aborted");
        get(writer.abort());
        writer.begin();
        append(writer, P0, "after");
        commit(writer);
        // then
        assertThat(committedValues(P0)).containsExactly("before", "after");
    }

    @Test
    default void largeAbortedTransaction_whoseBatchesAreOnTheLog_isPassedOver() {
        // given more than a batch of records, so that they are sent before the end
        TransactionalWriter writer = writer("w");
        writer.begin();
        appendSeveralBatches(writer, P0);
        // when
        get(writer.abort());
        writer.begin();
        append(writer, P0, "kept");
        commit(writer);
        // then
        assertThat(committedValues(P0)).containsExactly("kept");
    }

    @Test
    default void olderOpenTransaction_holdsBackLaterCommits_untilItEnds() {
        // given
        TransactionalWriter slow = writer("slow");
        slow.begin();
        appendSeveralBatches(slow, P0);
        LogReader reader = reader(P0);
        commitValues("fast", P0, "fast");
        assertThat(log().topics().stableOffsets(Set.of(P0))).containsEntry(P0, 0L);
        assertThat(reader.poll(Duration.ZERO)).isEmpty();
        // when
        get(slow.abort());
        // then
        assertThat(committedValues(P0)).containsExactly("fast");
    }

    @Test
    default void transactionOverSeveralPartitions_isSeenWhole() {
        TransactionalWriter writer = writer("w");
        writer.begin();
        append(writer, P0, "a", "b");
        append(writer, P1, "c");
        commit(writer);
        assertThat(committedValues(P0)).containsExactly("a", "b");
        assertThat(committedValues(P1)).containsExactly("c");
    }

    @Test
    default void emptyCommit_leavesNoTraceOnTheLog() {
        // given
        TransactionalWriter writer = writer("w");
        // when
        writer.begin();
        CommitResult result = commit(writer);
        // then
        assertThat(result.nextOffsets()).isEmpty();
        assertThat(log().topics().stableOffsets(Set.of(P0, P1)))
                .containsEntry(P0, 0L)
                .containsEntry(P1, 0L);
        writer.begin();
        append(writer, P0, "works on");
        assertThat(commit(writer).nextOffsets()).containsEntry(P0, 1L);
    }

    @Test
    default void abortWithoutTransaction_doesNothing() {
        TransactionalWriter writer = writer("w");
        get(writer.abort());
        assertThat(log().topics().stableOffsets(Set.of(P0))).containsEntry(P0, 0L);
    }

    @Test
    default void commitResult_namesTheOffsetBehindTheLastRecord() {
        // given
        TransactionalWriter writer = writer("w");
        writer.begin();
        append(writer, P0, "a", "b", "c");
        // when
        CommitResult first = commit(writer);
        writer.begin();
        append(writer, P0, "d");
        append(writer, P1, "e");
        CommitResult second = commit(writer);
        // then markers take offsets too
        assertThat(first.nextOffsets()).containsOnly(Map.entry(P0, 3L));
        assertThat(second.nextOffsets()).containsOnly(Map.entry(P0, 5L), Map.entry(P1, 1L));
        assertThat(committedRecords(P0)).extracting(LogRecord::offset).containsExactly(0L, 1L, 2L, 4L);
    }

    // ---- records

    @Test
    default void record_comesBackAsItWasWritten() {
        // given
        Header[] headers = {
            new RecordHeader("trace", bytes("1")),
            new RecordHeader("empty", new byte[0]),
            new RecordHeader("none", (byte[]) null)
        };
        TransactionalWriter writer = writer("w");
        writer.begin();
        writer.append(P0, 1_700_000_000_000L, bytes("key"), bytes("value"), headers);
        writer.append(P0, 0, null, null, LogRecord.NO_HEADERS);
        writer.append(P0, Long.MAX_VALUE, new byte[0], new byte[0], LogRecord.NO_HEADERS);
        // when
        commit(writer);
        // then
        List<LogRecord> records = committedRecords(P0);
        assertThat(records).hasSize(3);
        assertThat(records.get(0).timestamp()).isEqualTo(1_700_000_000_000L);
        assertThat(records.get(0).key()).isEqualTo(bytes("key"));
        assertThat(records.get(0).value()).isEqualTo(bytes("value"));
        assertThat(records.get(0).headers()).extracting(Header::key).containsExactly("trace", "empty", "none");
        assertThat(records.get(0).headers()[0].value()).isEqualTo(bytes("1"));
        assertThat(records.get(0).headers()[1].value()).isEmpty();
        assertThat(records.get(0).headers()[2].value()).isNull();
        assertThat(records.get(1).timestamp()).isZero();
        assertThat(records.get(1).key()).isNull();
        assertThat(records.get(1).value()).isNull();
        assertThat(records.get(1).headers()).isEmpty();
        assertThat(records.get(2).timestamp()).isEqualTo(Long.MAX_VALUE);
        assertThat(records.get(2).key()).isEmpty();
        assertThat(records.get(2).value()).isEmpty();
    }

    @Test
    default void manyRecords_comeBackInOrder_overManyBatchesAndPolls() {
        // given
        TransactionalWriter writer = writer("w");
        List<String> expected = new ArrayList<>();
        for (int transaction = 0; transaction < 20; transaction++) {
            writer.begin();
            for (int i = 0; i < 1000; i++) {
                String value = transaction + "/" + i + " " + "x".repeat(i % 200);
                expected.add(value);
                append(writer, P0, value);
            }
            commit(writer);
        }
        // then
        assertThat(committedValues(P0)).isEqualTo(expected);
    }

    @Test
    default void recordAboveTheTopicsLimit_isRefused_andTheTransactionGoesOn() {
        // given
        log().topics().create(new TopicSpec("small", 1, Map.of("max.message.bytes", "1000")));
        TopicPartition small = new TopicPartition("small", 0);
        TransactionalWriter writer = writer("w");
        writer.begin();
        append(writer, small, "fits");
        // when
        assertThatThrownBy(() -> append(writer, small, "x".repeat(1000)))
                .isInstanceOf(RecordTooLargeException.class)
                .hasMessageContainingAll("small", "max.message.bytes=1000");
        // then
        append(writer, small, "fits too");
        commit(writer);
        assertThat(committedValues(small)).containsExactly("fits", "fits too");
    }

    @Test
    default void recordBelowTheDefaultLimit_isTaken() {
        TransactionalWriter writer = writer("w");
        writer.begin();
        String large = "x".repeat(1_000_000);
        append(writer, P0, large);
        commit(writer);
        assertThat(committedValues(P0)).containsExactly(large);
    }

    @Test
    default void appendToUnknownPartition_isRefused_andTheTransactionGoesOn() {
        TransactionalWriter writer = writer("w");
        writer.begin();
        assertThatThrownBy(() -> append(writer, new TopicPartition("nowhere", 0), "a"))
                .isInstanceOf(UnknownTopicOrPartitionException.class)
                .hasMessageContaining("nowhere");
        append(writer, P0, "b");
        commit(writer);
        assertThat(committedValues(P0)).containsExactly("b");
    }

    // ---- order of calls

    @Test
    default void callsOutOfOrder_areRefused() {
        TransactionalWriter writer = writer("w");
        assertThatThrownBy(() -> append(writer, P0, "a")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(writer::commit).isInstanceOf(IllegalStateException.class);
        writer.begin();
        assertThatThrownBy(writer::begin).isInstanceOf(IllegalStateException.class);
    }

    @Test
    default void anotherThread_mayBeginTheNextTransaction_butNotTouchThisOne() {
        // given
        TransactionalWriter writer = writer("w");
        writer.begin();
        append(writer, P0, "a");
        // when
        assertThatThrownBy(() -> get(CompletableFuture.runAsync(() -> append(writer, P0, "stolen"))))
                .isInstanceOf(IllegalStateException.class);
        commit(writer);
        get(CompletableFuture.runAsync(() -> {
            writer.begin();
            append(writer, P0, "b");
            commit(writer);
        }));
        // then
        assertThat(committedValues(P0)).containsExactly("a", "b");
    }

    @Test
    default void abortAfterACommitThatSucceeded_failsAndChangesNothing() {
        // given a commit whose future nobody has looked at
        TransactionalWriter writer = writer("w");
        writer.begin();
        append(writer, P0, "a");
        CompletableFuture<CommitResult> commit = writer.commit();
        await().atMost(LONG).until(commit::isDone);
        // when
        assertThatThrownBy(() -> get(writer.abort()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("w", "was committed");
        // then
        assertThatThrownBy(() -> get(writer.abort())).isInstanceOf(IllegalStateException.class);
        assertThat(committedValues(P0)).containsExactly("a");
        writer.begin();
        append(writer, P0, "aborted");
        get(writer.abort());
        get(writer.abort());
        commitValues("w", P0, "b");
        assertThat(committedValues(P0)).containsExactly("a", "b");
    }

    // ---- several writers

    @Test
    default void manyWritersAtOnce_loseAndMixNothing() {
        // given
        int writers = 4;
        int transactions = 25;
        List<CompletableFuture<Void>> done = new ArrayList<>();
        // when
        for (int number = 0; number < writers; number++) {
            String id = "w" + number;
            CompletableFuture<Void> future = new CompletableFuture<>();
            done.add(future);
            new Thread(() -> {
                        try {
                            writeTransactions(id, transactions);
                            future.complete(null);
                        } catch (Throwable failure) {
                            future.completeExceptionally(failure);
                        }
                    })
                    .start();
        }
        done.forEach(LogContractSteps::get);
        // then
        List<String> values = committedValues(P0);
        assertThat(values).hasSize(writers * transactions * 2);
        for (int number = 0; number < writers; number++) {
            String prefix = "w" + number + "/";
            assertThat(values.stream().filter(value -> value.startsWith(prefix)))
                    .isEqualTo(Arrays.asList(expectedOf(prefix, transactions)));
        }
    }

    private void writeTransactions(String id, int transactions) {
        TransactionalWriter writer = writer(id);
        for (int transaction = 0; transaction < transactions; transaction++) {
            writer.begin();
            append(writer, P0, id + "/" + transaction + "a", id + "/" + transaction + "b");
            commit(writer);
        }
    }

    private static String[] expectedOf(String prefix, int transactions) {
        String[] expected = new String[2 * transactions];
        for (int transaction = 0; transaction < transactions; transaction++) {
            expected[2 * transaction] = prefix + transaction + "a";
            expected[2 * transaction + 1] = prefix + transaction + "b";
        }
        return expected;
    }
}
