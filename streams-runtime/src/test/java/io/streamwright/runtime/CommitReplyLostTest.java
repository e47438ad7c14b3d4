package io.streamwright.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.Topology;
import io.streamwright.runtime.StreamsApp.State;
import io.streamwright.testing.Fault;
import io.streamwright.testing.FaultBuilder;
import io.streamwright.testing.FaultyLog;
import io.streamwright.testing.LogCall;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A commit whose answer never came: whether or not it took effect, every record counts once, and other tasks go on. What all other
 * errors of a commit lead to, {@link ErrorTableWalkTest} shows.
 */
class CommitReplyLostTest {
    private static final String STRUCK = "app-0_1";
    private static final String OTHER = "app-0_0";

    @TempDir
    Path directory;

    private final FaultyLog log = new FaultyLog();
    private final WatchedTask struckTask = new WatchedTask(log, STRUCK);
    private final WatchedTask other = new WatchedTask(log, OTHER);
    private AppHarness harness;
    private CountedWords words;

    @BeforeEach
    void openLog() {
        harness = new AppHarness(directory);
        words = new CountedWords(harness, "in", 2);
    }

    @AfterEach
    void closeLog() {
        log.clear();
        harness.close();
    }

    @Test
    void commitThatTookEffect_countsOnce() throws InterruptedException {
        outputIsExactlyOnce(log.at(LogCall.COMMIT).ofWriter(STRUCK).afterItTookEffect(), 1);
    }

    @Test
    void commitThatDidNotTakeEffect_countsOnce() throws InterruptedException {
        outputIsExactlyOnce(log.at(LogCall.COMMIT).ofWriter(STRUCK).before(), 0);
    }

    @ParameterizedTest
    @EnumSource(
            value = LogCall.class,
            names = {"OPEN_WRITER", "COMMITTED_OFFSETS", "STABLE_OFFSETS"})
    void commitThatTookEffect_countsOnce_alsoIfTheQuestionWhetherItDidFails(LogCall question)
            throws InterruptedException {
        try (StreamsApp app = startCaughtUp()) {
            // given the first answers to a task that asks what became of its commit are lost as well
            Fault lost = log.at(LogCall.COMMIT)
                    .ofWriter(STRUCK)
                    .afterItTookEffect()
                    .run(() -> {
                        FaultBuilder asked = log.at(question).times(2);
                        if (question.hasTopics()) {
                            asked.ofTopic(question == LogCall.STABLE_OFFSETS ? words.changelog() : words.input());
                        } else {
                            asked.ofWriter(STRUCK);
                        }
                        asked.fail(() -> new TimeoutException("no answer to the question"));
                        throw new TimeoutException("no answer to the commit");
                    });
            // when
            words.write();
            lost.awaitFired(AppHarness.LONG);
            words.write();
            // then
            words.writeDump();
            assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();
            assertThat(struckTask.openings()).isEqualTo(question == LogCall.OPEN_WRITER ? 4 : 2);
        }
        assertOtherNotInterrupted();
        words.assertExactlyOnce();
    }

    @Test
    void commitsThatAllTookEffectAndAllLostTheirAnswers_countOnce() throws InterruptedException {
        int losses = 15; // more than errors in a row without progress would be borne
        try (StreamsApp app = startCaughtUp()) {
            Fault lost = log.at(LogCall.COMMIT)
                    .ofWriter(STRUCK)
                    .afterItTookEffect()
                    .times(losses)
                    .fail(() -> new TimeoutException("no answer to the commit"));
            for (int loss = 1; loss <= losses; loss++) {
                words.write();
                lost.awaitFired(loss, AppHarness.LONG);
            }
            words.writeDump();
            assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();
            assertThat(app.state()).isEqualTo(State.RUNNING);
        }
        assertOtherNotInterrupted();
        words.assertExactlyOnce();
    }

    @Test
    void commitThatTookEffect_andIsNeverAnswered_isGivenUpAndCountsOnce() throws InterruptedException {
        // given
        try (StreamsApp app = startCaughtUp("request.timeout.ms", "200")) {
            Fault silent =
                    log.at(LogCall.COMMIT).ofWriter(STRUCK).afterItTookEffect().hold();
            // when
            words.write();
            silent.awaitFired(AppHarness.LONG);
            words.write();
            words.writeDump();
            // then
            assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();
            assertThat(struckTask.openings()).isEqualTo(2);
        }
        assertOtherNotInterrupted();
        words.assertExactlyOnce();
    }

    @Test
    void lastCommit_whoseAnswerIsLostWhileTheApplicationCloses_countsOnceInTheNextRun() throws InterruptedException {
        // given
        StreamsApp app = startCaughtUp();
        Fault lost = log.at(LogCall.COMMIT)
                .ofWriter(STRUCK)
                .afterItTookEffect()
                .holdThenFail(() -> new TimeoutException("no answer to the commit"));
        words.write();
        lost.awaitFired(AppHarness.LONG);
        // when the task is to close, it waits for the answer
        assertThat(app.close(Duration.ofMillis(50))).isFalse();
        lost.release();
        // then it closes without one
        assertThat(app.close(AppHarness.LONG)).isTrue();
        assertThat(app.state()).isEqualTo(State.NOT_RUNNING);
        words.write();
        words.writeDump();
        harness.runToEnd(counting());
        words.assertExactlyOnce();
    }

    @Test
    void commitThatTookEffect_whoseAnswerIsAwaitedWhileOthersCommit_countsOnce() throws InterruptedException {
        try (StreamsApp app = startCaughtUp()) {
            Fault struck = log.at(LogCall.COMMIT)
                    .ofWriter(STRUCK)
                    .afterItTookEffect()
                    .holdThenFail(() -> new TimeoutException("no answer to the commit"));
            // when its answer does not come, the other task commits again and again
            words.write();
            struck.awaitFired(AppHarness.LONG);
            for (int round = 0; round < 3; round++) {
                int before = other.committed();
                words.write();
                other.awaitCommitted(before + 1);
            }
            // and when it is lost, nothing is
            struck.release();
            words.write();
            words.writeDump();
            assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();
        }
        // then
        assertOtherNotInterrupted();
        words.assertExactlyOnce();
    }

    /**
     * Runs a program whose task is struck in the middle of its work.
     *
     * @param commit says how
     * @param openings how often its id has to be opened anew: not if the commit can be made again
     */
    private void outputIsExactlyOnce(FaultBuilder commit, int openings) throws InterruptedException {
        // given both tasks have committed before
        try (StreamsApp app = startCaughtUp()) {
            Fault struck = commit.fail(() -> new TimeoutException("no answer to the commit"));
            // when
            int before = other.committed();
            words.write();
            struck.awaitFired(AppHarness.LONG);
            words.write();
            other.awaitCommitted(before + 1);
            words.writeDump();
            // then
            assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();
            assertThat(struck.fired()).isEqualTo(1);
            assertThat(struckTask.openings()).isEqualTo(1 + openings);
            assertThat(app.state()).isEqualTo(State.RUNNING);
        }
        assertOtherNotInterrupted();
        words.assertExactlyOnce();
    }

    private StreamsApp startCaughtUp(String... settings) throws InterruptedException {
        words.write();
        Properties properties = harness.settings(settings);
        properties.put("retry.backoff.ms", "1");
        StreamsApp app = new StreamsApp(counting(), properties, log);
        app.start();
        assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();
        return app;
    }

    private Topology counting() {
        return words.addTo(new Topology());
    }

    private void assertOtherNotInterrupted() {
        assertThat(other.openings()).isEqualTo(1);
        assertThat(other.aborts()).isZero();
    }
}
