package io.streamwright.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.streamwright.AutoOffsetReset;
import io.streamwright.StreamsBuilder;
import io.streamwright.Topology;
import io.streamwright.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import io.streamwright.kstream.Consumed;
import io.streamwright.processor.StateRestoreListener;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.ProcessorContext;
import io.streamwright.processor.api.ProcessorSupplier;
import io.streamwright.processor.api.Record;
import io.streamwright.runtime.StreamsApp.State;
import io.streamwright.state.KeyValueStore;
import io.streamwright.state.Stores;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that do what a well-behaved one would not: nothing is lost, doubled or left hanging for it. */
class HostileProgramTest {
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

    @Test
    void slowProcessor_isCommittedInTimeInsteadOfTimingOut() throws InterruptedException {
        String[] input = new String[2 * 300];
        Arrays.fill(input, "k");
        harness.write("in", input);
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .mapValues(value -> {
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(4)); // the work that takes time
                    return value;
                })
                .to("out");

        // 300 records take more than a second, longer than one transaction may stay open
        harness.runToEnd(builder.build(), "commit.interval.ms", "100", "producer.transaction.timeout.ms", "1000");

        assertThat(harness.read("out")).hasSize(300);
    }

    @Test
    void errorOfTheProgram_isAFailureOfItsTaskLikeAnyOther() {
        harness.write("in", "a", "1");
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .<String>mapValues(value -> {
                    throw new StackOverflowError("deep");
                })
                .to("out");
        StreamsApp app = new StreamsApp(builder.build(), harness.settings());
        app.start();

        await().until(() -> app.state() == State.ERROR);

        assertThat(app.failure().orElseThrow())
                .hasMessageContaining("topic=in partition=0 offset=0")
                .hasMessageContaining("StackOverflowError: deep");
    }

    @Test
    void listenerThatThrows_holdsNothingUp() throws InterruptedException {
        StreamsApp app = new StreamsApp(copy(), harness.settings());
        app.setStateListener((newState, oldState) -> {
            throw new IllegalStateException("listener at " + newState);
        });
        app.start();
        assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();

        assertThat(app.close(AppHarness.LONG)).isTrue();

        assertThat(app.state()).isEqualTo(State.NOT_RUNNING);
    }

    @Test
    void closeWithinTheListenerOfTheStart_closesAndProcessesNothingMore() {
        StreamsApp app = new StreamsApp(copy(), harness.settings());
        app.setStateListener((newState, oldState) -> {
            if (newState == State.REBALANCING) {
                assertThat(app.close(AppHarness.LONG)).isFalse();
            }
        });
        app.start();

        assertThat(app.close(AppHarness.LONG)).isTrue();

        harness.write("in", "a", "1");
        assertThat(app.state()).isEqualTo(State.NOT_RUNNING);
        assertThat(harness.read("out")).isEmpty();
    }

    @Test
    void sourceThatBeginsAtTheEnd_skipsNothingWhenItsFirstTransactionFails() throws InterruptedException {
        harness.write("in", "old", "1");
        AtomicInteger calls = new AtomicInteger();
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in", Consumed.with(AutoOffsetReset.latest()))
                .mapValues(value -> {
                    if (calls.incrementAndGet() == 1) {
                        throw new IllegalStateException("once");
                    }
                    return value;
                })
                .to("out");
        StreamsApp app = new StreamsApp(builder.build(), harness.settings("retry.backoff.ms", "1"));
        app.setUncaughtExceptionHandler(failure -> StreamThreadExceptionResponse.REPLACE_THREAD);
        app.start();
        assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();
        harness.write("in", "new", "1");

        assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();
        app.close();

        assertThat(harness.read("out")).containsExactly("new=1@0");
    }

    @Test
    void restoreListenerThatThrows_doesNotKeepTheStoresFromBeingComplete() throws InterruptedException {
        harness.write("in", "a", "1", "b", "1", "a", "1");
        harness.runToEnd(counting(Count::new));
        new StreamsApp(counting(Count::new), harness.settings()).cleanUp();
        harness.write("in", "a", "1");
        try (StreamsApp app = new StreamsApp(counting(Count::new), harness.settings())) {
            app.setGlobalStateRestoreListener(new FailingRestoreListener());
            app.start();

            assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();
        }
        assertThat(counts("out")).endsWith("a=3");
    }

    @Test
    void processorThatWritesItsStoreInInit_isServed() throws InterruptedException {
        harness.write("in", "a", "1");

        harness.runToEnd(counting(InitWriter::new));

        assertThat(counts("app-counts-changelog")).containsExactlyInAnyOrder("total=0", "a=1");
    }

    @Test
    void processorThatWritesItsStoreInClose_changesNothingOfWhatIsTakenBack() throws InterruptedException {
        harness.write("in", "a", "1", "b", "1");
        AtomicInteger failures = new AtomicInteger();
        StreamsApp app =
                new StreamsApp(counting(() -> new CloseWriter(failures)), harness.settings("retry.backoff.ms", "1"));
        app.setUncaughtExceptionHandler(failure -> StreamThreadExceptionResponse.REPLACE_THREAD);
        try (app) {
            app.start();
            assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();
        }

        assertThat(failures).hasValueGreaterThan(1);
        assertThat(counts("app-counts-changelog")).doesNotContain("total=1", "total=2");
    }

    @Test
    void processorThatLeavesTheThreadInterrupted_doesNotStopTheEngine() throws InterruptedException {
        harness.write("in", "a", "1", "b", "2");
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .mapValues(value -> {
                    Thread.currentThread().interrupt();
                    return value;
                })
                .to("out");

        harness.runToEnd(builder.build());

        assertThat(harness.read("out")).containsExactly("a=1@0", "b=2@1");
    }

    @Test
    void applicationThatCannotBeMade_leavesItsStateDirectoryToTheNext() {
        Topology nowhere = new Topology()
                .addSource("source", "in")
                .addProcessor("count", Count::new, "source")
                .addStateStore(
                        Stores.keyValueStoreBuilder(
                                Stores.persistentKeyValueStore("counts"), Serdes.String(), Serdes.Long()),
                        "count")
                .addSink("sink", "nowhere", new StringSerializer(), new LongSerializer(), "count");
        for (int attempt = 0; attempt < 2; attempt++) {
            StreamsApp app = new StreamsApp(nowhere, harness.settings("embedded.auto.create.topics", "false"));
            app.start();
            assertThatThrownBy(() -> app.awaitCaughtUp(AppHarness.LONG)).hasMessageContaining("nowhere does not exist");
            assertThat(app.close(AppHarness.LONG)).isTrue();
        }
    }

    @Test
    void hundredsOfPauses_whileOneRecordTakesLong_areAllObeyed() throws InterruptedException {
        CountDownLatch atWork = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .peek((key, value) -> {
                    atWork.countDown();
                    awaitQuietly(goOn);
                })
                .to("out");
        harness.write("in", "a", "1");
        try (StreamsApp app = new StreamsApp(builder.build(), harness.settings())) {
            app.start();
            assertThat(atWork.await(30, TimeUnit.SECONDS)).isTrue();
            for (int round = 0; round < 500; round++) {
                app.pause();
                app.resume();
            }
            goOn.countDown();

            assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();
        }
        assertThat(harness.read("out")).containsExactly("a=1@0");
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private List<String> counts(String topic) {
        return harness.read(topic, new LongDeserializer()).stream()
                .map(record -> record.key() + "=" + record.value())
                .toList();
    }

    private static Topology copy() {
        return new Topology().addSource("source", "in").addSink("sink", "out", "source");
    }

    private static Topology counting(ProcessorSupplier<String, String, String, Long> supplier) {
        return new Topology()
                .addSource("source", "in")
                .addProcessor("count", supplier, "source")
                .addStateStore(
                        Stores.keyValueStoreBuilder(
                                Stores.persistentKeyValueStore("counts"), Serdes.String(), Serdes.Long()),
                        "count")
                .addSink("sink", "out", new StringSerializer(), new LongSerializer(), "count");
    }

    private static class Count extends ContextualProcessor<String, String, String, Long> {
        @Override
        public void process(Record<String, String> record) {
            context().forward(record.withValue(add(record.key(), 1)));
        }

        final long add(String key, long count) {
            KeyValueStore<String, Long> counts = context().getStateStore("counts");
            Long before = counts.get(key);
            long now = before == null ? count : before + count;
            counts.put(key, now);
            return now;
        }
    }

    private static final class InitWriter extends Count {
        @Override
        public void init(ProcessorContext<String, Long> context) {
            super.init(context);
            add("total", 0);
        }
    }

    private static final class CloseWriter extends Count {
        private final AtomicInteger failures;
        private long seen;

        CloseWriter(AtomicInteger failures) {
            this.failures = failures;
        }

        @Override
        public void process(Record<String, String> record) {
            super.process(record);
            seen++;
            if (record.key().equals("b") && failures.incrementAndGet() == 1) {
                throw new IllegalStateException("once");
            }
        }

        @Override
        public void close() {
            add("total", seen);
        }
    }

    private static final class FailingRestoreListener implements StateRestoreListener {
        @Override
        public void onRestoreStart(TopicPartition partition, String store, long from, long to) {
            throw new IllegalStateException("listener");
        }

        @Override
        public void onBatchRestored(TopicPartition partition, String store, long offset, long records) {
            throw new IllegalStateException("listener");
        }

        @Override
        public void onRestoreEnd(TopicPartition partition, String store, long records) {
            throw new IllegalStateException("listener");
        }
    }
}
