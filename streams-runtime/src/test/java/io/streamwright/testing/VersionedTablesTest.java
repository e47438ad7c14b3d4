package io.streamwright.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.StreamsBuilder;
import io.streamwright.StreamsConfig;
import io.streamwright.Topology;
import io.streamwright.dsl.program.VersionedPrograms;
import io.streamwright.errors.TopologyException;
import io.streamwright.kstream.Joined;
import io.streamwright.kstream.KTable;
import io.streamwright.kstream.Materialized;
import io.streamwright.kstream.Suppressed;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.Record;
import io.streamwright.processor.api.RecordMetadata;
import io.streamwright.state.KeyValueBytesStoreSupplier;
import io.streamwright.state.KeyValueStore;
import io.streamwright.state.Stores;
import io.streamwright.state.VersionedBytesStoreSupplier;
import io.streamwright.state.VersionedKeyValueStore;
import io.streamwright.state.VersionedRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Properties;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Versioned tables in programs: what late updates do, and that nothing is lost where a task begins anew. */
final class VersionedTablesTest {
    @TempDir
    private Path directory;

    private TopologyTestDriver driver(Topology topology) {
        return driver(topology, directory);
    }

    private static TopologyTestDriver driver(Topology topology, Path stateDirectory) {
        Properties settings = new Properties();
        settings.put(StreamsConfig.APPLICATION_ID_CONFIG, "app");
        settings.put(StreamsConfig.STATE_DIR_CONFIG, stateDirectory.toString());
        settings.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        settings.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        settings.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0);
        return new TopologyTestDriver(topology, settings, Instant.EPOCH);
    }

    private static Materialized<String, String, KeyValueStore<Bytes, byte[]>> versioned(String store) {
        return Materialized.as(Stores.persistentVersionedKeyValueStore(store, Duration.ofMillis(100)));
    }

    private static void pipe(TopologyTestDriver driver, String topic, String value, long timestamp) {
        driver.createInputTopic(topic, new StringSerializer(), new StringSerializer())
                .pipeInput("k", value, timestamp);
    }

    private static List<String> written(TopologyTestDriver driver) {
        return driver
                .createOutputTopic("out", new StringDeserializer(), new StringDeserializer())
                .readRecordsToList()
                .stream()
                .map(record -> record.value() + "@" + record.timestamp())
                .toList();
    }

    @Test
    void lateUpdatesOfJoinedTables_haveNoResultAndNothingComesBackBehindADeletion() {
        // given
        StreamsBuilder builder = new StreamsBuilder();
        KTable<String, String> left = builder.table("left", versioned("left"));
        KTable<String, String> right = builder.table("right", versioned("right"));
        left.join(right, (one, other) -> one + "+" + other).toStream().to("out");
        try (TopologyTestDriver driver = driver(builder.build())) {
            // when
            pipe(driver, "left", "l10", 10);
            pipe(driver, "right", "r20", 20);
            pipe(driver, "left", "l5", 5);
            pipe(driver, "left", null, 30);
            pipe(driver, "left", "l25", 25);
            pipe(driver, "right", "r26", 26);
            pipe(driver, "left", "l40", 40);
            // then
            assertThat(written(driver)).containsExactly("l10+r20@20", "null@30", "l40+r26@40");
        }
    }

    @Test
    void lateUpdatesOfTablesJoinedByForeignKey_haveNoResult() {
        // given
        StreamsBuilder builder = new StreamsBuilder();
        KTable<String, String> left = builder.table("left", versioned("left"));
        KTable<String, String> right = builder.table("right", versioned("right"));
        left.join(right, row -> "k", (one, other) -> one + "+" + other)
                .toStream()
                .to("out");
        try (TopologyTestDriver driver = driver(builder.build())) {
            // when
            pipe(driver, "left", "l10", 10);
            pipe(driver, "right", "r20", 20);
            pipe(driver, "left", "l5", 5);
            pipe(driver, "right", "r15", 15);
            pipe(driver, "right", "r30", 30);
            // then
            assertThat(written(driver)).containsExactly("l10+r20@20", "l10+r30@30");
        }
    }

    @Test
    void recordOfAStream_meetsTheRowOfItsTime() {
        // given
        StreamsBuilder builder = new StreamsBuilder();
        KTable<String, String> rows = builder.table("rows", versioned("rows"));
        builder.<String, String>stream("in")
                .leftJoin(rows, (value, row) -> value + "+" + row)
                .to("out");
        try (TopologyTestDriver driver = driver(builder.build())) {
            pipe(driver, "rows", "at 10", 10);
            pipe(driver, "rows", "at 20", 20);
            pipe(driver, "rows", null, 30);
            // when
            for (long time : new long[] {5, 10, 19, 20, 35}) {
                pipe(driver, "in", "s", time);
            }
            // then
            assertThat(written(driver))
                    .containsExactly("s+null@5", "s+at 10@10", "s+at 10@19", "s+at 20@20", "s+null@35");
        }
    }

    private static Topology joinWithGrace(KeyValueBytesStoreSupplier store, Duration grace) {
        StreamsBuilder builder = new StreamsBuilder();
        KTable<String, String> rows = builder.table("rows", Materialized.as(store));
        builder.<String, String>stream("in")
                .peek((key, value) -> {})
                .leftJoin(
                        rows,
                        (value, row) -> value + "+" + row,
                        Joined.<String, String, String>as("joined").withGracePeriod(grace))
                .process(ToldOrigin::new)
                .to("out");
        return builder.build();
    }

    /** Adds where a record came from. Owner: the worker of its task. */
    private static final class ToldOrigin extends ContextualProcessor<String, String, String, String> {
        @Override
        public void process(Record<String, String> record) {
            RecordMetadata origin = context().recordMetadata().orElseThrow();
            context().forward(record.withValue(record.value() + " of " + origin.topic()));
        }
    }

    private static VersionedBytesStoreSupplier rows() {
        return Stores.persistentVersionedKeyValueStore("rows", Duration.ofMillis(100));
    }

    @Test
    void recordInItsGracePeriod_meetsTheRowThatComesLate() {
        try (TopologyTestDriver driver = driver(joinWithGrace(rows(), Duration.ofMillis(20)))) {
            // given
            pipe(driver, "rows", "early", 5);
            pipe(driver, "in", "s", 10);
            // when
            pipe(driver, "rows", "late", 8);
            pipe(driver, "in", "t", 29);
            assertThat(written(driver)).isEmpty();
            pipe(driver, "in", "u", 30);
            // then
            assertThat(written(driver)).containsExactly("s+late of in@10");
        }
    }

    @Test
    void recordsThatWaited_haveTheirOwnHeaders() {
        try (TopologyTestDriver driver = driver(joinWithGrace(rows(), Duration.ofMillis(20)))) {
            TestInputTopic<String, String> input =
                    driver.createInputTopic("in", new StringSerializer(), new StringSerializer());
            // when the record that moves time has other headers
            input.pipeInput(new TestRecord<>("k", "s", headers("first"), 10L));
            input.pipeInput(new TestRecord<>("z", "t", headers("second"), 50L));
            // then
            List<TestRecord<String, String>> records = driver.createOutputTopic(
                            "out", new StringDeserializer(), new StringDeserializer())
                    .readRecordsToList();
            assertThat(records).hasSize(1);
            assertThat(records.get(0).headers()).isEqualTo(headers("first"));
        }
    }

    private static Headers headers(String value) {
        return new RecordHeaders().add("h", value.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void recordWithoutAKeyInALeftJoinWithGrace_isJoinedAtOnce() {
        try (TopologyTestDriver driver = driver(joinWithGrace(rows(), Duration.ofMillis(20)))) {
            driver.createInputTopic("in", new StringSerializer(), new StringSerializer())
                    .pipeInput(null, "s", 10);
            assertThat(written(driver)).containsExactly("s+null of in@10");
        }
    }

    @Test
    void gracePeriodThatCannotBe_isRefusedWhereTheJoinIsWritten() {
        assertThatThrownBy(() -> joinWithGrace(Stores.inMemoryKeyValueStore("rows"), Duration.ofMillis(20)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("join joined has a grace period of PT0.02S: KTable must be versioned");
        assertThatThrownBy(() -> joinWithGrace(rows(), Duration.ofMillis(101)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("keeps versions for 100 ms, and History retention must be at least grace period");
        assertThatThrownBy(() -> joinWithGrace(rows(), Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("join joined has a grace period of PT-0.001S, which cannot be negative");
    }

    @Test
    void suppressionOfAVersionedTable_isRefused() {
        KTable<String, String> rows = new StreamsBuilder().table("rows", versioned("rows"));
        KTable<String, String> values = rows.mapValues(value -> value + "!");
        Suppressed<String> suppressed =
                Suppressed.untilTimeLimit(Duration.ofMillis(1), Suppressed.BufferConfig.unbounded());
        assertThatThrownBy(() -> values.suppress(suppressed))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("suppress() is only supported for non-versioned KTables");
    }

    @Test
    void storeOfATable_isSeenInTheDriver() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>table("rows", versioned("rows"));
        try (TopologyTestDriver driver = driver(builder.build())) {
            pipe(driver, "rows", "at 10", 10);
            pipe(driver, "rows", "at 20", 20);
            VersionedKeyValueStore<String, String> store = driver.getVersionedKeyValueStore("rows");
            assertThat(store.get("k")).isEqualTo(new VersionedRecord<>("at 20", 20));
            assertThat(store.get("k", 15)).isEqualTo(new VersionedRecord<>("at 10", 10));
            assertThat(driver.<String, String>getVersionedKeyValueStore("rows", 0))
                    .isSameAs(store);
            assertThat(driver.getKeyValueStore("rows")).isNull();
            assertThat(driver.getTimestampedKeyValueStore("rows")).isNull();
            assertThat(driver.getVersionedKeyValueStore("other")).isNull();
            assertThatThrownBy(() -> driver.getStateStore("rows"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("should be accessed via `getVersionedKeyValueStore()`");
        }
    }

    @Test
    void valuesWithASerdeOfTheirOwn_areAsVersionedAsTheTable() {
        // given a table that is not kept, as it has serdes but no store
        StreamsBuilder builder = new StreamsBuilder();
        KTable<String, String> rows = builder.table("rows", versioned("rows"));
        KTable<String, String> values =
                rows.mapValues(value -> value + "!", Materialized.with(Serdes.String(), Serdes.String()));
        KTable<String, String> others = builder.table("others", versioned("others"));
        values.join(others, (one, other) -> one + other).toStream().to("out");
        try (TopologyTestDriver driver = driver(builder.build())) {
            pipe(driver, "others", "o", 1);
            pipe(driver, "rows", "newest", 20);
            // when
            pipe(driver, "rows", "late", 10);
            // then the result stays that of the newest version
            assertThat(written(driver)).containsExactly("newest!o@20");
        }
    }

    static Set<String> programs() {
        return VersionedPrograms.all().keySet();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("programs")
    void taskThatBeginsAnewBetweenTransactions_writesWhatAnotherDoes(String program) throws IOException {
        assertThat(run(program, 3, 1, true)).isEqualTo(run(program, 3, 1, false));
    }

    /** From one topic, as records of several are taken in the order of time when they are taken again. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("programs")
    void taskThatBeginsAnewInsideTransactions_writesWhatAnotherDoes(String program) throws IOException {
        assertThat(run(program, 1, 7, true)).isEqualTo(run(program, 1, 7, false));
    }

    private List<String> run(String program, int topics, int recordsPerCommit, boolean interrupted) throws IOException {
        StreamsBuilder builder = new StreamsBuilder();
        VersionedPrograms.withHistoryOf(Duration.ofMillis(40)).get(program).accept(builder);
        Random random = new Random(topics);
        Random faults = new Random(recordsPerCommit);
        List<String> written = new ArrayList<>();
        Path state = directory.resolve(interrupted ? "interrupted" : "plain");
        try (TopologyTestDriver driver = driver(builder.build(), state)) {
            driver.commitByHand();
            for (int index = 0; index < 70; index++) {
                String topic = "in" + (1 + random.nextInt(topics));
                String value = List.of("a", "ab", "bcd", "x y", "c1").get(random.nextInt(5));
                long timestamp = Math.max(0, index * 3L - random.nextInt(50));
                try {
                    driver.createInputTopic(topic, new StringSerializer(), new StringSerializer())
                            .pipeInput("k" + random.nextInt(3), value, timestamp);
                } catch (IllegalArgumentException e) {
                    assertThat(e).hasMessageContaining("Unknown topic"); // this program does not read it
                }
                if (index % recordsPerCommit == recordsPerCommit - 1) {
                    driver.commit();
                }
                if (interrupted) {
                    interrupt(driver, state, faults.nextInt(10));
                }
            }
            driver.commit();
            driver.producedTopicNames().stream()
                    .filter(topic -> topic.startsWith("out"))
                    .sorted()
                    .forEach(
                            topic -> driver.createOutputTopic(topic, new StringDeserializer(), new StringDeserializer())
                                    .readRecordsToList()
                                    .forEach(record -> written.add(topic + " " + record)));
        }
        return written;
    }

    private static void interrupt(TopologyTestDriver driver, Path state, int fault) throws IOException {
        if (fault == 0) {
            driver.abort();
        } else if (fault <= 2) {
            driver.crash();
            if (fault == 2) {
                delete(state);
            }
            driver.restart();
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
