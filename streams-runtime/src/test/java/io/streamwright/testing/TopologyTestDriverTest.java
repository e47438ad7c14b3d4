package io.streamwright.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.KeyValue;
import io.streamwright.StreamsBuilder;
import io.streamwright.StreamsConfig;
import io.streamwright.Topology;
import io.streamwright.errors.StreamsException;
import io.streamwright.errors.TopologyException;
import io.streamwright.kstream.Grouped;
import io.streamwright.kstream.Materialized;
import io.streamwright.processor.PunctuationType;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.ProcessorContext;
import io.streamwright.processor.api.Record;
import io.streamwright.state.KeyValueStore;
import io.streamwright.state.Stores;
import io.streamwright.state.ValueAndTimestamp;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TopologyTestDriverTest {
    private static final Instant START = Instant.ofEpochMilli(1_000);

    @TempDir
    private Path directory;

    private Properties settings() {
        Properties settings = new Properties();
        settings.put(StreamsConfig.STATE_DIR_CONFIG, directory.toString());
        settings.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        settings.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        return settings;
    }

    private TopologyTestDriver driver(Topology topology) {
        return new TopologyTestDriver(topology, settings(), START);
    }

    private static TestInputTopic<String, String> input(TopologyTestDriver driver, String topic) {
        return driver.createInputTopic(topic, new StringSerializer(), new StringSerializer());
    }

    private static TestOutputTopic<String, String> output(TopologyTestDriver driver, String topic) {
        return driver.createOutputTopic(topic, new StringDeserializer(), new StringDeserializer());
    }

    private static Topology copy() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in").to("out");
        return builder.build();
    }

    private static Topology counts() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .groupByKey()
                .count(Materialized.as("counts"))
                .toStream()
                .mapValues(String::valueOf)
                .to("out");
        return builder.build();
    }

    // ---- input

    @Test
    void recordWithoutTimestamp_getsTheTimeOfItsTopic() {
        try (TopologyTestDriver driver = driver(copy())) {
            // given
            TestInputTopic<String, String> advancing = driver.createInputTopic(
                    "in",
                    new StringSerializer(),
                    new StringSerializer(),
                    Instant.ofEpochMilli(50),
                    Duration.ofMillis(7));
            TestInputTopic<String, String> standing = input(driver, "in");
            // when
            advancing.pipeInput("a");
            advancing.pipeInput("k", "b");
            advancing.pipeInput("k", "given", 9);
            advancing.advanceTime(Duration.ofMillis(100));
            advancing.pipeInput(new TestRecord<>("k", "c"));
            standing.pipeInput("d");
            standing.pipeInput("e");
            // then
            assertThat(output(driver, "out").readRecordsToList().stream()
                            .map(record -> record.value() + "@" + record.timestamp()))
                    .containsExactly("a@50", "b@57", "given@9", "c@164", "d@1000", "e@1000");
        }
    }

    @Test
    void lists_arePipedOneByOneWithTimestampsOfTheirOwn() {
        try (TopologyTestDriver driver = driver(copy())) {
            // given
            TestInputTopic<String, String> in = input(driver, "in");
            // when
            in.pipeKeyValueList(
                    List.of(KeyValue.pair("k", "a"), KeyValue.pair("k", "b")),
                    Instant.ofEpochMilli(5),
                    Duration.ofMillis(3));
            in.pipeValueList(List.of("c", "d"), Instant.ofEpochMilli(20), Duration.ofMillis(2));
            in.pipeKeyValueList(List.of(KeyValue.pair("k", "e")));
            in.pipeValueList(List.of("f"));
            in.pipeRecordList(List.of(new TestRecord<>("k", "g", Instant.ofEpochMilli(1))));
            in.pipeInput("h", Instant.ofEpochMilli(2));
            in.pipeInput("k", "i", Instant.ofEpochMilli(3));
            // then
            assertThat(output(driver, "out").readRecordsToList().stream()
                            .map(record -> record.key() + "=" + record.value() + "@" + record.timestamp()))
                    .containsExactly(
                            "k=a@5",
                            "k=b@8",
                            "null=c@20",
                            "null=d@22",
                            "k=e@1000",
                            "null=f@1000",
                            "k=g@1",
                            "null=h@2",
                            "k=i@3");
        }
    }

    @Test
    void topicThatIsNotRead_isRefusedAsByKafkaStreams() {
        try (TopologyTestDriver driver = driver(copy())) {
            assertThatThrownBy(() -> input(driver, "elsewhere").pipeInput("a"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("Unknown topic: elsewhere");
            assertThatThrownBy(() -> input(driver, "in").advanceTime(Duration.ofMillis(-1)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("advance must be positive");
            assertThatThrownBy(() -> driver.createInputTopic(
                            "in", new StringSerializer(), new StringSerializer(), START, Duration.ofMillis(-1)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("autoAdvance must be positive");
            assertThat(input(driver, "in"))
                    .hasToString(
                            "TestInputTopic[topic='in', keySerializer=StringSerializer, valueSerializer=StringSerializer]");
        }
    }

    @Test
    void topicOfAPattern_isFoundWhenItsFirstRecordComes() {
        // given
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(Pattern.compile("in-.*")).to("out");
        try (TopologyTestDriver driver = driver(builder.build())) {
            // when
            input(driver, "in-1").pipeInput("a");
            input(driver, "in-2").pipeInput("b");
            input(driver, "in-1").pipeInput("c");
            // then
            assertThat(output(driver, "out").readValuesToList()).containsExactly("a", "b", "c");
        }
    }

    // ---- output

    @Test
    void outputTopic_isReadOnceInAllShapes() {
        try (TopologyTestDriver driver = driver(copy())) {
            // given
            TestInputTopic<String, String> in = input(driver, "in");
            TestOutputTopic<String, String> out = output(driver, "out");
            assertThatThrownBy(out::readValue)
                    .isInstanceOf(NoSuchElementException.class)
                    .hasMessage("Uninitialized topic: out");
            assertThat(out.readRecordsToList()).isEmpty();
            RecordHeaders headers = new RecordHeaders();
            headers.add("h", new byte[] {1});
            // when
            in.pipeInput(new TestRecord<>("k", "a", headers, 5L));
            in.pipeInput("k", "b");
            in.pipeInput("k", "c");
            in.pipeInput("k", null, 3);
            in.pipeInput("l", "d");
            in.pipeInput("e");
            // then
            assertThat(out.getQueueSize()).isEqualTo(6);
            assertThat(out.readRecord()).isEqualTo(new TestRecord<>("k", "a", headers, Instant.ofEpochMilli(5)));
            assertThat(out.readKeyValue()).isEqualTo(KeyValue.pair("k", "b"));
            assertThat(out.readValue()).isEqualTo("c");
            assertThatThrownBy(out::readKeyValuesToMap)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("Null keys not allowed with readKeyValuesToMap method");
            assertThat(out.isEmpty()).isTrue();
            assertThatThrownBy(out::readRecord)
                    .isInstanceOf(NoSuchElementException.class)
                    .hasMessage("Empty topic: out");
            in.pipeInput("k", null, 3);
            in.pipeInput("l", "d");
            assertThat(out.readKeyValuesToMap()).containsEntry("k", null).containsEntry("l", "d");
            in.pipeInput("l", "d");
            assertThat(out.readKeyValuesToList()).containsExactly(KeyValue.pair("l", "d"));
        }
    }

    @Test
    void producedTopics_areThoseTheApplicationWrote() {
        // given
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in").peek((key, value) -> {}).to("more");
        builder.<String, String>stream("more")
                .groupBy((key, value) -> value, Grouped.as("by-value"))
                .count(Materialized.as("counts"));
        try (TopologyTestDriver driver = driver(builder.build())) {
            assertThat(driver.producedTopicNames()).isEmpty();
            // when
            input(driver, "in").pipeInput("k", "a");
            // then
            assertThat(driver.producedTopicNames())
                    .containsExactlyInAnyOrder(
                            "more",
                            "topology-test-driver-by-value-repartition",
                            "topology-test-driver-counts-changelog");
            // and what is piped into one of them is no product of the application
            assertThat(output(driver, "more").readValuesToList()).containsExactly("a");
            input(driver, "more").pipeInput("k", "b");
            assertThat(output(driver, "more").isEmpty()).isTrue();
        }
    }

    // ---- stores

    @Test
    void store_showsWhatIsCommitted_andTakesWhatATestPuts() {
        try (TopologyTestDriver driver = driver(counts())) {
            // given
            TestInputTopic<String, String> in = input(driver, "in");
            in.pipeInput("k", "a", 5);
            KeyValueStore<String, ValueAndTimestamp<Long>> timestamped = driver.getTimestampedKeyValueStore("counts");
            KeyValueStore<String, Long> values = driver.getKeyValueStore("counts");
            // when
            values.put("k", 10L);
            in.pipeInput("k", "b", 7);
            // then
            assertThat(timestamped.get("k")).isEqualTo(ValueAndTimestamp.make(11L, 7));
            assertThat(values.get("k")).isEqualTo(11L);
            assertThat(output(driver, "out").readValuesToList()).containsExactly("1", "11");
            assertThat(driver.getAllStateStores()).containsOnlyKeys("counts");
            assertThat(driver.getKeyValueStore("none")).isNull();
            assertThat(driver.getStateStore("none")).isNull();
            assertThatThrownBy(() -> driver.getStateStore("counts"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("Store counts is a timestamped key-value store and should be accessed via"
                            + " `getTimestampedKeyValueStore()`");
        }
    }

    @Test
    void whatATestPuts_survivesACrash() {
        try (TopologyTestDriver driver = driver(counts())) {
            // given
            driver.<String, Long>getKeyValueStore("counts").put("k", 10L);
            driver.commit();
            // when
            driver.crash();
            driver.restart();
            // then
            assertThat(driver.<String, Long>getKeyValueStore("counts").get("k")).isEqualTo(10L);
        }
    }

    @Test
    void storeWrittenByInit_beforeTheFirstRecord_isRestoredFromItsChangelog() {
        // given
        Topology topology = new Topology();
        topology.addSource("source", "in");
        topology.addProcessor("starter", Starter::new, "source");
        topology.addStateStore(
                Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("kept"), Serdes.String(), Serdes.String()),
                "starter");
        try (TopologyTestDriver driver = driver(topology)) {
            driver.commit();
            // then
            assertThat(output(driver, "topology-test-driver-kept-changelog").readRecord())
                    .isEqualTo(new TestRecord<>("k", "first", START));
            // when
            driver.crash();
            driver.restart();
            // then
            assertThat(driver.getKeyValueStore("kept").get("k")).isEqualTo("first");
        }
    }

    /** Writes what is missing in its store. */
    private static final class Starter extends ContextualProcessor<String, String, Void, Void> {
        @Override
        public void init(ProcessorContext<Void, Void> context) {
            super.init(context);
            context.<KeyValueStore<String, String>>getStateStore("kept").putIfAbsent("k", "first");
        }

        @Override
        public void process(Record<String, String> record) {}
    }

    @Test
    void closing_deletesTheFilesOfStores() throws Exception {
        // given
        TopologyTestDriver driver = driver(counts());
        input(driver, "in").pipeInput("k", "a");
        assertThat(files()).isNotEmpty();
        // when
        driver.close();
        // then
        assertThat(files()).isEmpty();
    }

    private List<Path> files() throws Exception {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }

    // ---- time

    @Test
    void punctuations_followStreamTimeAndTheWallClock() {
        // given
        Topology topology = copyThrough(Punctuated::new);
        try (TopologyTestDriver driver = driver(topology)) {
            TestInputTopic<String, String> in = input(driver, "in");
            // when
            in.pipeInput("k", "a", 0);
            in.pipeInput("k", "b", 5);
            in.pipeInput("k", "c", 25);
            driver.advanceWallClockTime(Duration.ofMillis(99));
            driver.advanceWallClockTime(Duration.ofMillis(1));
            driver.advanceWallClockTime(Duration.ofDays(30));
            in.pipeInput("k", "d", 30);
            // then
            assertThat(output(driver, "out").readValuesToList())
                    .containsExactly(
                            "a", "stream 0", "b", "c", "stream 25", "wall 1100", "wall 2592001100", "d", "stream 30");
        }
    }

    @Test
    void wallClock_doesNotGoBack() {
        try (TopologyTestDriver driver = driver(copy())) {
            assertThatThrownBy(() -> driver.advanceWallClockTime(Duration.ofMillis(-1)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("the wall clock cannot go back: PT-0.001S");
        }
    }

    private static Topology copyThrough(
            io.streamwright.processor.api.ProcessorSupplier<String, String, String, String> processor) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in").process(processor).to("out");
        return builder.build();
    }

    /** Passes records on, and says when it is called. */
    private static final class Punctuated extends ContextualProcessor<String, String, String, String> {
        @Override
        public void init(ProcessorContext<String, String> context) {
            super.init(context);
            context.schedule(
                    Duration.ofMillis(10),
                    PunctuationType.STREAM_TIME,
                    time -> context.forward(new Record<>("p", "stream " + time, time)));
            context.schedule(
                    Duration.ofMillis(100),
                    PunctuationType.WALL_CLOCK_TIME,
                    time -> context.forward(new Record<>("p", "wall " + time, time)));
        }

        @Override
        public void process(Record<String, String> record) {
            context().forward(record);
        }
    }

    // ---- failures

    @Test
    void exceptionOfTheTopology_surfaces_andItsRecordStaysAheadOfTheNext() {
        // given
        List<String> seen = new ArrayList<>();
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .mapValues(value -> {
                    seen.add(value);
                    if (value.equals("bad") && seen.size() < 4) {
                        throw new IllegalStateException("no bad ones");
                    }
                    return value;
                })
                .to("out");
        try (TopologyTestDriver driver = driver(builder.build())) {
            TestInputTopic<String, String> in = input(driver, "in");
            in.pipeInput("a");
            // when
            assertThatThrownBy(() -> in.pipeInput("bad"))
                    .isInstanceOf(StreamsException.class)
                    .hasCause(new IllegalStateException("no bad ones"));
            assertThatThrownBy(() -> in.pipeInput("b")).isInstanceOf(StreamsException.class);
            in.pipeInput("c");
            // then
            assertThat(output(driver, "out").readValuesToList()).containsExactly("a", "bad", "b", "c");
            assertThat(seen).containsExactly("a", "bad", "bad", "bad", "b", "c");
        }
    }

    @Test
    void topologyThatCannotRun_isRefusedByTheConstructor_andLeavesNothingBehind() throws Exception {
        assertThatThrownBy(() -> driver(new Topology())).isInstanceOf(TopologyException.class);
        assertThat(files()).isEmpty();
    }
}
