package io.streamwright.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streamwright.Topology;
import io.streamwright.processor.Cancellable;
import io.streamwright.processor.PunctuationType;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.ProcessorContext;
import io.streamwright.processor.api.Record;
import io.streamwright.state.KeyValueStore;
import io.streamwright.state.Stores;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PunctuationOnEngineTest {
    private static final TopicPartition CHANGELOG = new TopicPartition("app-ticks-changelog", 0);

    @TempDir
    Path directory;

    private AppHarness harness;

    @BeforeEach
    void openLog() {
        harness = new AppHarness(directory);
        harness.createTopic("in", 1);
        harness.createTopic("out", 1);
    }

    @AfterEach
    void closeLog() {
        harness.close();
    }

    /** Case C048: with no input, what a punctuation writes is committed all the same, output and store together. */
    @Test
    void punctuationWithoutInput_isCommittedWithItsStore() {
        try (StreamsApp app = new StreamsApp(ticking(new AtomicInteger(), true), harness.settings())) {
            app.start();

            await().until(() -> harness.read("out").size() >= 3);
        }
        List<String> output = harness.read("out");
        assertThat(output.get(0)).startsWith("tick=1@");
        assertThat(harness.read("app-ticks-changelog"))
                .hasSameSizeAs(output)
                .last()
                .satisfies(last -> assertThat(last).startsWith("tick=" + output.size() + "@"));
    }

    /** Case C043: punctuations that write nothing leave nothing on the log, however often they run. */
    @Test
    void punctuationThatWritesNothing_leavesNoTraceOnTheLog() throws InterruptedException {
        harness.write("in", "a", "1");
        AtomicInteger ticks = new AtomicInteger();
        try (StreamsApp app = new StreamsApp(ticking(ticks, false), harness.settings())) {
            app.start();
            assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();
            long transactions = app.progress().transactions();
            Map<TopicPartition, Long> ends =
                    harness.log().topics().stableOffsets(List.of(CHANGELOG, new TopicPartition("out", 0)));
            int before = ticks.get();

            await().until(() -> ticks.get() >= before + 30);

            assertThat(app.progress().transactions()).isEqualTo(transactions);
            assertThat(harness.log().topics().stableOffsets(ends.keySet())).isEqualTo(ends);
        }
    }

    private static Topology ticking(AtomicInteger ticks, boolean writes) {
        return new Topology()
                .addSource("source", "in")
                .addProcessor("ticker", () -> new Ticker(ticks, writes), "source")
                .addStateStore(
                        Stores.keyValueStoreBuilder(
                                Stores.inMemoryKeyValueStore("ticks"), Serdes.String(), Serdes.String()),
                        "ticker")
                .addSink("sink", "out", "ticker");
    }

    private static final class Ticker extends ContextualProcessor<String, String, String, String> {
        private final AtomicInteger ticks;
        private final boolean writes;
        private Cancellable schedule;

        Ticker(AtomicInteger ticks, boolean writes) {
            this.ticks = ticks;
            this.writes = writes;
        }

        @Override
        public void init(ProcessorContext<String, String> context) {
            super.init(context);
            schedule = context.schedule(Duration.ofMillis(10), PunctuationType.WALL_CLOCK_TIME, this::tick);
        }

        private void tick(long now) {
            int tick = ticks.incrementAndGet();
            if (writes) {
                KeyValueStore<String, String> store = context().getStateStore("ticks");
                store.put("tick", String.valueOf(tick));
                context().forward(new Record<>("tick", String.valueOf(tick), now));
                context().commit();
            }
        }

        @Override
        public void process(Record<String, String> record) {}

        @Override
        public void close() {
            schedule.cancel();
        }
    }
}
