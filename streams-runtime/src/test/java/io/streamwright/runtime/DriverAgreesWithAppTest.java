package io.streamwright.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.KeyValue;
import io.streamwright.StreamsBuilder;
import io.streamwright.Topology;
import io.streamwright.kstream.Grouped;
import io.streamwright.kstream.KStream;
import io.streamwright.kstream.KTable;
import io.streamwright.testing.TestInputTopic;
import io.streamwright.testing.TopologyTestDriver;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a test sees in the driver is what an application does that gets its records in the same order. */
final class DriverAgreesWithAppTest {
    private static final List<ProducerRecord<String, String>> INPUT = List.of(
            new ProducerRecord<>("left", null, 10L, "k", "a10"),
            new ProducerRecord<>("right", null, 5L, "k", "b5"),
            new ProducerRecord<>("left", null, 7L, "k", "a7"),
            new ProducerRecord<>("left", null, 30L, "l", "a30"),
            new ProducerRecord<>("right", null, 20L, "l", "b20"),
            new ProducerRecord<>("left", null, 31L, "k", "a10"));

    @TempDir
    private Path directory;

    private final Map<String, String> settings = new HashMap<>();

    @BeforeEach
    void commitEachRecord() {
        settings.put("statestore.cache.max.bytes", "0");
    }

    @Test
    void mergedTopics_areTakenInTheOrderOfTheirRecords() throws InterruptedException {
        // given
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> left = builder.stream("left");
        left.merge(builder.stream("right")).to("out");
        // then
        assertThat(driver(builder.build())).isEqualTo(oneByOne(builder.build())).hasSize(INPUT.size());
    }

    @ParameterizedTest(name = "cache={0}")
    @ValueSource(strings = {"0", "10485760"})
    void aggregates_areUpdatedByEachCommit(String cacheBytes) throws InterruptedException {
        // given
        settings.put("statestore.cache.max.bytes", cacheBytes);
        // then
        assertThat(driver(aggregates())).isEqualTo(oneByOne(aggregates())).hasSize(INPUT.size());
    }

    @Test
    void aggregatesWithCaching_areUpdatedOnceByACommitOfSeveralRecords() throws InterruptedException {
        // given
        settings.put("statestore.cache.max.bytes", "10485760");
        List<ProducerRecord<String, String>> left =
                INPUT.stream().filter(record -> record.topic().equals("left")).toList();
        // when
        List<String> ofDriver;
        try (TopologyTestDriver driver = newDriver(aggregates())) {
            driver.commitByHand();
            left.forEach(record -> pipe(driver, record));
            driver.commit();
            ofDriver = output(driver);
        }
        // then
        assertThat(ofDriver).isEqualTo(inOneTransaction(aggregates(), left)).hasSize(2);
    }

    private static Topology aggregates() {
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> left = builder.stream("left");
        left.merge(builder.stream("right"))
                .groupByKey()
                .aggregate(() -> "", (key, value, all) -> all + value)
                .toStream()
                .to("out");
        return builder.build();
    }

    @Test
    void twoRepartitions_giveTheSameRecords() throws InterruptedException {
        // given
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> left = builder.stream("left");
        left.merge(builder.stream("right"))
                .groupBy((key, value) -> value, Grouped.as("by-value"))
                .count()
                .toStream()
                .map((value, count) -> KeyValue.pair(String.valueOf(count), value))
                .groupByKey(Grouped.with("by-count", Serdes.String(), Serdes.String()))
                .reduce((first, second) -> first + second)
                .toStream()
                .to("out");
        // then
        assertThat(driver(builder.build())).isEqualTo(oneByOne(builder.build())).hasSize(INPUT.size());
    }

    @ParameterizedTest(name = "cache={0}")
    @ValueSource(strings = {"0", "10485760"})
    void foreignKeyJoinThatIsJoinedWithItsLeftSide_givesTheSameRecords(String cacheBytes) throws InterruptedException {
        // given
        settings.put("statestore.cache.max.bytes", cacheBytes);
        // then
        assertThat(driver(foreignKeyJoin()))
                .isEqualTo(oneByOne(foreignKeyJoin()))
                .hasSizeGreaterThan(3);
    }

    private static Topology foreignKeyJoin() {
        StreamsBuilder builder = new StreamsBuilder();
        KTable<String, String> left = builder.table("left");
        KTable<String, String> right = builder.table("right");
        left.join(right, value -> value.startsWith("a1") ? "k" : "l", (one, other) -> one + "+" + other)
                .join(left, (joined, row) -> joined + "/" + row)
                .toStream()
                .to("out");
        return builder.build();
    }

    private List<String> driver(Topology topology) {
        try (TopologyTestDriver driver = newDriver(topology)) {
            INPUT.forEach(record -> pipe(driver, record));
            return output(driver);
        }
    }

    private TopologyTestDriver newDriver(Topology topology) {
        Properties props = new Properties();
        props.putAll(settings);
        props.put("state.dir", directory.resolve("driver").toString());
        props.put("default.key.serde", Serdes.StringSerde.class);
        props.put("default.value.serde", Serdes.StringSerde.class);
        return new TopologyTestDriver(topology, props, Instant.EPOCH);
    }

    private static void pipe(TopologyTestDriver driver, ProducerRecord<String, String> record) {
        TestInputTopic<String, String> topic =
                driver.createInputTopic(record.topic(), new StringSerializer(), new StringSerializer());
        topic.pipeInput(record.key(), record.value(), record.timestamp());
    }

    private static List<String> output(TopologyTestDriver driver) {
        return driver
                .createOutputTopic("out", new StringDeserializer(), new StringDeserializer())
                .readRecordsToList()
                .stream()
                .map(record -> record.key() + "=" + record.value() + "@" + record.timestamp())
                .toList();
    }

    private List<String> oneByOne(Topology topology) throws InterruptedException {
        try (AppHarness harness = newHarness();
                StreamsApp app = new StreamsApp(topology, harness.settings(flat()))) {
            app.start();
            for (ProducerRecord<String, String> record : INPUT) {
                harness.write(record.topic(), List.of(record));
                assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();
            }
            return harness.read("out");
        }
    }

    private List<String> inOneTransaction(Topology topology, List<ProducerRecord<String, String>> ofOneTopic)
            throws InterruptedException {
        settings.put("commit.interval.ms", "1000");
        try (AppHarness harness = newHarness()) {
            harness.write(ofOneTopic.get(0).topic(), ofOneTopic);
            harness.runToEnd(topology, flat());
            return harness.read("out");
        }
    }

    private AppHarness newHarness() {
        AppHarness harness = new AppHarness(directory.resolve("app"));
        List.of("left", "right", "out").forEach(topic -> harness.createTopic(topic, 1));
        return harness;
    }

    private String[] flat() {
        return settings.entrySet().stream()
                .flatMap(entry -> List.of(entry.getKey(), entry.getValue()).stream())
                .toArray(String[]::new);
    }
}
