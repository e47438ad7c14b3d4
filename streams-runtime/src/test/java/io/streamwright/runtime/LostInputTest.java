package io.streamwright.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streamwright.Topology;
import io.streamwright.runtime.StreamsApp.State;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Case C073: the committed offset is not on the log any more. */
class LostInputTest {
    @TempDir
    Path directory;

    private AppHarness harness;

    @BeforeEach
    void commitAnOffsetThatTheLogThenDrops() throws InterruptedException {
        harness = new AppHarness(directory);
        harness.createTopic("in", 1);
        harness.createTopic("out", 1);
        harness.write("in", "a", "1");
        harness.runToEnd(copy());
        harness.write("in", "b", "2", "c", "3", "d", "4");
        harness.log().topics().deleteRecordsBefore(Map.of(new TopicPartition("in", 0), 4L));
    }

    @AfterEach
    void closeLog() {
        harness.close();
    }

    @Test
    void withoutAPolicy_theTaskStopsAndSaysWhatIsLost() {
        StreamsApp app = new StreamsApp(copy(), harness.settings());
        app.start();

        await().until(() -> app.state() == State.ERROR);

        assertThat(app.failure().orElseThrow())
                .hasMessageContaining("task 0_0")
                .hasMessageContaining("topic=in partition=0 is offset=2")
                .hasMessageContaining("the log holds offsets from 4 to 6 only")
                .hasMessageContaining("consumer.auto.offset.reset");
        assertThat(harness.read("out")).containsExactly("a=1@0");
    }

    @Test
    void withAPolicy_theTaskGoesOnBehindTheGap() throws InterruptedException {
        harness.runToEnd(copy(), "consumer.auto.offset.reset", "earliest");

        assertThat(harness.read("out")).containsExactly("a=1@0", "d=4@2");
    }

    @Test
    void policyNone_isNoPolicyToGoOnWith() {
        StreamsApp app = new StreamsApp(copy(), harness.settings("consumer.auto.offset.reset", "none"));
        app.start();

        await().until(() -> app.state() == State.ERROR);

        assertThat(app.failure().orElseThrow()).hasMessageContaining("the records between are lost");
    }

    private static Topology copy() {
        return new Topology().addSource("source", "in").addSink("sink", "out", "source");
    }
}
