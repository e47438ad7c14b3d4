package io.streamwright.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.KeyValue;
import io.streamwright.StreamsBuilder;
import io.streamwright.StreamsConfig;
import io.streamwright.Topology;
import io.streamwright.errors.ProcessingExceptionHandler;
import io.streamwright.errors.StreamsException;
import io.streamwright.kstream.GlobalKTable;
import io.streamwright.kstream.KStream;
import io.streamwright.kstream.Materialized;
import io.streamwright.processor.PunctuationType;
import io.streamwright.processor.TaskId;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.ProcessorContext;
import io.streamwright.processor.api.Record;
import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.KeyValueStore;
import io.streamwright.state.Stores;
import io.streamwright.state.WindowStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.IntegerDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Global tables and stores, as a test in the driver sees them. */
final class GlobalStoresTest extends GlobalStoresFixture {
    private static Topology join() {
        StreamsBuilder builder = new StreamsBuilder();
        GlobalKTable<String, String> table = builder.globalTable("global", Materialized.as("rows"));
        KStream<String, String> stream = builder.stream("in");
        stream.leftJoin(table, (key, value) -> value, (value, row) -> value + "=" + row)
                .to("out");
        return builder.build();
    }

    // ---- tables

    @Test
    void recordOfAGlobalTopic_isInTheStoreAtOnce_whateverItsPartition() {
        try (TopologyTestDriver driver = driver(join())) {
            for (int row = 0; row < 10; row++) {
                pipe(driver, "global", "k" + row, "row" + row);
                pipe(driver, "in", "x", "k" + row);
            }
            assertThat(out(driver))
                    .hasSize(10)
                    .contains("k3=row3", "k9=row9")
                    .noneMatch(value -> value.endsWith("null"));
            assertThat(content(driver, "rows")).hasSize(10).containsEntry("k4", "row4");
            assertThat(driver.getAllStateStores()).containsOnlyKeys("rows");
            assertThat(driver.<String, String>getTimestampedKeyValueStore("rows")
                            .get("k4")
                            .timestamp())
                    .isEqualTo(7);
            assertThatThrownBy(() -> driver.getStateStore("rows")).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void whatATestPutsIntoAGlobalStore_isFoundByTasks_andTakenBackByAbort() {
        try (TopologyTestDriver driver = driver(join())) {
            driver.<String, String>getKeyValueStore("rows").put("k", "put");
            pipe(driver, "in", "x", "k");
            driver.<String, String>getKeyValueStore("rows").put("l", "dropped");
            driver.abort();
            pipe(driver, "in", "x", "l");
            assertThat(out(driver)).containsExactly("k=put", "l=null");
        }
    }

    @Test
    void globalTable_isNoPartOfTheTasksTransactions() {
        try (TopologyTestDriver driver = driver(join())) {
            driver.commitByHand();
            pipe(driver, "global", "k", "row");
            pipe(driver, "in", "x", "k");
            driver.abort();
            assertThat(content(driver, "rows")).containsEntry("k", "row");
            driver.commit();
            assertThat(out(driver)).containsExactly("k=row");
        }
    }

    @Test
    void tableThatIsAlone_isFilled() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.globalTable("global", Materialized.as("rows"));
        try (TopologyTestDriver driver = driver(builder.build())) {
            pipe(driver, "global", "k", "row");
            assertThat(content(driver, "rows")).isEqualTo(Map.of("k", "row"));
        }
    }

    /** Kafka Streams cannot build such a table. */
    @Test
    void tableWithSerdesButNoStoreName_hasAGeneratedName() {
        StreamsBuilder builder = new StreamsBuilder();
        GlobalKTable<String, String> table =
                builder.globalTable("global", Materialized.with(Serdes.String(), Serdes.String()));
        assertThat(table.queryableStoreName()).isEqualTo("global-STATE-STORE-0000000000");
        try (TopologyTestDriver driver = driver(builder.build())) {
            pipe(driver, "global", "k", "row");
            assertThat(content(driver, table.queryableStoreName())).isEqualTo(Map.of("k", "row"));
        }
    }

    /** In Kafka Streams the selector gets the null, and most fail of it. */
    @Test
    void keySelector_isNotAskedAboutARecordWithoutAValue() {
        StreamsBuilder builder = new StreamsBuilder();
        GlobalKTable<String, String> table = builder.globalTable("global");
        KStream<String, String> stream = builder.stream("in");
        stream.join(table, (key, value) -> value.trim(), (value, row) -> row).to("out");
        stream.leftJoin(table, (key, value) -> value.trim(), (value, row) -> row)
                .to("out");
        try (TopologyTestDriver driver = driver(builder.build())) {
            pipe(driver, "global", "k", "row");
            pipe(driver, "in", "x", (String) null);
            pipe(driver, "in", "x", "k");
            assertThat(out(driver)).containsExactly("row", "row");
        }
    }

    // ---- what a processor may do

    /** Reads the kept store as a task does. */
    private final class Reader extends ContextualProcessor<String, String, String, String> {
        @Override
        public void process(Record<String, String> record) {
            KeyValueStore<String, String> store = context().getStateStore("kept");
            String key = record.key();
            assertThatThrownBy(() -> store.put(key, "x"))
                    .isInstanceOf(UnsupportedOperationException.class)
                    .hasMessageContainingAll("store kept is global", "only the processor that was added with it");
            assertThatThrownBy(() -> store.putIfAbsent("7", "x")).isInstanceOf(UnsupportedOperationException.class);
            assertThatThrownBy(() -> store.putAll(List.of(KeyValue.pair(key, "x"))))
                    .isInstanceOf(UnsupportedOperationException.class);
            assertThatThrownBy(() -> store.delete(key)).isInstanceOf(UnsupportedOperationException.class);
            assertThatThrownBy(() -> context().getStateStore("keptt"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("keptt, which is not connected to it");
            try (KeyValueIterator<String, String> all = store.reverseRange("0", "8")) {
                all.forEachRemaining(entry -> seen.add(entry.key + "=" + entry.value));
            }
            seen.add(store.get(key) + " of " + store.approximateNumEntries());
        }
    }

    @Test
    void task_readsAGlobalStoreWithoutBeingConnected_andCannotWriteIt() {
        Topology topology = kept((store, record) -> store.put(record.key(), record.value() + "!"))
                .addSource("s", "in")
                .addProcessor("reader", Reader::new, "s");
        try (TopologyTestDriver driver = driver(topology)) {
            pipe(driver, "global", "7", 1);
            pipe(driver, "global", "8", 2);
            pipe(driver, "global", "9", 3);
            pipe(driver, "in", "9", "x");
            assertThat(seen)
                    .containsSubsequence("8=2!", "7=1!")
                    .last()
                    .asString()
                    .startsWith("3! of ");
        }
    }

    @Test
    void processorOfAGlobalStore_isToldThatItBelongsToNoTask() {
        Topology topology = new Topology()
                .addGlobalStore(
                        strings("kept"),
                        "source",
                        new StringDeserializer(),
                        new StringDeserializer(),
                        "global",
                        "keeper",
                        () -> new ContextualProcessor<String, String, Void, Void>() {
                            @Override
                            public void init(ProcessorContext<Void, Void> context) {
                                super.init(context);
                                assertThat(context.taskId()).isEqualTo(new TaskId(-1, -1));
                                assertThat(context.stateDir()).hasName("global");
                                assertThatThrownBy(() -> context.schedule(
                                                Duration.ofMillis(1), PunctuationType.WALL_CLOCK_TIME, time -> {}))
                                        .isInstanceOf(UnsupportedOperationException.class)
                                        .hasMessageContaining("processor keeper keeps a global store");
                                assertThatThrownBy(context::currentStreamTimeMs)
                                        .isInstanceOf(UnsupportedOperationException.class);
                                seen.add("init");
                            }

                            @Override
                            public void process(Record<String, String> record) {
                                context().commit();
                                seen.add(
                                        context().recordMetadata().orElseThrow().topic());
                            }
                        });
        try (TopologyTestDriver driver = driver(topology)) {
            pipe(driver, "global", "k", "row");
            assertThat(seen).containsExactly("init", "global");
        }
    }

    @Test
    void processorsOfTwoGlobalStores_eachWriteTheirOwn() {
        Topology topology = kept((store, record) -> store.put(record.key(), record.value() + "!"))
                .addGlobalStore(
                        strings("other"),
                        "other-source",
                        new StringDeserializer(),
                        new IntegerDeserializer(),
                        "other-topic",
                        "other-keeper",
                        () -> new ContextualProcessor<String, Integer, Void, Void>() {
                            @Override
                            public void process(Record<String, Integer> record) {
                                KeyValueStore<String, String> kept = context().getStateStore("kept");
                                KeyValueStore<String, String> other = context().getStateStore("other");
                                other.put(record.key(), kept.get(record.key()) + "?");
                                assertThatThrownBy(() -> kept.put(record.key(), "x"))
                                        .isInstanceOf(UnsupportedOperationException.class);
                            }
                        });
        try (TopologyTestDriver driver = driver(topology)) {
            pipe(driver, "global", "k", 1);
            pipe(driver, "other-topic", "k", 2);
            assertThat(content(driver, "other")).isEqualTo(Map.of("k", "1!?"));
        }
    }

    @Test
    void storeOfWindows_canBeGlobal() {
        Duration size = Duration.ofMillis(10);
        Topology topology = new Topology()
                .addGlobalStore(
                        Stores.windowStoreBuilder(
                                Stores.persistentWindowStore("windows", size.multipliedBy(10), size, false),
                                Serdes.String(),
                                Serdes.String()),
                        "source",
                        new StringDeserializer(),
                        new StringDeserializer(),
                        "global",
                        "keeper",
                        () -> new ContextualProcessor<String, String, Void, Void>() {
                            @Override
                            public void process(Record<String, String> record) {
                                WindowStore<String, String> store = context().getStateStore("windows");
                                store.put(record.key(), record.value(), record.timestamp() / 10 * 10);
                            }
                        })
                .addSource("s", "in")
                .addProcessor(
                        "reader",
                        () -> new ContextualProcessor<String, String, Void, Void>() {
                            @Override
                            public void process(Record<String, String> record) {
                                WindowStore<String, String> store = context().getStateStore("windows");
                                seen.add(store.fetch(record.key(), 0));
                                assertThatThrownBy(() -> store.put(record.key(), "x", 0))
                                        .isInstanceOf(UnsupportedOperationException.class);
                            }
                        },
                        "s");
        try (TopologyTestDriver driver = driver(topology)) {
            pipe(driver, "global", "k", "row");
            pipe(driver, "in", "k", "x");
            assertThat(seen).containsExactly("row");
        }
    }

    /** Kafka Streams takes the record's timestamp whatever the extractor, though it says otherwise. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void timestampExtractorOfAStore_isAsked(boolean global) {
        Topology topology = new Topology();
        if (global) {
            topology.addGlobalStore(
                    strings("kept"),
                    "source",
                    (record, partitionTime) -> (int) record.value() < 0 ? -1 : record.timestamp() + 100,
                    new StringDeserializer(),
                    new IntegerDeserializer(),
                    "topic",
                    "keeper",
                    () -> new Keeper((store, record) -> store.put(record.key(), "@" + record.timestamp())));
        } else {
            topology.addReadOnlyStateStore(
                    strings("kept"),
                    "source",
                    (record, partitionTime) -> (int) record.value() < 0 ? -1 : record.timestamp() + 100,
                    new StringDeserializer(),
                    new IntegerDeserializer(),
                    "topic",
                    "keeper",
                    () -> new Keeper((store, record) -> store.put(record.key(), "@" + record.timestamp())));
        }
        try (TopologyTestDriver driver = driver(topology)) {
            pipe(driver, "topic", "k", 1);
            pipe(driver, "topic", "l", -1);
            assertThat(content(driver, "kept")).isEqualTo(Map.of("k", "@107"));
        }
    }

    // ---- failures

    @Test
    void failingProcessor_failsTheTest_namesTheRecord_andIsTriedAgain() {
        boolean[] fails = {true};
        Topology topology = kept((store, record) -> {
            store.put("half", "done");
            if (fails[0]) {
                throw new IllegalStateException("not today");
            }
            store.put(record.key(), "done");
        });
        try (TopologyTestDriver driver = driver(topology)) {
            assertThatThrownBy(() -> pipe(driver, "global", "k", 1))
                    .isInstanceOf(StreamsException.class)
                    .hasMessageMatching(
                            "global store kept failed at topic=global partition=[0-2] offset=0 processor=keeper .*not"
                                    + " today.*")
                    .hasRootCauseMessage("not today");
            assertThat(content(driver, "kept")).isEmpty();
            fails[0] = false;
            driver.advanceWallClockTime(Duration.ofSeconds(1));
            assertThat(content(driver, "kept")).isEqualTo(Map.of("half", "done", "k", "done"));
        }
    }

    @Test
    void processingHandler_isAskedAboutGlobalStores() {
        ProcessingExceptionHandler handler = (context, record, exception) -> {
            seen.add(context.taskId() + " " + context.processorNodeId() + " " + context.topic() + " " + record.key());
            return ProcessingExceptionHandler.Response.resume(
                    List.of(new ProducerRecord<>("letters", new byte[0], new byte[0])));
        };
        Topology topology = kept((store, record) -> {
            if (record.value() == 13) {
                throw new IllegalStateException("unlucky");
            }
            store.put(record.key(), "done");
        });
        try (TopologyTestDriver driver =
                driver(topology, StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG, handler)) {
            pipe(driver, "global", "k", 13);
            pipe(driver, "global", "l", 14);
            assertThat(content(driver, "kept")).isEqualTo(Map.of("l", "done"));
            assertThat(seen).containsExactly("-1_-1 keeper global k");
            assertThat(driver.producedTopicNames()).isEmpty();
        }
    }
}
