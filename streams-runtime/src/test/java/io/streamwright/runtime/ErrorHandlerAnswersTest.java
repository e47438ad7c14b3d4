package io.streamwright.runtime;

import static io.streamwright.errors.TransactionErrorResponse.abortAndRewind;
import static io.streamwright.errors.TransactionErrorResponse.retry;
import static io.streamwright.errors.TransactionErrorResponse.shutdownApplication;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streamwright.StreamsBuilder;
import io.streamwright.Topology;
import io.streamwright.errors.ErrorCategory;
import io.streamwright.errors.ErrorClassifier;
import io.streamwright.errors.LogAndFailProcessingExceptionHandler;
import io.streamwright.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import io.streamwright.errors.TransactionErrorHandler;
import io.streamwright.errors.TransactionErrorResponse;
import io.streamwright.runtime.StreamsApp.State;
import io.streamwright.testing.FaultBuilder;
import io.streamwright.testing.FaultyLog;
import io.streamwright.testing.LogCall;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.common.errors.NetworkException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TransactionAbortableException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever a program's transaction error handler or classifier answers, and whenever: the application says what was wrong with the
 * answer, hangs never, and loses nothing.
 */
class ErrorHandlerAnswersTest {
    private static final String STRUCK = "app-0_0";
    private static final String OTHER = "app-1_0";
    private static final Set<LogCall> CALLS = EnumSet.of(
            LogCall.OPEN_WRITER, LogCall.BEGIN, LogCall.APPEND, LogCall.ADD_OFFSETS, LogCall.COMMIT, LogCall.ABORT);

    @TempDir
    Path directory;

    private final FaultyLog log = new FaultyLog();
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final WatchedTask struck = new WatchedTask(log, STRUCK);
    private final WatchedTask other = new WatchedTask(log, OTHER);
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

    /** What no handler may do; the error has a category that a retry is illegal for. */
    private enum Nonsense {
        NOTHING("answered null"),
        ILLEGAL("answered RETRY"),
        FAILS("not made yet"),
        FAILS_BADLY("too deep");

        private final String complaint;

        Nonsense(String complaint) {
            this.complaint = complaint;
        }

        @Nullable
        TransactionErrorResponse answer() {
            return switch (this) {
                case NOTHING -> null;
                case ILLEGAL -> retry();
                case FAILS -> throw new UnsupportedOperationException(complaint);
                case FAILS_BADLY -> throw new StackOverflowError(complaint);
            };
        }
    }

    static Stream<Arguments> nonsenseAtEveryCall() {
        return CALLS.stream()
                .flatMap(call -> Stream.of(Nonsense.values()).map(nonsense -> Arguments.of(call, nonsense)));
    }

    @ParameterizedTest
    @MethodSource("nonsenseAtEveryCall")
    void handlerThatAnswersNonsense_stopsTheApplicationCleanlyAndSaysWhatIsWrong(LogCall call, Nonsense nonsense)
            throws Exception {
        TransactionErrorHandler handler =
                context -> isCauseOfAbort(context.cause()) ? abortAndRewind() : nonsense.answer();

        String message = messageOfStop(call, new Properties(), handler);

        assertThat(message)
                .contains("injected") // what the handler was asked about
                .contains("transaction.error.handler")
                .contains(handler.getClass().getName())
                .contains(nonsense.complaint);
    }

    static Stream<Arguments> wrongClassifiersAtEveryCall() {
        ErrorClassifier none = (error, api) -> isCauseOfAbort(error) ? ErrorCategory.ABORTABLE : null;
        ErrorClassifier failing = (error, api) -> {
            if (isCauseOfAbort(error)) {
                return ErrorCategory.ABORTABLE;
            }
            throw new UnsupportedOperationException("not made yet");
        };
        return CALLS.stream()
                .flatMap(call ->
                        Stream.of(Arguments.of(call, none, "null"), Arguments.of(call, failing, "not made yet")));
    }

    @ParameterizedTest(name = "{0}, {2}")
    @MethodSource("wrongClassifiersAtEveryCall")
    void classifierWithoutAnAnswer_stopsTheApplicationCleanlyAndSaysWhatIsWrong(
            LogCall call, ErrorClassifier classifier, String complaint) throws Exception {
        Properties settings = new Properties();
        settings.put("transaction.error.classifier", classifier);

        String message = messageOfStop(call, settings, context -> abortAndRewind());

        assertThat(message)
                .contains("injected")
                .contains("transaction.error.classifier")
                .contains(classifier.getClass().getName())
                .contains(complaint);
    }

    @Test
    void handlerThatStopsTheApplication_isObeyed_andTheFailureSaysSo() throws Exception {
        messageOfStop(LogCall.COMMIT, new Properties(), context -> shutdownApplication());

        assertThat(failures.get(0)).hasMessageContaining("APPLICATION_RECOVERABLE");
    }

    /** Strikes a call, checks that the application stops and that the next run finishes, and returns what it said. */
    private String messageOfStop(LogCall call, Properties settings, TransactionErrorHandler handler) throws Exception {
        // given
        beside.write();
        words.write();
        if (call == LogCall.ABORT) {
            log.at(LogCall.COMMIT).ofWriter(STRUCK).fail(() -> new TransactionAbortableException("so that it aborts"));
        }
        log.at(call).ofWriter(STRUCK).fail(() -> new ProducerFencedException("injected"));
        // when
        StreamsApp app = application(settings, handler);
        app.start();
        // then
        assertThat(stopped.await(AppHarness.LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(app.state()).isEqualTo(State.ERROR);
        assertThat(failures).containsExactly(app.failure().orElseThrow());
        assertThat(struck.openings()).isEqualTo(1);
        assertThat(other.aborts()).isZero();
        assertThat(other.committed()).isEqualTo(other.begins());
        words.assertNothingTwice();
        assertNextRunFinishes();
        return failures.get(0).getMessage();
    }

    private static boolean isCauseOfAbort(Throwable error) {
        return error instanceof TransactionAbortableException;
    }

    private void assertNextRunFinishes() throws InterruptedException {
        words.write();
        words.writeDump();
        beside.writeDump();
        harness.runToEnd(program());
        words.assertExactlyOnce();
        beside.assertExactlyOnce();
    }

    @ParameterizedTest
    @EnumSource(
            value = LogCall.class,
            names = {"BEGIN", "APPEND", "ADD_OFFSETS", "COMMIT"})
    void handlerThatTakesLongerThanATransactionMayTake_losesNothing(LogCall call) throws Exception {
        // given a handler that sleeps twice as long
        Duration timeout = Duration.ofMillis(200);
        CountDownLatch never = new CountDownLatch(1);
        TransactionErrorHandler handler = context -> {
            awaitQuietly(never, timeout.multipliedBy(2));
            return context.category() == ErrorCategory.ABORTABLE
                    ? abortAndRewind()
                    : TransactionErrorResponse.reinitialize();
        };
        Properties settings = new Properties();
        settings.put("producer.transaction.timeout.ms", Long.toString(timeout.toMillis()));
        try (StreamsApp app = application(settings, handler)) {
            beside.write();
            words.write();
            app.start();
            assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();
            log.at(call).ofWriter(STRUCK).fail(() -> new TransactionAbortableException("injected"));
            // when
            beside.write();
            words.write();
            beside.writeDump();
            words.writeDump();
            // then
            assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();
        }
        assertThat(failures).isEmpty();
        words.assertExactlyOnce();
        beside.assertExactlyOnce();
    }

    @Test
    void handlerThatWantsADayBetweenTries_doesNotKeepTheApplicationFromClosing() throws Exception {
        // given
        beside.write();
        words.write();
        CountDownLatch asked = new CountDownLatch(1);
        StreamsApp app = application(new Properties(), context -> {
            asked.countDown();
            return retry().withBackoff(Duration.ofDays(1));
        });
        log.at(LogCall.COMMIT).ofWriter(STRUCK).fail(() -> new NetworkException("injected"));
        app.start();
        assertThat(asked.await(AppHarness.LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
        // when
        boolean closed = app.close(AppHarness.LONG);
        // then
        assertThat(closed).isTrue();
        assertThat(app.state()).isEqualTo(State.NOT_RUNNING);
        assertNextRunFinishes();
    }

    @ParameterizedTest
    @EnumSource(
            value = LogCall.class,
            names = {"BEGIN", "COMMIT"})
    void handlerThatWantsADayBetweenTriesToWriteADeadLetter_doesNotKeepTheApplicationFromClosing(LogCall call)
            throws Exception {
        // given a record that fails its task, with a dead letter that cannot be written now
        harness.createTopic("dead", 1);
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch judged = new CountDownLatch(1);
        Properties settings = harness.settings(
                "errors.dead.letter.queue.topic.name",
                "dead",
                "processing.exception.handler",
                LogAndFailProcessingExceptionHandler.class.getName());
        StreamsApp app = new StreamsApp(failing(), settings, log);
        app.setTransactionErrorHandler(context -> {
            asked.countDown();
            return retry().withBackoff(Duration.ofDays(1));
        });
        app.setUncaughtExceptionHandler(failure -> {
            failures.add(failure);
            judged.countDown();
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        });
        // the transaction that fails is begun, and not committed
        log.at(call).ofWriter(STRUCK).skip(call == LogCall.BEGIN ? 1 : 0).fail(() -> new NetworkException("injected"));
        words.write();
        app.start();
        assertThat(asked.await(AppHarness.LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
        // when
        boolean closed = app.close(AppHarness.LONG);
        // then it says that the letter is not written
        assertThat(closed).isTrue();
        assertThat(judged.getCount()).isZero();
        assertThat(failures.get(0).getSuppressed())
                .singleElement()
                .satisfies(suppressed -> assertThat(suppressed)
                        .hasMessageContaining("1 dead letters of it could not be written")
                        .hasMessageContaining("the application closes before the time of the next attempt"));
        assertThat(harness.read("dead")).isEmpty();
    }

    private Topology failing() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(words.input())
                .<String>mapValues(value -> {
                    throw new IllegalArgumentException("value " + value);
                })
                .to(words.output());
        return builder.build();
    }

    @Test
    void shutdownByOneTask_commitsWhatTheOthersHaveOpen() throws Exception {
        // given tasks that commit seldom, one of which has a transaction open
        Properties settings = new Properties();
        settings.put("commit.interval.ms", "9000");
        StreamsApp app = application(settings, context -> TransactionErrorResponse.shutdownClient());
        beside.write();
        app.start();
        FaultBuilder next = log.at(LogCall.BEGIN).ofWriter(STRUCK);
        await().until(() -> app.progress().records() == beside.count() && other.begins() == 1);
        assertThat(other.commits()).isZero();
        // when
        next.fail(() -> new ProducerFencedException("injected"));
        words.write();
        // then
        assertThat(stopped.await(AppHarness.LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(app.state()).isEqualTo(State.ERROR);
        beside.assertOutputComplete();
        assertNextRunFinishes();
    }

    private static void awaitQuietly(CountDownLatch latch, Duration timeout) {
        try {
            latch.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private StreamsApp application(Properties more, TransactionErrorHandler handler) {
        Properties settings = harness.settings("commit.interval.ms", "5", "retry.backoff.ms", "1");
        settings.putAll(more);
        StreamsApp app = new StreamsApp(program(), settings, log);
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
}
