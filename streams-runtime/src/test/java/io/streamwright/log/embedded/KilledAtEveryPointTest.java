package io.streamwright.log.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.log.TransactionalWriter;
import io.streamwright.log.embedded.CommittingProcess.Doing;
import io.streamwright.log.embedded.execution.FaultPoints;
import io.streamwright.log.embedded.execution.FaultPoints.FaultPoint;
import io.streamwright.log.embedded.execution.WriteSteps;
import io.streamwright.log.embedded.storage.FlushMode;
import io.streamwright.log.embedded.storage.RocksLogStorage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Wherever a process is killed in a transaction, all of it is there or nothing, nobody waits long for what was left undone, and the
 * next transaction of the same transactional id commits.
 *
 * <p>A directory is used by one process after the other, each killed at the next point. Two run at a time, one for each way to write.
 */
final class KilledAtEveryPointTest {
    /** Required of the log: so long may anybody wait for the end of a transaction whose process died. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

    @TempDir
    private Path temporary;

    private List<KilledLog> logs;

    @BeforeEach
    void chooseDirectories() {
        logs = Stream.of(WriteSteps.values())
                .map(steps -> new KilledLog(temporary.resolve(steps.name()), steps))
                .toList();
    }

    @Test
    void processKilledWhileItWrites_leavesNothing() throws Exception {
        killAtEach(steps -> Ending.pointsOfWriting(), Doing.WRITE, steps -> Set.of());
    }

    @Test
    void processKilledInACommit_leavesAllOfIt_orNothingIfItWasNotDecided() throws Exception {
        killAtEach(Ending::pointsOfEnd, Doing.COMMIT, Ending::pointsOfStoredDecision);
    }

    @Test
    void processKilledInATimeout_leavesNothing() throws Exception {
        killAtEach(Ending::pointsOfEnd, Doing.TIMEOUT, steps -> Set.of());
    }

    @Test
    void processKilledInRecovery_leavesAllOfWhatWasDecidedBefore() throws Exception {
        killAtEach(Ending::pointsOfRecovery, Doing.OPEN, Ending::pointsOfRecovery);
    }

    /**
     * Kills processes at one point after the other.
     *
     * @param reached the points that a process comes to
     * @param committed those at which the transaction is committed
     */
    private void killAtEach(
            Function<WriteSteps, Set<FaultPoint>> reached, Doing doing, Function<WriteSteps, Set<FaultPoint>> committed)
            throws Exception {
        for (FaultPoint point : FaultPoint.values()) {
            List<KilledLog> coming = logs.stream()
                    .filter(log -> reached.apply(log.steps).contains(point))
                    .toList();
            for (KilledLog log : coming) {
                log.start(doing, point);
            }
            for (KilledLog log : coming) {
                log.killAt(point);
            }
            for (KilledLog log : coming) {
                log.checkWholeAndGoOn(point, committed.apply(log.steps).contains(point));
            }
        }
    }

    /** A directory in which one process after the other is killed. Owner: the test. */
    private static final class KilledLog {
        private final Path directory;
        private final WriteSteps steps;
        private int committed;
        private CommittingProcess process;

        KilledLog(Path directory, WriteSteps steps) {
            this.directory = directory;
            this.steps = steps;
        }

        void start(Doing doing, FaultPoint point) throws Exception {
            if (doing == Doing.OPEN) {
                leaveACommitDecided();
            }
            process = CommittingProcess.start(directory, steps, doing, point);
        }

        /** Leaves the next transaction so that it is to be committed and no participant knows it. */
        private void leaveACommitDecided() {
            DieAt death = new DieAt(FaultPoint.AFTER_PREPARE, 1);
            try (EmbeddedLog log =
                    EmbeddedLog.byHand(storage(), settings(WriteSteps.ONE_BY_ONE, death), new FakeClock())) {
                NumberedTransactions transactions = new NumberedTransactions(log.client());
                transactions.createTopics();
                TransactionalWriter writer = transactions.openWriter();
                NumberedTransactions.write(writer, transactions.member(), committed + 1);
                assertThatThrownBy(() -> writer.commit().join()).hasMessageContaining(death.message());
            }
        }

        void killAt(FaultPoint point) throws Exception {
            List<String> lines = new ArrayList<>();
            String line = process.readLine();
            for (; line != null && !isLast(line); line = process.readLine()) {
                lines.add(line);
            }
            lines.add(line);
            process.kill();
            assertThat(lines).as("%s: the process comes to its point", steps).endsWith(CommittingProcess.AT + point);
        }

        private static boolean isLast(String line) {
            return line.startsWith(CommittingProcess.AT) || line.equals(CommittingProcess.PASSED);
        }

        /** Opens the log as the next process would, and commits the next transaction. */
        void checkWholeAndGoOn(FaultPoint killedAt, boolean isCommitted) throws Exception {
            String what = steps + ", killed at " + killedAt;
            long startNs = System.nanoTime();
            try (EmbeddedLog log = EmbeddedLog.start(storage(), settings(steps, FaultPoints.NONE), new FakeClock())) {
                NumberedTransactions transactions = new NumberedTransactions(log.client());
                TransactionalWriter writer = transactions.openWriter();
                assertThat(transactions.checkWhole()).as(what).isEqualTo(isCommitted ? committed + 1 : committed);
                committed = transactions.committed() + 1;
                NumberedTransactions.write(writer, transactions.member(), committed);
                writer.commit().get(LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS);
                assertThat(transactions.checkWhole()).as(what).isEqualTo(committed);
                assertThat(Duration.ofNanos(System.nanoTime() - startNs))
                        .as("%s: what owner and readers waited, from opening to the end of the next transaction", what)
                        .isLessThan(LONGEST_WAIT);
            }
        }

        private RocksLogStorage storage() {
            return RocksLogStorage.open(directory, FlushMode.SYNC);
        }

        private static EmbeddedLogSettings settings(WriteSteps steps, FaultPoints faults) {
            return EmbeddedLogSettings.DEFAULT.with(steps).with(faults);
        }
    }
}
