package io.streamwright.log.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.log.GroupMembership;
import io.streamwright.log.LogClient;
import io.streamwright.log.TransactionalWriter;
import io.streamwright.log.embedded.execution.FaultPoints;
import io.streamwright.log.embedded.execution.FaultPoints.FaultPoint;
import io.streamwright.log.embedded.execution.WriteSteps;
import io.streamwright.log.embedded.storage.FaultyLogStorage;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Wherever the machine crashes, each transaction is there whole or not at all, what was acknowledged is there, and what was decided
 * is completed.
 */
final class CrashAtEveryPointTest {
    private static final int TRANSACTIONS = 6;
    /** How the transactions end that are not committed, one before each that is. */
    private static final List<Ending> WITHOUT_EFFECT = List.of(Ending.ABORT, Ending.TIMEOUT, Ending.TAKEOVER);

    private final FakeClock clock = new FakeClock();

    // ---- crashes while transactions are written and ended

    static Stream<Arguments> crashes() {
        return Stream.of(WriteSteps.values()).flatMap(steps -> casesOf(steps, pointsPassedByAll(steps)));
    }

    private static Stream<Arguments> casesOf(WriteSteps steps, Map<FaultPoint, Integer> passed) {
        return passed.entrySet().stream()
                .flatMap(entry -> IntStream.rangeClosed(1, entry.getValue())
                        .mapToObj(occurrence -> Arguments.of(steps, entry.getKey(), occurrence)));
    }

    @ParameterizedTest(name = "{0} {1} #{2}")
    @MethodSource("crashes")
    void crash_leavesEveryTransactionWholeOrNotAtAll(WriteSteps steps, FaultPoint point, int occurrence) {
        // given a log that dies when it comes to the point for the n-th time
        FaultyLogStorage storage = storageWithTopics();
        DieAt death = new DieAt(point, occurrence);
        // when
        int acknowledged = openUntilItDies(storage, steps, death)
                .map(log -> writeAllFrom(1, log))
                .orElse(0);
        // then
        assertThat(death.hasStruck()).as("the point is reached").isTrue();
        // and however many of the writes that were not synced are lost
        for (int kept = 0; kept <= storage.unsyncedWrites(); kept++) {
            LogClient reopened = open(storage.afterCrash(kept), steps, FaultPoints.NONE);
            NumberedTransactions transactions = new NumberedTransactions(reopened);
            transactions.openWriter().close();
            int committed = transactions.checkWhole();
            assertThat(committed).isBetween(acknowledged, acknowledged + 1);
            writeAllFrom(committed + 1, reopened);
            assertThat(transactions.checkWhole()).isEqualTo(TRANSACTIONS);
        }
    }

    /** Returns a client of the log; empty if it has died while it was opened. */
    private Optional<LogClient> openUntilItDies(FaultyLogStorage storage, WriteSteps steps, DieAt death) {
        try {
            return Optional.of(open(storage, steps, death));
        } catch (KafkaException died) {
            assertThat(died).hasMessage(death.message());
            return Optional.empty();
        }
    }

    /** Writes what is left of all transactions; returns the last number that was acknowledged before it died. */
    private int writeAllFrom(int firstNumber, LogClient log) {
        NumberedTransactions transactions = new NumberedTransactions(log);
        int acknowledged = firstNumber - 1;
        try {
            GroupMembership member = transactions.member();
            TransactionalWriter writer = transactions.openWriter();
            for (int number = firstNumber; number <= TRANSACTIONS; number++) {
                NumberedTransactions.write(writer, member, NumberedTransactions.NEVER + number);
                Ending ending = WITHOUT_EFFECT.get(number % WITHOUT_EFFECT.size());
                writer = ending.end(transactions, writer, clock);
                NumberedTransactions.write(writer, member, number);
                writer = Ending.COMMIT.end(transactions, writer, clock);
                acknowledged = number;
            }
        } catch (KafkaException | CompletionException died) {
            return acknowledged;
        }
        return acknowledged;
    }

    /** Returns how often a log that does not die comes to each point. */
    private static Map<FaultPoint, Integer> pointsPassedByAll(WriteSteps steps) {
        CrashAtEveryPointTest test = new CrashAtEveryPointTest();
        Passed passed = new Passed();
        test.writeAllFrom(1, test.open(storageWithTopics(), steps, passed));
        return passed.counts;
    }

    @ParameterizedTest
    @EnumSource(WriteSteps.class)
    void crashes_strikeAtEveryPoint(WriteSteps steps) {
        Set<FaultPoint> expected = Ending.pointsOfTransaction(steps);
        expected.add(FaultPoint.AFTER_START);
        assertThat(pointsPassedByAll(steps).keySet()).isEqualTo(expected);
    }

    static Stream<Arguments> endings() {
        return Stream.of(WriteSteps.values())
                .flatMap(steps -> Stream.of(Ending.values()).map(ending -> Arguments.of(steps, ending)));
    }

    @ParameterizedTest
    @MethodSource("endings")
    void everyEnding_passesAllPointsOfAnEnd(WriteSteps steps, Ending ending) {
        // given
        Passed passed = new Passed();
        NumberedTransactions transactions = new NumberedTransactions(open(storageWithTopics(), steps, passed));
        TransactionalWriter writer = transactions.openWriter();
        NumberedTransactions.write(writer, transactions.member(), 1);
        passed.counts.clear();
        // when
        ending.end(transactions, writer, clock);
        // then
        assertThat(passed.counts.keySet()).isEqualTo(Ending.pointsOfEnd(steps));
    }

    // ---- crashes while a log is opened that finds a decided transaction

    static Stream<Arguments> crashesInRecovery() {
        return Stream.of(WriteSteps.values()).flatMap(steps -> {
            CrashAtEveryPointTest test = new CrashAtEveryPointTest();
            Passed passed = new Passed();
            test.open(test.storageWithDecidedCommit(), steps, passed);
            return casesOf(steps, passed.counts);
        });
    }

    @ParameterizedTest(name = "{0} {1} #{2}")
    @MethodSource("crashesInRecovery")
    void crashInRecovery_leavesWhatWasDecidedToTheNextOne(WriteSteps steps, FaultPoint point, int occurrence) {
        // given
        FaultyLogStorage storage = storageWithDecidedCommit();
        DieAt death = new DieAt(point, occurrence);
        // when
        openUntilItDies(storage, steps, death);
        // then
        assertThat(death.hasStruck()).as("the point is reached").isTrue();
        for (int kept = 0; kept <= storage.unsyncedWrites(); kept++) {
            LogClient reopened = open(storage.afterCrash(kept), steps, FaultPoints.NONE);
            NumberedTransactions transactions = new NumberedTransactions(reopened);
            assertThat(transactions.checkWhole()).isEqualTo(1);
            writeAllFrom(2, reopened);
            assertThat(transactions.checkWhole()).isEqualTo(TRANSACTIONS);
        }
    }

    @ParameterizedTest
    @EnumSource(WriteSteps.class)
    void crashesInRecovery_strikeAtEveryPoint(WriteSteps steps) {
        Passed passed = new Passed();
        open(storageWithDecidedCommit(), steps, passed);
        assertThat(passed.counts.keySet()).isEqualTo(Ending.pointsOfRecovery(steps));
    }

    /** Returns storage in which the first transaction is to be committed, and no participant knows it. */
    private FaultyLogStorage storageWithDecidedCommit() {
        FaultyLogStorage storage = storageWithTopics();
        FaultPoints death = new DieAt(FaultPoint.AFTER_PREPARE, 1);
        NumberedTransactions transactions = new NumberedTransactions(open(storage, WriteSteps.ONE_BY_ONE, death));
        TransactionalWriter writer = transactions.openWriter();
        NumberedTransactions.write(writer, transactions.member(), 1);
        assertThatThrownBy(() -> writer.commit().join()).hasMessageContaining("died at AFTER_PREPARE");
        assertThat(storage.unsyncedWrites()).isZero();
        return storage.afterCrash(0);
    }

    // ---- the log

    private static FaultyLogStorage storageWithTopics() {
        FaultyLogStorage storage = new FaultyLogStorage();
        new NumberedTransactions(EmbeddedLog.byHand(storage, EmbeddedLogSettings.DEFAULT, new FakeClock())
                        .client())
                .createTopics();
        return storage;
    }

    private LogClient open(FaultyLogStorage storage, WriteSteps steps, FaultPoints faults) {
        EmbeddedLogSettings settings = EmbeddedLogSettings.DEFAULT.with(steps).with(faults);
        return EmbeddedLog.byHand(storage, settings, clock).client();
    }

    /** Counts how often each point is passed. */
    private static final class Passed implements FaultPoints {
        private final Map<FaultPoint, Integer> counts = new EnumMap<>(FaultPoint.class);

        @Override
        public void reached(FaultPoint here) {
            counts.merge(here, 1, Integer::sum);
        }
    }
}
