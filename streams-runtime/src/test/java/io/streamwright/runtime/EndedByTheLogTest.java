package io.streamwright.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streamwright.Topology;
import io.streamwright.errors.ErrorCategory;
import io.streamwright.errors.TransactionErrorContext;
import io.streamwright.log.GroupMembership;
import io.streamwright.log.LogRecord;
import io.streamwright.log.TransactionalWriter;
import io.streamwright.log.WriterOptions;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.Record;
import io.streamwright.runtime.StreamsApp.State;
import io.streamwright.testing.Fault;
import io.streamwright.testing.FaultyLog;
import io.streamwright.testing.LogCall;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.NetworkException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log, or somebody else, ends a task's transaction or takes its identity away: the task begins anew, and every record counts once. */
class EndedByTheLogTest {
    private static final String STRUCK = "app-0_0";
    private static final String OTHER = "app-1_0";
    private static final Duration TRANSACTION_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration ID_EXPIRY = Duration.ofDays(7);

    /** As much as the writer does not keep back until the commit, so that the log hears of the transaction before. */
    private static final String PADDING = "x".repeat(70_000);

    @TempDir
    Path directory;

    private final OwnLog ownLog = new OwnLog();
    private final FaultyLog log = FaultyLog.over(ownLog);
    private final RecordingErrorHandler handler = new RecordingErrorHandler();
    private final WatchedTask struck = new WatchedTask(log, STRUCK);
    private final WatchedTask other = new WatchedTask(log, OTHER);
    private AppHarness harness;
    private CountedWords words;
    private CountedWords beside;

    @BeforeEach
    void openLog() {
        harness = new AppHarness(directory, ownLog);
        words = new CountedWords(harness, "in", 1);
        beside = new CountedWords(harness, "other", 1);
        harness.createTopic("padding", 1);
    }

    @AfterEach
    void closeLog() {
        log.clear();
        harness.close();
        ownLog.close();
    }

    /** KAFKA-20785; an answer that has the identity fenced, as brokers give it, is in {@link ErrorTableWalkTest}. */
    @Test
    void commitThatComesAfterTheTimeoutAbort_isDoneAgain() throws InterruptedException {
        try (StreamsApp app = startCaughtUp()) {
            // given a commit that is held until the log has aborted the transaction
            Fault held = log.at(LogCall.COMMIT).ofWriter(STRUCK).hold();
            words.write();
            held.awaitFired(AppHarness.LONG);
            passAndAwaitAbort(TRANSACTION_TIMEOUT.plusSeconds(1));
            // when
            held.release();
            finish(app);
        }
        // then it is told what has happened, and goes on with the same producer
        assertThat(handler.told()).singleElement().satisfies(context -> {
            assertThat(context.taskId()).hasToString("0_0");
            assertThat(context.category()).isEqualTo(ErrorCategory.ABORTABLE);
            assertThat(context.cause()).hasMessageContaining("open for longer than its timeout");
        });
        assertThat(struck.aborts()).isEqualTo(1);
        assertThat(struck.openings()).isEqualTo(1);
        assertOtherNotInterrupted();
    }

    /** librdkafka 3297, 4849, 3003 and 3971. */
    @Test
    void abortThatComesAfterTheTimeoutAbort_countsAsDone() throws InterruptedException {
        try (StreamsApp app = startCaughtUp()) {
            // given a task that is cut from the log in the middle of its transaction, for longer than the log waits
            Fault cut =
                    log.at(LogCall.ADD_OFFSETS).ofWriter(STRUCK).fail(() -> new NetworkException("connection lost"));
            Fault held = log.at(LogCall.ABORT).ofWriter(STRUCK).hold();
            words.write();
            held.awaitFired(AppHarness.LONG);
            passAndAwaitAbort(TRANSACTION_TIMEOUT.plusSeconds(1));
            // when
            held.release();
            finish(app);
            assertThat(cut.fired()).isEqualTo(1);
        }
        // then
        assertThat(struck.aborts()).isEqualTo(1);
        assertThat(struck.openings()).isEqualTo(1);
        assertOtherNotInterrupted();
    }

    /** KAFKA-16699. */
    @Test
    void idleTaskWhoseProducerIdExpired_beginsAnewWithItsNextRecord_andOthersDoNotNotice() throws InterruptedException {
        try (StreamsApp app = startCaughtUp()) {
            // given a week without a record, in which the other task has some
            ownLog.pass(ID_EXPIRY.dividedBy(2));
            beside.write();
            assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();
            ownLog.pass(ID_EXPIRY.dividedBy(2).plusMinutes(1));
            // when
            finish(app);
        }
        // then
        assertThat(handler.told())
                .singleElement()
                .extracting(TransactionErrorContext::category)
                .isEqualTo(ErrorCategory.APPLICATION_RECOVERABLE);
        assertThat(struck.openings()).isEqualTo(2);
        assertOtherNotInterrupted();
    }

    /** spring-kafka 1424 and 1612. */
    @Test
    void ownerThatIsFencedDuringABatch_changesNothingOfIt_andTheNewOwnerProcessesAll() throws InterruptedException {
        // given somebody opens the id elsewhere, while the batch's first record is processed
        AtomicBoolean fences = new AtomicBoolean();
        TopicPartition input = new TopicPartition(words.input(), 0);
        try (StreamsApp app = startCaughtUp(program(() -> {
            if (fences.compareAndSet(true, false)) {
                TransactionalWriter thief = harness.log().openWriter(options());
                thief.begin();
                thief.append(new TopicPartition("padding", 0), 0, null, new byte[1], LogRecord.NO_HEADERS);
                thief.abort().join();
                thief.close();
            }
        }))) {
            Map<TopicPartition, OffsetAndMetadata> before =
                    harness.log().topics().committedOffsets("app", Set.of(input));
            Fault reopening = log.at(LogCall.OPEN_WRITER).ofWriter(STRUCK).hold();
            fences.set(true);
            // when
            words.write();
            reopening.awaitFired(AppHarness.LONG);
            // then nothing has taken effect under the old owner, offsets neither
            words.assertOutputCompleteButLast();
            assertThat(harness.log().topics().committedOffsets("app", Set.of(input)))
                    .isEqualTo(before);
            // and all of it does under the new one
            reopening.release();
            finish(app);
        }
        assertThat(struck.openings()).isEqualTo(2);
        assertOtherNotInterrupted();
    }

    /** redpanda 6423 and 5543. */
    @Test
    void offsetsThatACrashedOwnerHasStaged_areTakenBackByTheNextAtOnce() throws InterruptedException {
        // given an application that has died with offsets and output in an open transaction
        words.write();
        beside.write();
        harness.runToEnd(program(() -> {}));
        words.write();
        TopicPartition input = new TopicPartition(words.input(), 0);
        TransactionalWriter dead = harness.log().openWriter(options());
        GroupMembership membership = harness.log().join("app");
        dead.begin();
        dead.addOffsets(Map.of(input, new OffsetAndMetadata(1_000_000)), membership);
        for (int record = 0; record < 3; record++) { // the second and third send what is before them
            dead.append(new TopicPartition("padding", 0), 0, null, PADDING.getBytes(UTF_8), LogRecord.NO_HEADERS);
        }
        membership.close();
        // when
        StreamsApp app = application(program(() -> {}));
        app.start();
        // then no time needs to pass
        try (app) {
            finish(app);
        }
        assertThat(handler.told()).isEmpty();
        assertThat(struck.openings()).isEqualTo(1);
    }

    private static WriterOptions options() {
        return new WriterOptions(STRUCK, TRANSACTION_TIMEOUT, AppHarness.LONG);
    }

    private StreamsApp startCaughtUp() throws InterruptedException {
        return startCaughtUp(program(() -> {}));
    }

    private StreamsApp startCaughtUp(Topology topology) throws InterruptedException {
        words.write();
        beside.write();
        StreamsApp app = application(topology);
        app.start();
        assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();
        return app;
    }

    /** With a worker for each task: one that is held does not hold the other. */
    private StreamsApp application(Topology topology) {
        StreamsApp app = new StreamsApp(
                topology,
                harness.settings(
                        "num.stream.threads",
                        "2",
                        "retry.backoff.ms",
                        "1",
                        "producer.transaction.timeout.ms",
                        Long.toString(TRANSACTION_TIMEOUT.toMillis())),
                log);
        app.setTransactionErrorHandler(handler);
        return app;
    }

    /** Has the other task commit, then both; the application stays up, and everything counts once. */
    private void finish(StreamsApp app) throws InterruptedException {
        int before = other.committed();
        beside.write();
        other.awaitCommitted(before + 1);
        words.write();
        words.writeDump();
        beside.writeDump();
        assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();
        assertThat(app.state()).isEqualTo(State.RUNNING);
        words.assertExactlyOnce();
        beside.assertExactlyOnce();
    }

    /** Time passes for the log, which aborts the open transaction: what it wrote to the padding is passed by readers. */
    private void passAndAwaitAbort(Duration time) {
        TopicPartition padding = new TopicPartition("padding", 0);
        long before = harness.log().topics().stableOffsets(Set.of(padding)).get(padding);
        ownLog.pass(time);
        await().until(() ->
                harness.log().topics().stableOffsets(Set.of(padding)).get(padding) > before);
    }

    private void assertOtherNotInterrupted() {
        assertThat(other.openings()).isEqualTo(1);
        assertThat(other.aborts()).isZero();
    }

    /** Counts, and writes much beside. */
    private Topology program(Runnable whileProcessing) {
        return beside.addTo(words.addTo(new Topology()))
                .addProcessor("pad", () -> new Pad(whileProcessing), words.source())
                .addSink("padding", "padding", "pad");
    }

    private static final class Pad extends ContextualProcessor<String, String, String, String> {
        private final Runnable whileProcessing;

        Pad(Runnable whileProcessing) {
            this.whileProcessing = whileProcessing;
        }

        @Override
        public void process(Record<String, String> record) {
            whileProcessing.run();
            context().forward(record.withValue(PADDING));
        }
    }
}
