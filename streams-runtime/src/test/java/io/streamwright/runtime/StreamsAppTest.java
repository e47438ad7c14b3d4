package io.streamwright.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.streamwright.Topology;
import io.streamwright.errors.MissingSourceTopicException;
import io.streamwright.errors.TopologyException;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.Record;
import io.streamwright.runtime.StreamsApp.State;
import io.streamwright.state.KeyValueStore;
import io.streamwright.state.Stores;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.GroupMaxSizeReachedException;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamsAppTest {
    @TempDir
    Path directory;

    private AppHarness harness;

    @BeforeEach
    void openLog() {
        harness = new AppHarness(directory);
        harness.createTopic("in", 2);
    }

    @AfterEach
    void closeLog() {
        harness.close();
    }

    @Test
    void records_flowFromSourceToSinkWithKeyTimeAndPartition() throws InterruptedException {
        harness.createTopic("out", 2);
        harness.write("in", "a", "1", "b", "2", "c", "3");

        harness.runToEnd(copy());

        assertThat(harness.read("out")).containsExactlyInAnyOrder("a=1@0", "b=2@1", "c=3@2");
    }

    @Test
    void secondRun_processesNothingTwice() throws InterruptedException {
        harness.createTopic("out", 1);
        harness.write("in", "a", "1");
        harness.runToEnd(copy());
        harness.write("in", "a", "2");

        harness.runToEnd(copy());

        assertThat(harness.read("out")).containsExactly("a=1@0", "a=2@0");
    }

    @Test
    void missingOutputTopic_isCreatedUnlessThatIsSwitchedOff() throws InterruptedException {
        harness.write("in", "a", "1");

        harness.runToEnd(copy());
        assertThat(harness.read("out")).containsExactly("a=1@0");

        Topology elsewhere = new Topology().addSource("source", "in").addSink("sink", "nowhere", "source");
        StreamsApp app = new StreamsApp(elsewhere, harness.settings("embedded.auto.create.topics", "false"));
        app.start();
        assertThatThrownBy(() -> app.awaitCaughtUp(AppHarness.LONG))
                .hasMessageContaining("output topic nowhere does not exist")
                .hasMessageContaining("create it, or switch that on");
        app.close();
    }

    @Test
    void storeAndItsChangelog_agreeAfterARestart() throws InterruptedException {
        harness.createTopic("out", 1);
        harness.write("in", "a", "x", "b", "x", "a", "x");
        harness.runToEnd(counting());
        harness.write("in", "a", "x");

        harness.runToEnd(counting());

        assertThat(counts("out")).containsExactlyInAnyOrder("a=1", "b=1", "a=2", "a=3");
        assertThat(counts("app-counts-changelog")).contains("a=3", "b=1");
    }

    @Test
    void stateThatIsLost_isRestoredFromTheChangelog() throws InterruptedException {
        harness.createTopic("out", 1);
        harness.write("in", "a", "x", "a", "x");
        harness.runToEnd(counting());

        new StreamsApp(counting(), harness.settings()).cleanUp();
        assertThat(directory.resolve("app")).doesNotExist();
        harness.write("in", "a", "x");
        harness.runToEnd(counting());

        assertThat(counts("out")).containsExactly("a=1", "a=2", "a=3");
    }

    @Test
    void lifeCycle_isReportedInOrder() throws InterruptedException {
        List<State> states = Collections.synchronizedList(new ArrayList<>());
        StreamsApp app = new StreamsApp(copy(), harness.settings());
        app.setStateListener((newState, oldState) -> states.add(newState));
        assertThat(app.state()).isEqualTo(State.CREATED);

        app.start();
        assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();
        app.close();

        assertThat(states).containsExactly(State.REBALANCING, State.RUNNING, State.PENDING_SHUTDOWN, State.NOT_RUNNING);
        assertThat(app.failure()).isEmpty();
    }

    @Test
    void runningApplication_keepsTheProcessAliveUntilItIsClosed() {
        StreamsApp app = new StreamsApp(copy(), harness.settings());

        app.start();

        assertThat(workers()).isNotEmpty().noneMatch(Thread::isDaemon);
        app.close();
        await().untilAsserted(() -> assertThat(workers()).isEmpty());
    }

    @Test
    void applicationStartedByADaemon_doesNotKeepTheProcessAlive() throws InterruptedException {
        StreamsApp app = new StreamsApp(copy(), harness.settings());
        Thread daemon = new Thread(app::start, "starter");
        daemon.setDaemon(true);

        daemon.start();
        daemon.join();

        assertThat(workers()).isNotEmpty().allMatch(Thread::isDaemon);
        app.close();
    }

    private static List<Thread> workers() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("app-worker-"))
                .toList();
    }

    @Test
    void applicationThatWasNotStarted_canBeClosed() {
        StreamsApp app = new StreamsApp(copy(), harness.settings());

        app.close();

        assertThat(app.state()).isEqualTo(State.NOT_RUNNING);
        assertThatThrownBy(app::start).isInstanceOf(IllegalStateException.class).hasMessageContaining("once only");
    }

    @Test
    void missingSourceTopic_isNamedAtStartAndNothingRuns() {
        Topology topology = new Topology().addSource("source", "gone").addSink("sink", "out", "source");
        StreamsApp app = new StreamsApp(topology, harness.settings());

        assertThatThrownBy(app::start)
                .isInstanceOf(MissingSourceTopicException.class)
                .hasMessageContaining("gone")
                .hasMessageContaining("create them first")
                .hasMessageContaining("Logs.open(address, Map.of()).topics().create(");
        assertThat(app.state()).isEqualTo(State.ERROR);
    }

    @Test
    void emptyTopology_isRefused() {
        assertThatThrownBy(() -> new StreamsApp(new Topology(), harness.settings()))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("reads no topic");
    }

    @Test
    void missingSerdes_areNamedAllAtOnce() {
        Properties settings = harness.settings();
        settings.remove("default.key.serde");
        settings.remove("default.value.serde");

        assertThatThrownBy(() -> new StreamsApp(copy(), settings))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("node source (Topology.addSource at StreamsAppTest.copy(")
                .hasMessageContaining("node sink (Topology.addSink at StreamsAppTest.copy(")
                .hasMessageContaining("default.key.serde");
    }

    @Test
    void secondApplicationWithTheSameId_isRefusedWhileTheFirstRuns() throws InterruptedException {
        try (StreamsApp first = new StreamsApp(copy(), harness.settings())) {
            first.start();
            StreamsApp second = new StreamsApp(
                    copy(), harness.settings("state.dir", directory.resolve("2").toString()));

            assertThatThrownBy(second::start).isInstanceOf(GroupMaxSizeReachedException.class);

            assertThat(first.awaitCaughtUp(AppHarness.LONG)).isTrue();
            assertThat(first.state()).isEqualTo(State.RUNNING);
        }
    }

    @Test
    void pausedApplication_takesNoInputUntilItIsResumed() throws InterruptedException {
        harness.createTopic("out", 1);
        try (StreamsApp app = new StreamsApp(copy(), harness.settings())) {
            app.start();
            assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();
            app.pause();
            assertThat(app.isPaused()).isTrue();
            harness.write("in", "a", "1");
            assertThat(app.progress().caughtUp()).isFalse();

            app.resume();

            assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();
            assertThat(harness.read("out")).containsExactly("a=1@0");
        }
    }

    @Test
    void cleanUp_isRefusedWhileTheApplicationRuns() {
        try (StreamsApp app = new StreamsApp(counting(), harness.settings())) {
            app.start();

            assertThatThrownBy(app::cleanUp).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void closeFromAListener_doesNotWaitForItself() {
        StreamsApp app = new StreamsApp(copy(), harness.settings());
        List<Boolean> closed = Collections.synchronizedList(new ArrayList<>());
        app.setStateListener((newState, oldState) -> {
            if (newState == State.RUNNING) {
                closed.add(app.close(AppHarness.LONG));
            }
        });

        app.start();

        await().until(() -> app.state() == State.NOT_RUNNING);
        assertThat(closed).containsExactly(false);
        assertThatThrownBy(() -> app.awaitCaughtUp(AppHarness.LONG))
                .hasMessageContaining("ended with state NOT_RUNNING");
    }

    @Test
    void stateDirectory_holdsOneDirectoryForEachTask() throws Exception {
        harness.write("in", "a", "x", "b", "x");

        harness.runToEnd(counting());

        try (var tasks = Files.list(directory.resolve("app"))) {
            assertThat(tasks.map(path -> path.getFileName().toString())).containsExactlyInAnyOrder("0_0", "0_1");
        }
    }

    private List<String> counts(String topic) {
        List<String> counts = new ArrayList<>();
        for (ConsumerRecord<String, Long> record : harness.read(topic, new LongDeserializer())) {
            counts.add(record.key() + "=" + record.value());
        }
        return counts;
    }

    private static Topology copy() {
        return new Topology().addSource("source", "in").addSink("sink", "out", "source");
    }

    private static Topology counting() {
        return new Topology()
                .addSource("source", "in")
                .addProcessor("count", Count::new, "source")
                .addStateStore(
                        Stores.keyValueStoreBuilder(
                                Stores.persistentKeyValueStore("counts"), Serdes.String(), Serdes.Long()),
                        "count")
                .addSink("sink", "out", new StringSerializer(), new LongSerializer(), "count");
    }

    private static final class Count extends ContextualProcessor<String, String, String, Long> {
        @Override
        public void process(Record<String, String> record) {
            KeyValueStore<String, Long> counts = context().getStateStore("counts");
            Long before = counts.get(record.key());
            long now = before == null ? 1 : before + 1;
            counts.put(record.key(), now);
            context().forward(record.withValue(now));
        }
    }
}
