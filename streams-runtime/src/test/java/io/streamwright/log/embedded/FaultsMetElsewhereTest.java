package io.streamwright.log.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.log.CommitResult;
import io.streamwright.log.LogRecord;
import io.streamwright.log.TransactionalWriter;
import io.streamwright.log.embedded.batch.BatchBuilder;
import io.streamwright.log.embedded.coordinator.CoordinatorRecord.IdUpdated;
import io.streamwright.log.embedded.coordinator.CoordinatorRecordCodec;
import io.streamwright.log.embedded.coordinator.TransactionMetadata;
import io.streamwright.log.embedded.coordinator.TransactionState;
import io.streamwright.log.embedded.execution.AppendBatch;
import io.streamwright.log.embedded.execution.EndTransaction;
import io.streamwright.log.embedded.execution.FaultPoints;
import io.streamwright.log.embedded.execution.FaultPoints.FaultPoint;
import io.streamwright.log.embedded.execution.RequestSequence;
import io.streamwright.log.embedded.execution.WriteSteps;
import io.streamwright.log.embedded.execution.WriterTransaction;
import io.streamwright.log.embedded.protocol.ProducerIdentity;
import io.streamwright.log.embedded.protocol.TransactionEnd;
import io.streamwright.log.embedded.storage.FaultyLogStorage;
import io.streamwright.log.embedded.storage.FaultyLogStorage.Failure;
import io.streamwright.log.embedded.storage.PartitionKey;
import io.streamwright.log.embedded.storage.StateTable;
import io.streamwright.log.embedded.storage.StorageWrite;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.KafkaStorageException;
import org.apache.kafka.common.errors.TransactionAbortableException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Faults of transactions that people met on other logs, here on a whole log that is run by hand. */
final class FaultsMetElsewhereTest {
    private static final String ID = "w";
    private static final List<PartitionKey> PARTITIONS =
            List.of(new PartitionKey(0, "t", 0), new PartitionKey(0, "t", 1));

    private static final int FAILED_ATTEMPTS = 40_000;

    private final FakeClock clock = new FakeClock();
    private FaultyLogStorage storage = new FaultyLogStorage();

    @BeforeEach
    void createTopics() {
        NumberedTransactions transactions = transactions(WriteSteps.TOGETHER, FaultPoints.NONE);
        transactions.createTopics();
    }

    private EmbeddedLog open(WriteSteps steps, FaultPoints faults) {
        return EmbeddedLog.byHand(
                storage, EmbeddedLogSettings.DEFAULT.with(steps).with(faults), clock);
    }

    private NumberedTransactions transactions(WriteSteps steps, FaultPoints faults) {
        return new NumberedTransactions(open(steps, faults).client());
    }

    /** Lets the log die in the end of the first transaction, with one write for each step, and keeps what is durable. */
    private void dieInTheEnd(Ending ending, FaultPoint point) {
        DieAt death = new DieAt(point, 1);
        NumberedTransactions transactions = transactions(WriteSteps.ONE_BY_ONE, death);
        TransactionalWriter writer = transactions.openWriter();
        NumberedTransactions.write(writer, transactions.member(), 1);
        assertThatThrownBy(() -> ending.end(transactions, writer, clock)).hasMessageContaining(death.message());
        storage = storage.afterCrash(0);
    }

    /** Returns what is stored of the transactional id. */
    private TransactionMetadata stored() {
        List<TransactionMetadata> found = new ArrayList<>();
        storage.forEach(StateTable.TRANSACTIONS, (key, value) -> {
            if (CoordinatorRecordCodec.decode(value) instanceof IdUpdated updated) {
                found.add(updated.metadata());
            }
        });
        assertThat(found).hasSize(1);
        return found.get(0);
    }

    private int storedMarkers(PartitionKey partition) {
        List<Long> offsets = new ArrayList<>();
        storage.readBatches(partition, 0, batch -> {
            if (batch.isControl()) {
                offsets.add(batch.baseOffset());
            }
            return true;
        });
        return offsets.size();
    }

    /** Checks that the id's transaction is over and its next one begins at once and commits. */
    private void checkThatTheIdGoesOn(NumberedTransactions transactions, int committed) {
        TransactionalWriter writer = transactions.openWriter();
        assertThat(transactions.checkWhole()).isEqualTo(committed);
        NumberedTransactions.write(writer, transactions.member(), committed + 1);
        writer.commit().join();
        assertThat(transactions.checkWhole()).isEqualTo(committed + 1);
    }

    // ---- the coordinator stops while markers are being written

    static Stream<Arguments> stopsInPrepare() {
        return Stream.of(Ending.COMMIT, Ending.ABORT)
                .flatMap(ending -> Stream.of(
                                FaultPoint.AFTER_PREPARE,
                                FaultPoint.BETWEEN_MARKERS,
                                FaultPoint.BEFORE_COMPLETE,
                                FaultPoint.BETWEEN_ACKNOWLEDGEMENTS)
                        .flatMap(point ->
                                Stream.of(WriteSteps.values()).map(steps -> Arguments.of(ending, point, steps))));
    }

    /** Case C032, KAFKA-19999: a marker sent again by the restarted coordinator was refused for ever, and the transaction hung. */
    @ParameterizedTest
    @MethodSource("stopsInPrepare")
    void coordinatorThatStoppedInPrepare_endsTheTransactionWhenItStartsAgain(
            Ending ending, FaultPoint point, WriteSteps steps) {
        // given
        dieInTheEnd(ending, point);
        assertThat(stored().state().isPrepared()).isTrue();
        // when
        NumberedTransactions transactions = transactions(steps, FaultPoints.NONE);
        // then
        assertThat(stored().state())
                .isEqualTo(
                        ending == Ending.COMMIT ? TransactionState.COMPLETE_COMMIT : TransactionState.COMPLETE_ABORT);
        assertThat(PARTITIONS)
                .allSatisfy(partition -> assertThat(storedMarkers(partition)).isEqualTo(1));
        checkThatTheIdGoesOn(transactions, ending == Ending.COMMIT ? 1 : 0);
    }

    /** Case C033, KAFKA-19999: so it did when the answer to a marker was lost and the marker repeated. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 50})
    void markerWhoseAnswerWasLost_isStoredOnce_howeverOftenItIsRepeated(int repetitions) {
        // given markers that are stored, and nobody knows it
        dieInTheEnd(Ending.COMMIT, FaultPoint.BEFORE_COMPLETE);
        // when
        for (int i = 1; i < repetitions; i++) {
            DieAt death = new DieAt(FaultPoint.BEFORE_COMPLETE, 1);
            assertThatThrownBy(() -> open(WriteSteps.ONE_BY_ONE, death)).hasMessage(death.message());
            storage = storage.afterCrash(0);
        }
        NumberedTransactions transactions = transactions(WriteSteps.ONE_BY_ONE, FaultPoints.NONE);
        // then
        assertThat(PARTITIONS)
                .allSatisfy(partition -> assertThat(storedMarkers(partition)).isEqualTo(1));
        assertThat(stored().state()).isEqualTo(TransactionState.COMPLETE_COMMIT);
        checkThatTheIdGoesOn(transactions, 1);
    }

    // ---- epochs

    private void giveTheIdEpoch(long epoch) {
        transactions(WriteSteps.TOGETHER, FaultPoints.NONE).openWriter().close();
        TransactionMetadata metadata = stored();
        IdUpdated aged = new IdUpdated(new TransactionMetadata(
                ID,
                new ProducerIdentity(metadata.producer().producerId(), epoch),
                epoch,
                metadata.timeoutMs(),
                metadata.state(),
                metadata.participants(),
                null,
                metadata.sinceMs()));
        StorageWrite write = new StorageWrite();
        write.put(StateTable.TRANSACTIONS, aged.key(), CoordinatorRecordCodec.encode(aged));
        storage.write(write, true);
    }

    /** Case C036, KAFKA-19367: fencing a transaction of epoch 32766 raised it twice, to a negative one. */
    @ParameterizedTest
    @ValueSource(longs = {32_764, 32_765, 32_766, 32_767, 65_534, 2_147_483_646})
    void idTakenOverAtTheHighestEpochOfOthers_neverGetsANegativeOne(long epochBefore) {
        // given a transaction that is open at the next epoch
        giveTheIdEpoch(epochBefore);
        NumberedTransactions transactions = transactions(WriteSteps.TOGETHER, FaultPoints.NONE);
        TransactionalWriter old = transactions.openWriter();
        NumberedTransactions.write(old, transactions.member(), NumberedTransactions.NEVER);
        ProducerIdentity identity = stored().producer();
        assertThat(identity.epoch()).isEqualTo(epochBefore + 1);
        // when somebody takes the id over, which cannot be written at first
        storage.failNextWrite(Failure.NOTHING_WRITTEN);
        assertThatThrownBy(transactions::openWriter).isInstanceOf(KafkaStorageException.class);
        assertThat(stored().producer()).isEqualTo(identity);
        TransactionalWriter writer = transactions.openWriter();
        // then the end of the transaction and the change of owner have raised it once each
        assertThat(stored().producer()).isEqualTo(identity.next().next());
        assertThatThrownBy(() -> old.commit().join()).hasCauseInstanceOf(InvalidProducerEpochException.class);
        for (int number = 1; number <= 3; number++) {
            NumberedTransactions.write(writer, transactions.member(), number);
            writer.commit().join();
        }
        assertThat(stored().producer().epoch()).isEqualTo(identity.epoch() + 5);
        assertThat(transactions(WriteSteps.TOGETHER, FaultPoints.NONE).checkWhole())
                .isEqualTo(3);
    }

    /** Case C041, KAFKA-9666: every attempt raised the epoch in memory, until there was none left. */
    @ParameterizedTest
    @EnumSource(
            value = Ending.class,
            names = {"COMMIT", "TAKEOVER"})
    void attemptsToOpenAnIdThatCannotBeWritten_doNotRaiseItsEpoch(Ending last) {
        // given an id whose transaction is complete, or still open
        NumberedTransactions transactions = transactions(WriteSteps.TOGETHER, FaultPoints.NONE);
        TransactionalWriter old = transactions.openWriter();
        NumberedTransactions.write(old, transactions.member(), 1);
        if (last == Ending.COMMIT) {
            last.end(transactions, old, clock);
        }
        TransactionMetadata before = stored();
        // when every second time the log has recovered before the attempt
        for (int i = 0; i < FAILED_ATTEMPTS; i++) {
            if (i % 2 == 0) {
                transactions.awaitSent();
            }
            storage.failNextWrite(Failure.NOTHING_WRITTEN);
            assertThatThrownBy(transactions::openWriter).isInstanceOf(KafkaStorageException.class);
        }
        assertThat(stored()).isEqualTo(before);
        // then
        int committed = last == Ending.COMMIT ? 1 : 0;
        checkThatTheIdGoesOn(transactions, committed);
        assertThat(stored().producer().epoch() - before.producer().epoch()).isLessThan(5);
        checkThatTheIdGoesOn(transactions(WriteSteps.TOGETHER, FaultPoints.NONE), committed + 1);
    }

    // ---- ends that meet

    /** Case C039, KAFKA-20785: a commit that came just after the abort by timeout met an illegal state, which was fatal to its thread. */
    @ParameterizedTest
    @EnumSource(WriteSteps.class)
    void commitThatMeetsTheTimeoutInOneRound_canBeAbortedAndWrittenAnew(WriteSteps steps) {
        // given
        NumberedTransactions transactions = transactions(steps, FaultPoints.NONE);
        TransactionalWriter writer = transactions.openWriter();
        NumberedTransactions.write(writer, transactions.member(), NumberedTransactions.NEVER);
        // when
        clock.advance(NumberedTransactions.TIMEOUT);
        CompletableFuture<CommitResult> commit = writer.commit();
        // then once, and once more
        assertThatThrownBy(commit::join).hasCauseInstanceOf(TransactionAbortableException.class);
        assertThatThrownBy(() -> writer.commit().join()).hasCauseInstanceOf(TransactionAbortableException.class);
        writer.abort().join();
        NumberedTransactions.write(writer, transactions.member(), 1);
        writer.commit().join();
        assertThat(transactions.checkWhole()).isEqualTo(1);
    }

    @Test
    void commitThatComesJustBeforeTheTimeout_isACommit() {
        // given
        NumberedTransactions transactions = transactions(WriteSteps.TOGETHER, FaultPoints.NONE);
        TransactionalWriter writer = transactions.openWriter();
        NumberedTransactions.write(writer, transactions.member(), 1);
        // when
        clock.advance(NumberedTransactions.TIMEOUT.minusMillis(1));
        writer.commit().join();
        clock.advance(NumberedTransactions.TIMEOUT);
        // then
        checkThatTheIdGoesOn(transactions, 1);
    }

    /** Case C040, KAFKA-18464: a commit, then at once an abort with nothing in it: the producer fenced itself. */
    @ParameterizedTest
    @EnumSource(WriteSteps.class)
    void emptyAbortRightBehindACommit_succeeds_andFencesNobody(WriteSteps steps) {
        // given
        EmbeddedLog log = open(steps, FaultPoints.NONE);
        NumberedTransactions transactions = new NumberedTransactions(log.client());
        transactions.openWriter().close();
        ProducerIdentity first = stored().producer();
        // when all of it arrives together
        CompletableFuture<EndTransaction.Reply> commit = new CompletableFuture<>();
        CompletableFuture<EndTransaction.Reply> abort = new CompletableFuture<>();
        CompletableFuture<EndTransaction.Reply> next = new CompletableFuture<>();
        WriterTransaction written = new WriterTransaction(ID, first);
        WriterTransaction empty = new WriterTransaction(ID, first.next());
        WriterTransaction third = new WriterTransaction(ID, first.next().next());
        log.post(new RequestSequence(List.of(
                append(written),
                new EndTransaction(written, TransactionEnd.COMMIT, commit),
                new EndTransaction(empty, TransactionEnd.ABORT, abort),
                append(third),
                new EndTransaction(third, TransactionEnd.COMMIT, next))));
        // then
        assertThat(commit.join().next()).isEqualTo(first.next());
        assertThat(abort.join().next()).isEqualTo(first.next().next());
        assertThat(next.join().result().nextOffsets()).isNotEmpty();
        assertThat(storedMarkers(PARTITIONS.get(0))).isEqualTo(2);
    }

    private static AppendBatch append(WriterTransaction transaction) {
        BatchBuilder builder = new BatchBuilder();
        builder.add(1, null, new byte[20], LogRecord.NO_HEADERS);
        ProducerIdentity producer = transaction.producer();
        return new AppendBatch(
                transaction, PARTITIONS.get(0), builder.seal(producer.producerId(), producer.epoch(), 0));
    }

    /** The same through a writer: what it does not send cannot fence it. */
    @Test
    void emptyTransactionsOfAWriter_fenceNobody() {
        // given
        NumberedTransactions transactions = transactions(WriteSteps.TOGETHER, FaultPoints.NONE);
        TransactionalWriter writer = transactions.openWriter();
        for (int number = 1; number <= 3; number++) {
            // when
            NumberedTransactions.write(writer, transactions.member(), number);
            writer.commit().join();
            writer.begin();
            writer.abort().join();
        }
        // then
        assertThat(transactions.checkWhole()).isEqualTo(3);
    }
}
