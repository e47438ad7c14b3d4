package io.streamwright.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.streamwright.StoreQueryParameters;
import io.streamwright.StreamsBuilder;
import io.streamwright.Topology;
import io.streamwright.errors.MissingSourceTopicException;
import io.streamwright.errors.StateStoreRestoringException;
import io.streamwright.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import io.streamwright.kstream.GlobalKTable;
import io.streamwright.kstream.KStream;
import io.streamwright.kstream.Materialized;
import io.streamwright.log.LogRecord;
import io.streamwright.log.Logs;
import io.streamwright.log.TransactionalWriter;
import io.streamwright.log.WriterOptions;
import io.streamwright.processor.StateRestoreListener;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.Record;
import io.streamwright.runtime.StreamsApp.State;
import io.streamwright.state.KeyValueStore;
import io.streamwright.state.QueryableStoreTypes;
import io.streamwright.state.ReadOnlyKeyValueStore;
import io.streamwright.state.Stores;
import io.streamwright.state.TimestampedKeyValueStore;
import io.streamwright.testing.Fault;
import io.streamwright.testing.FaultyLog;
import io.streamwright.testing.LogCall;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.NetworkException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Global tables and stores in an application: when they are filled, by whom they are seen, and what stops them. */
class GlobalStoresOnEngineTest {
    private static final int ROWS = 3_000;

    @TempDir
    Path directory;

    private final FaultyLog faults = new FaultyLog();
    private final Restored restored = new Restored();
    private AppHarness harness;

    @BeforeEach
    void openLog() {
        harness = new AppHarness(directory, faults);
        harness.createTopic("in", 4);
        harness.createTopic("out", 4);
        harness.createTopic("rows", 3);
    }

    @AfterEach
    void closeLog() {
        faults.clear();
        harness.close();
    }

    /** How many records each run has restored. */
    private static final class Restored implements StateRestoreListener {
        private final AtomicLong records = new AtomicLong();
        private final Set<String> ended = new ConcurrentSkipListSet<>();

        @Override
        public void onRestoreStart(TopicPartition partition, String store, long startOffset, long endOffset) {}

        @Override
        public void onBatchRestored(TopicPartition partition, String store, long batchEndOffset, long batchSize) {
            records.addAndGet(batchSize);
        }

        @Override
        public void onRestoreEnd(TopicPartition partition, String store, long totalRestored) {
            ended.add(store + " from " + partition);
        }

        long take() {
            return records.getAndSet(0);
        }
    }

    private static Topology join(Materialized.StoreType type) {
        StreamsBuilder builder = new StreamsBuilder();
        GlobalKTable<String, String> table = builder.globalTable(
                "rows",
                Materialized.<String, String, KeyValueStore<Bytes, byte[]>>as("table")
                        .withStoreType(type));
        KStream<String, String> stream = builder.stream("in");
        stream.leftJoin(table, (key, value) -> value, (value, row) -> value + "=" + row)
                .to("out");
        return builder.build();
    }

    private static Topology join() {
        return join(Materialized.StoreType.ROCKS_DB);
    }

    private StreamsApp app(Topology topology, String... settings) {
        StreamsApp app = new StreamsApp(topology, harness.settings(settings), faults);
        app.setGlobalStateRestoreListener(restored);
        return app;
    }

    private void runToEnd(Topology topology, String... settings) throws InterruptedException {
        try (StreamsApp app = app(topology, settings)) {
            app.start();
            assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();
        }
    }

    private void writeRows(int from, int to) {
        List<String> rows = new ArrayList<>();
        for (int row = from; row < to; row++) {
            rows.add("r" + row);
            rows.add("v" + row);
        }
        harness.write("rows", rows.toArray(String[]::new));
    }

    private void writeRecords(int count) {
        List<String> records = new ArrayList<>();
        for (int record = 0; record < count; record++) {
            records.add("k" + record);
            records.add("r" + record * 7 % ROWS);
        }
        harness.write("in", records.toArray(String[]::new));
    }

    private List<String> out() {
        return harness.read("out", new StringDeserializer()).stream()
                .map(record -> record.value())
                .sorted()
                .toList();
    }

    @ParameterizedTest
    @EnumSource(Materialized.StoreType.class)
    void tasksOnAllThreads_seeTheWholeTableFromTheirFirstRecordOn(Materialized.StoreType type)
            throws InterruptedException {
        // given
        writeRows(0, ROWS);
        writeRecords(500);
        // when
        runToEnd(join(type), "num.stream.threads", "3");
        // then
        assertThat(out()).hasSize(500).allMatch(value -> value.matches("r(\\d+)=v\\1"));
        assertThat(restored.take()).isEqualTo(ROWS);
        assertThat(restored.ended).containsExactly("table from rows-0", "table from rows-1", "table from rows-2");
    }

    @Test
    void tableIsFollowed_andCaughtUpMeansThatItIsToo() throws InterruptedException {
        writeRows(0, 10);
        try (StreamsApp app = app(join(), "num.stream.threads", "2")) {
            app.start();
            for (int round = 1; round <= 5; round++) {
                writeRows(10 * round, 10 * round + 10);
                assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();
                harness.write("in", "k", "r" + (10 * round + 9));
                assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();
            }
            assertThat(app.progress().records()).isEqualTo(5);
        }
        assertThat(out()).containsExactly("r19=v19", "r29=v29", "r39=v39", "r49=v49", "r59=v59");
    }

    @Test
    void restart_restoresWhatCameMeanwhile_andAllIfTheStateIsLost() throws InterruptedException {
        // given
        writeRows(0, ROWS);
        runToEnd(join());
        assertThat(restored.take()).isEqualTo(ROWS);
        // when nothing, then a little has come
        runToEnd(join());
        assertThat(restored.take()).isZero();
        writeRows(ROWS, ROWS + 20);
        runToEnd(join());
        assertThat(restored.take()).isEqualTo(20);
        // when the state is lost
        new StreamsApp(join(), harness.settings(), faults).cleanUp();
        assertThat(directory.resolve("app")).doesNotExist();
        writeRecords(50);
        runToEnd(join());
        // then
        assertThat(restored.take()).isEqualTo(ROWS + 20);
        assertThat(out()).hasSize(50).allMatch(value -> value.matches("r(\\d+)=v\\1"));
    }

    @Test
    void tableInMemory_isRestoredAtEachStart() throws InterruptedException {
        writeRows(0, 100);
        runToEnd(join(Materialized.StoreType.IN_MEMORY));
        runToEnd(join(Materialized.StoreType.IN_MEMORY));
        assertThat(restored.take()).isEqualTo(200);
    }

    @Test
    void uncommittedAndAbortedRows_areNotSeen() throws InterruptedException {
        try (TransactionalWriter writer = harness.log()
                        .openWriter(new WriterOptions("rows-writer", Duration.ofMinutes(1), AppHarness.LONG));
                StreamsApp app = app(join())) {
            app.start();
            // given
            append(writer, "aborted");
            writer.abort().join();
            append(writer, "open");
            harness.write("in", "k1", "aborted", "k2", "open");
            await().until(() -> out().size() == 2);
            // when
            writer.commit().join();
            assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();
            harness.write("in", "k2", "open");
            assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();
        }
        assertThat(out()).containsExactly("aborted=null", "open=null", "open=row");
    }

    private static void append(TransactionalWriter writer, String key) {
        writer.begin();
        writer.append(
                new TopicPartition("rows", 0),
                1,
                key.getBytes(StandardCharsets.UTF_8),
                "row".getBytes(StandardCharsets.UTF_8),
                LogRecord.NO_HEADERS);
    }

    @Test
    void globalTable_answersQueriesWhenItIsComplete() throws InterruptedException {
        // given
        writeRows(0, 50);
        CountDownLatch restoring = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Topology topology = kept(record -> {
            restoring.countDown();
            awaitLatch(goOn);
        });
        try (StreamsApp app = app(topology)) {
            app.start();
            ReadOnlyKeyValueStore<String, String> store = app.store(
                    StoreQueryParameters.fromNameAndType("kept", QueryableStoreTypes.<String, String>keyValueStore()));
            assertThat(restoring.await(30, TimeUnit.SECONDS)).isTrue();
            // then
            assertThatThrownBy(() -> store.get("r7"))
                    .isInstanceOf(StateStoreRestoringException.class)
                    .hasMessageContaining("kept");
            // when
            goOn.countDown();
            assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();
            // then
            assertThat(store.get("r7")).isEqualTo("v7");
            writeRows(50, 60);
            assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();
            assertThat(store.get("r57")).isEqualTo("v57");
        }
    }

    @Test
    void missingTopics_areNamedAtTheStart_thoseOfGlobalTablesToo() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.globalTable("no-rows");
        builder.stream("no-records").to("out");
        StreamsApp app = app(builder.build());

        assertThatThrownBy(app::start)
                .isInstanceOf(MissingSourceTopicException.class)
                .hasMessageContaining("no-records, no-rows");
        assertThat(app.state()).isEqualTo(State.ERROR);
    }

    @Test
    void programOfAGlobalTableAlone_runsAndCloses() throws InterruptedException {
        StreamsBuilder builder = new StreamsBuilder();
        builder.globalTable("rows", Materialized.as("table"));
        writeRows(0, 10);
        try (StreamsApp app = app(builder.build())) {
            app.start();
            assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();
            assertThat(app.state()).isEqualTo(State.RUNNING);
            app.close();
            assertThat(app.state()).isEqualTo(State.NOT_RUNNING);
        }
        assertThat(restored.take()).isEqualTo(10);
    }

    @Test
    void rowsThatTheLogNoLongerHolds_emptyTheStore_whichIsFilledFromWhatIsLeft() throws InterruptedException {
        // given a store that has read the first rows only, and a log that has dropped these and more
        writeRows(0, 30);
        runToEnd(join());
        writeRows(30, 90);
        Map<TopicPartition, Long> ends = harness.log().topics().stableOffsets(partitions());
        Map<TopicPartition, Long> cut = new HashMap<>();
        ends.forEach((partition, end) -> cut.put(partition, end - 3));
        harness.log().topics().deleteRecordsBefore(cut);
        restored.take();
        // when
        Map<String, String> content = contentAfterRun();
        // then
        assertThat(content)
                .hasSize((int) restored.take())
                .doesNotContainKey("r0")
                .hasSizeBetween(1, 9);
    }

    private static List<TopicPartition> partitions() {
        return List.of(new TopicPartition("rows", 0), new TopicPartition("rows", 1), new TopicPartition("rows", 2));
    }

    /** Returns what the table holds when the application has caught up, as a task sees it. */
    private Map<String, String> contentAfterRun() throws InterruptedException {
        Map<String, String> content = new ConcurrentHashMap<>();
        StreamsBuilder builder = new StreamsBuilder();
        builder.globalTable("rows", Materialized.as("table"));
        builder.<String, String>stream("in").process(() -> new Reading(content::put));
        harness.write("in", "k", "look");
        runToEnd(builder.build());
        return content;
    }

    /** Shows all rows of the table to the test at each record. */
    private static final class Reading extends ContextualProcessor<String, String, String, String> {
        private final BiConsumer<String, String> shown;

        Reading(BiConsumer<String, String> shown) {
            this.shown = shown;
        }

        @Override
        public void process(Record<String, String> record) {
            TimestampedKeyValueStore<String, String> table = context().getStateStore("table");
            try (var all = table.all()) {
                all.forEachRemaining(entry -> shown.accept(entry.key, entry.value.value()));
            }
        }
    }

    @Test
    void logThatIsNotTheOneOfTheStore_stopsTheApplicationAndIsNamed() throws InterruptedException {
        writeRows(0, 100);
        runToEnd(join());
        try (AppHarness other = new AppHarness(directory, Logs.installed())) {
            other.createTopic("in", 1);
            other.createTopic("out", 1);
            other.createTopic("rows", 3);
            StreamsApp app = new StreamsApp(join(), other.settings());
            app.start();
            await().until(() -> app.state() == State.ERROR);
            assertThat(app.failure().orElseThrow())
                    .hasMessageContainingAll(
                            "global store table is at offset",
                            "of rows-",
                            "was committed up to 0 only",
                            "directory global");
        }
    }

    // ---- failures

    @Test
    void topicThatMayNotBeRead_stopsTheApplication_withCategoryAndTopic() throws InterruptedException {
        faults.at(LogCall.POLL).ofTopic("rows").always().fail(() -> new TopicAuthorizationException(Set.of("rows")));
        StreamsApp app = app(join());
        app.start();
        await().until(() -> app.state() == State.ERROR);
        assertThat(app.failure().orElseThrow())
                .hasMessageContainingAll("global topics [rows] cannot be read", "INVALID_CONFIGURATION", "rows");
        app.close();
    }

    @ParameterizedTest
    @EnumSource(
            value = LogCall.class,
            names = {"POLL", "START_OFFSETS", "STABLE_OFFSETS"})
    void readThatFailsForAWhile_isRepeated(LogCall call) throws InterruptedException {
        writeRows(0, 100);
        writeRecords(10);
        Fault fault = faults.at(call).ofTopic("rows").times(3).fail(() -> new NetworkException("away"));
        runToEnd(join());
        assertThat(fault.fired()).isEqualTo(3);
        assertThat(restored.take()).isEqualTo(100);
    }

    private static Topology kept(Consumer<Record<String, String>> work) {
        return new Topology()
                .addGlobalStore(
                        Stores.keyValueStoreBuilder(
                                Stores.persistentKeyValueStore("kept"), Serdes.String(), Serdes.String()),
                        "source",
                        new StringDeserializer(),
                        new StringDeserializer(),
                        "rows",
                        "keeper",
                        () -> new ContextualProcessor<String, String, Void, Void>() {
                            @Override
                            public void process(Record<String, String> record) {
                                KeyValueStore<String, String> store = context().getStateStore("kept");
                                store.put(record.key(), record.value());
                                work.accept(record);
                            }
                        })
                .addSource("s", "in")
                .addSink("k", "out", "s");
    }

    @Test
    void processorThatFails_stopsTheApplicationBeforeAnyTaskBegins() {
        writeRows(0, 5);
        writeRecords(3);
        StreamsApp app = app(kept(record -> {
            throw new IllegalStateException("not today");
        }));
        app.start();
        await().until(() -> app.state() == State.ERROR);
        assertThat(app.failure().orElseThrow())
                .hasMessageContainingAll(
                        "global store kept failed at topic=rows partition=", "processor=keeper", "not today");
        assertThat(out()).isEmpty();
    }

    @Test
    void processorThatFailsOnce_isTriedAgainIfTheHandlerSaysSo() throws InterruptedException {
        writeRows(0, 5);
        writeRecords(3);
        AtomicBoolean failed = new AtomicBoolean();
        try (StreamsApp app = app(kept(record -> {
            if (record.key().equals("r3") && !failed.getAndSet(true)) {
                throw new IllegalStateException("not today");
            }
        }))) {
            app.setUncaughtExceptionHandler(failure -> StreamThreadExceptionResponse.REPLACE_THREAD);
            app.start();
            assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();
        }
        assertThat(failed).isTrue();
        assertThat(out()).hasSize(3);
    }

    @Test
    void applicationThatIsClosedWhileItRestores_closes_andNoTaskHasBegun() throws InterruptedException {
        writeRows(0, 5);
        writeRecords(3);
        CountDownLatch restoring = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        StreamsApp app = app(kept(record -> {
            restoring.countDown();
            awaitLatch(goOn);
        }));
        app.start();
        assertThat(restoring.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(app.state()).isEqualTo(State.REBALANCING);
        assertThat(app.close(Duration.ZERO)).isFalse();
        goOn.countDown();
        assertThat(app.close(AppHarness.LONG)).isTrue();
        assertThat(app.state()).isEqualTo(State.NOT_RUNNING);
        assertThat(out()).isEmpty();
        runToEnd(kept(record -> {}));
        assertThat(out()).hasSize(3);
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
