package io.streamwright.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.Topology;
import io.streamwright.errors.ErrorCategory;
import io.streamwright.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import io.streamwright.errors.TransactionErrorContext;
import io.streamwright.processor.TaskId;
import io.streamwright.runtime.StreamsApp.State;
import io.streamwright.testing.Fault;
import io.streamwright.testing.FaultyLog;
import io.streamwright.testing.LogCall;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.errors.TransactionAbortableException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Walks the table of exceptions (KIP-1050): each, at each call of the log at which it can occur, strikes one of two tasks, on one
 * worker. Shown of each are the category that the handler is told, what the engine does as the log sees it, the output, the store,
 * and that the other task is never interrupted.
 */
class ErrorTableWalkTest {
    private static final TaskId STRUCK = new TaskId(0, 0);
    private static final TaskId OTHER = new TaskId(1, 0);
    private static final String[] FAST = {"commit.interval.ms", "5", "retry.backoff.ms", "1"};

    @TempDir(factory = InMemoryTempDir.class)
    Path directory;

    private final FaultyLog log = new FaultyLog();
    private final RecordingErrorHandler handler = new RecordingErrorHandler();
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final WatchedTask struck = new WatchedTask(log, "app-" + STRUCK);
    private final WatchedTask other = new WatchedTask(log, "app-" + OTHER);
    private AppHarness harness;
    private CountedWords words;
    private CountedWords beside;

    @BeforeEach
    void openLog() {
        harness = new AppHarness(directory);
        words = new CountedWords(harness, "in", 1);
        beside = new CountedWords(harness, "other", 1);
    }

    @AfterEach
    void closeLog() {
        harness.close();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("io.streamwright.runtime.ErrorTableCases#whileWriting")
    void whileWriting(ErrorTableCase one) throws Exception {
        strikeWithinAnApplication(one);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("io.streamwright.runtime.ErrorTableCases#whileAborting")
    void whileAborting(ErrorTableCase one) throws Exception {
        strikeWithinAnApplication(one);
    }

    private void strikeWithinAnApplication(ErrorTableCase one) throws Exception {
        // given both tasks have committed before
        writeBoth();
        StreamsApp app = application();
        app.start();
        assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();
        // when
        if (one.call() == LogCall.ABORT) {
            log.at(LogCall.COMMIT)
                    .ofWriter("app-" + STRUCK)
                    .fail(() -> new TransactionAbortableException("so that it aborts"));
        }
        Fault fault = one.arm(log, "app-" + STRUCK, words);
        writeBoth();
        goOnOrStop(app, one, fault);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("io.streamwright.runtime.ErrorTableCases#whileOpening")
    void whileOpening(ErrorTableCase one) throws Exception {
        // given a task whose store has to be restored
        writeBoth();
        harness.runToEnd(program(), FAST);
        StateCleaner.delete(directory.resolve("app")); // of both, so that the one is restored while the other is struck
        writeBoth();
        // when
        Fault fault = one.arm(log, "app-" + STRUCK, words);
        StreamsApp app = application();
        app.start();
        goOnOrStop(app, one, fault);
    }

    private void goOnOrStop(StreamsApp app, ErrorTableCase one, Fault fault) throws Exception {
        if (one.category() == ErrorCategory.INVALID_CONFIGURATION) {
            assertThat(stopped.await(AppHarness.LONG.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            assertThat(fault.fired()).isEqualTo(1);
            assertStopped(app, one);
            words.write();
            beside.write();
            words.writeDump();
            beside.writeDump();
            harness.runToEnd(program(), FAST);
        } else {
            try (app) {
                fault.awaitFired(AppHarness.LONG);
                int before = other.committed();
                beside.write();
                other.awaitCommitted(before + 1);
                words.write();
                words.writeDump();
                beside.writeDump();
                assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();
                assertThat(fault.fired()).isEqualTo(1);
                assertThat(app.state()).isEqualTo(State.RUNNING);
            }
            assertWentOn(one);
        }
        words.assertExactlyOnce();
        beside.assertExactlyOnce();
    }

    private void assertWentOn(ErrorTableCase one) throws ClassNotFoundException {
        assertTold(one);
        Seen expected = Seen.of(one);
        assertThat(new Seen(
                        struck.aborts(), struck.openings() - 1, handler.told().size()))
                .isEqualTo(expected);
        assertThat(failures).isEmpty();
        assertNotInterrupted();
        assertThat(other.openings()).isEqualTo(1);
    }

    private void assertStopped(StreamsApp app, ErrorTableCase one) throws ClassNotFoundException {
        assertTold(one);
        assertThat(app.state()).isEqualTo(State.ERROR);
        assertThat(failures).containsExactly(app.failure().orElseThrow());
        assertThat(failures.get(0))
                .hasMessageContaining("task " + STRUCK)
                .hasMessageContaining("app-" + STRUCK)
                .hasMessageContaining(one.category().name())
                .hasMessageContaining(
                        handler.told().get(handler.told().size() - 1).cause().toString());
        assertThat(struck.openings()).isEqualTo(1);
        assertThat(other.openings()).isLessThanOrEqualTo(1);
        assertNotInterrupted();
        words.assertNothingTwice();
        beside.assertNothingTwice();
    }

    private void assertTold(ErrorTableCase one) throws ClassNotFoundException {
        List<TransactionErrorContext> told = handler.told();
        assertThat(told).allSatisfy(context -> assertThat(context.taskId()).isEqualTo(STRUCK));
        TransactionErrorContext context = told.get(one.call() == LogCall.ABORT ? 1 : 0);
        assertThat(context.category()).isEqualTo(one.category());
        assertThat(context.api()).isEqualTo(one.api());
        assertThat(context.attempt()).isEqualTo(1);
        assertThat(context.cause()).isInstanceOf(Class.forName(one.exception()));
    }

    /** The other task took nothing back: each transaction that it began, it asked to commit once, and it was committed. */
    private void assertNotInterrupted() {
        assertThat(other.aborts()).isZero();
        assertThat(other.commits()).isEqualTo(other.begins());
        assertThat(other.committed()).isEqualTo(other.begins());
    }

    private void writeBoth() {
        beside.write();
        words.write();
    }

    private StreamsApp application() {
        StreamsApp app = new StreamsApp(program(), harness.settings(FAST), log);
        app.setTransactionErrorHandler(handler);
        app.setUncaughtExceptionHandler(failure -> {
            failures.add(failure);
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        });
        app.setStateListener((state, before) -> {
            if (state.hasCompletedShutdown()) {
                stopped.countDown();
            }
        });
        return app;
    }

    private Topology program() {
        return beside.addTo(words.addTo(new Topology()));
    }

    /**
     * What the engine did about an error, if it went on: as the log saw it, and how often the handler was asked. Immutable.
     *
     * @param aborts how often the task asked for an abort
     * @param reopenings how often it opened its id anew
     * @param errors how many errors its handler was told
     */
    private record Seen(int aborts, int reopenings, int errors) {

        private static final Seen SAME_CALL_AGAIN = new Seen(0, 0, 1);
        private static final Seen ABORT_AND_REWIND = new Seen(1, 0, 1);
        private static final Seen REOPENING = new Seen(0, 1, 1);

        static Seen of(ErrorTableCase one) {
            return switch (one.call()) {
                case OPEN_WRITER -> REOPENING; // is the same call again
                case COMMITTED_OFFSETS, RESTORE -> isRecoverable(one) ? REOPENING : SAME_CALL_AGAIN;
                case BEGIN -> isRecoverable(one) ? REOPENING : SAME_CALL_AGAIN; // there is nothing to abort yet
                case APPEND, ADD_OFFSETS -> isRecoverable(one) ? REOPENING : ABORT_AND_REWIND;
                case COMMIT -> ofCommit(one);
                case ABORT -> isRecoverable(one) ? new Seen(1, 1, 2) : new Seen(2, 0, 2); // the first one has a cause
                default -> throw new IllegalArgumentException("not a call of a transaction: " + one);
            };
        }

        private static Seen ofCommit(ErrorTableCase one) {
            if (isRecoverable(one)) {
                return REOPENING;
            }
            if (one.tookEffect()) {
                // the writer knows itself that it can neither commit again nor abort, and asks the log for neither
                return new Seen(0, 1, 2);
            }
            return one.category() == ErrorCategory.ABORTABLE ? ABORT_AND_REWIND : SAME_CALL_AGAIN;
        }

        private static boolean isRecoverable(ErrorTableCase one) {
            return one.category() == ErrorCategory.APPLICATION_RECOVERABLE;
        }
    }
}
