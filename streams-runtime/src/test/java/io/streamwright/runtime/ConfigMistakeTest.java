package io.streamwright.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.streamwright.StreamsBuilder;
import io.streamwright.StreamsConfig;
import io.streamwright.Topology;
import io.streamwright.kstream.Grouped;
import io.streamwright.kstream.Materialized;
import io.streamwright.log.LogClient;
import io.streamwright.log.Logs;
import io.streamwright.log.TopicSpec;
import io.streamwright.runtime.StreamsApp.State;
import io.streamwright.testing.Fault;
import io.streamwright.testing.FaultyLog;
import io.streamwright.testing.LogCall;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A mistake in settings, topics or rights ends in one message that says what to change, and other tasks' work is committed. */
class ConfigMistakeTest {
    @TempDir
    Path directory;

    private final FaultyLog log = new FaultyLog();
    private AppHarness harness;

    @BeforeEach
    void openLog() {
        harness = new AppHarness(directory);
        harness.createTopic("in", 1);
        harness.createTopic("other", 1);
        harness.createTopic("other-out", 1);
    }

    @AfterEach
    void closeLog() {
        harness.close();
    }

    @Test
    void outputTopicThatMayNotBeMade_isNamedWithTheSwitch() {
        Properties settings = harness.settings();
        settings.put(StreamsConfig.EMBEDDED_AUTO_CREATE_TOPICS_CONFIG, "false");

        assertThat(failureAtTheStart(copyingTo("nowhere"), settings))
                .contains("topic nowhere does not exist")
                .contains("embedded.auto.create.topics is off")
                .contains("create it, or switch that on");
    }

    @Test
    void missingRightOnATopic_namesTopicAndRights() {
        refuse(LogCall.APPEND, () -> new TopicAuthorizationException("not authorized", Set.of("out")));

        assertThat(failureOf(copyingTo("out"), harness.settings()))
                .contains("INVALID_CONFIGURATION")
                .contains("TopicAuthorizationException")
                .contains("give the application's principal READ, WRITE and DESCRIBE on the topic");
    }

    @Test
    void missingRightOnTheTransactionalId_namesIt() {
        refuse(LogCall.OPEN_WRITER, () -> new TransactionalIdAuthorizationException("not authorized"));

        assertThat(failureAtTheStart(copyingTo("out"), harness.settings()))
                .contains("give the application's principal WRITE and DESCRIBE on the transactional id app-0_0");
    }

    @Test
    void missingRightOnTheGroup_namesIt() {
        refuse(LogCall.ADD_OFFSETS, () -> GroupAuthorizationException.forGroupId("app"));

        assertThat(failureOf(copyingTo("out"), harness.settings()))
                .contains("give the application's principal READ on the group that is named application.id");
    }

    @Test
    void commitIntervalAboveTheTransactionTimeout_namesBothAndTheirValues() {
        Properties settings = harness.settings();
        settings.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 30_000);
        settings.put(StreamsConfig.producerPrefix("transaction.timeout.ms"), 10_000);

        assertThatThrownBy(() -> new StreamsApp(copyingTo("out"), settings))
                .isInstanceOf(ConfigException.class)
                .hasMessageContainingAll("commit.interval.ms", "30000", "transaction.timeout.ms", "10000");
    }

    /** FLIP-319's motivation. */
    @Test
    void transactionTimeoutAboveWhatTheLogAllows_namesBothValuesAndSettings_beforeARecordIsRead() {
        Map<String, String> shortTimeouts = Map.of("embedded.transaction.max.timeout.ms", "5000");
        try (LogClient client = Logs.open("memory:short-timeouts", shortTimeouts)) {
            List.of("in", "out", "other", "other-out")
                    .forEach(topic -> client.topics().create(new TopicSpec(topic, 1, Map.of())));
            Fault read = log.at(LogCall.BEGIN).always().watch();
            Properties settings = harness.settings("bootstrap.servers", "memory:short-timeouts");
            settings.put(StreamsConfig.producerPrefix("transaction.timeout.ms"), 7_000);

            assertThat(failureAtTheStart(copyingTo("out"), settings))
                    .contains("INVALID_CONFIGURATION")
                    .contains("5000", "7000")
                    .contains("lower producer.transaction.timeout.ms")
                    .contains("raise the log's transaction.max.timeout.ms");
            assertThat(read.fired()).isZero();
        }
    }

    @Test
    void internalTopicWithOtherPartitions_namesTopicAndBothCounts() {
        harness.createTopic("app-counts-changelog", 3);
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .groupByKey(Grouped.with(null, null))
                .count(Materialized.as("counts"));

        StreamsApp app = new StreamsApp(builder.build(), harness.settings(), log);
        assertThatThrownBy(app::start)
                .hasMessageContainingAll("app-counts-changelog", "3")
                .hasMessageContaining("1");
        assertThat(app.state()).isEqualTo(State.ERROR);
    }

    @Test
    void logThatIsNotReadyAtTheStart_isAskedAgain() throws InterruptedException {
        harness.write("in", "a", "1");
        for (LogCall call :
                new LogCall[] {LogCall.JOIN, LogCall.CREATE_TOPIC, LogCall.COMMITTED_OFFSETS, LogCall.POLL}) {
            log.at(call).times(2).before().fail(() -> new TimeoutException("not yet"));
        }
        Fault beginning = log.at(LogCall.START_OFFSETS)
                .ofTopic("in")
                .times(2)
                .before()
                .fail(() -> new TimeoutException("not yet"));
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in").groupByKey().count(Materialized.as("counts"));

        try (StreamsApp app = new StreamsApp(builder.build(), harness.settings(), log)) {
            app.start();
            assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();
        }
        assertThat(beginning.fired()).isEqualTo(2);
    }

    private void refuse(LogCall call, Supplier<RuntimeException> error) {
        log.at(call).ofWriter("app-0_0").always().before().fail(error);
    }

    private static Topology copyingTo(String topic) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("in").to(topic);
        builder.stream("other").to("other-out");
        return builder.build();
    }

    /** Runs until a record has met the mistake, and returns what is said about it; the other task has committed what it had. */
    private String failureOf(Topology topology, Properties settings) {
        harness.write("other", "x", "1");
        StreamsApp app = new StreamsApp(topology, settings, log);
        app.start();
        await().until(() -> !harness.read("other-out").isEmpty());
        harness.write("in", "a", "1");
        await().until(() -> app.state() == State.ERROR);
        assertThat(harness.read("other-out")).containsExactly("x=1@0");
        return app.failure().orElseThrow().getMessage();
    }

    /** Runs until the mistake is met, before any record is read, and returns what is said about it. */
    private String failureAtTheStart(Topology topology, Properties settings) {
        StreamsApp app = new StreamsApp(topology, settings, log);
        app.start();
        await().until(() -> app.state() == State.ERROR);
        return app.failure().orElseThrow().getMessage();
    }
}
