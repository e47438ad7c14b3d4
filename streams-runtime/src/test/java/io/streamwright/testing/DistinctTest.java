package io.streamwright.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.StreamsBuilder;
import io.streamwright.StreamsConfig;
import io.streamwright.kstream.Consumed;
import io.streamwright.kstream.KStream;
import io.streamwright.kstream.Materialized;
import io.streamwright.kstream.Named;
import io.streamwright.kstream.Produced;
import io.streamwright.state.Stores;
import io.streamwright.state.WindowStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which records of a stream are duplicates, and where that is known. */
final class DistinctTest {
    private static final Duration TEN_MS = Duration.ofMillis(10);

    @TempDir
    private Path directory;

    private TopologyTestDriver driver(StreamsBuilder builder, Map<String, Integer> partitions) {
        Properties settings = new Properties();
        settings.put(StreamsConfig.APPLICATION_ID_CONFIG, "app");
        settings.put(StreamsConfig.STATE_DIR_CONFIG, directory.toString());
        settings.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        settings.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        return new TopologyTestDriver(builder.build(), settings, Instant.EPOCH, partitions);
    }

    private static StreamsBuilder distinct() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in").distinct(TEN_MS).to("out");
        return builder;
    }

    private static void pipe(TopologyTestDriver driver, String key, String value, long timestamp) {
        driver.createInputTopic("in", new StringSerializer(), new StringSerializer())
                .pipeInput(key, value, timestamp);
    }

    private static List<String> output(TopologyTestDriver driver) {
        return driver
                .createOutputTopic("out", new StringDeserializer(), new StringDeserializer())
                .readRecordsToList()
                .stream()
                .map(row -> row.key() + "=" + row.value() + "@" + row.timestamp())
                .toList();
    }

    @Test
    void recordsNearOneThatWasPassed_areDropped() {
        try (TopologyTestDriver driver = driver(distinct(), Map.of())) {
            pipe(driver, "a", "first", 100);
            pipe(driver, "a", "later", 110);
            pipe(driver, "a", "earlier", 90);
            pipe(driver, "b", "other", 105);
            // a dropped record makes no other a duplicate
            pipe(driver, "a", "beyond", 111);
            assertThat(output(driver)).containsExactly("a=first@100", "b=other@105", "a=beyond@111");
        }
    }

    @Test
    void recordOutOfOrder_isPassedIfNoneIsNear() {
        try (TopologyTestDriver driver = driver(distinct(), Map.of())) {
            pipe(driver, "b", "newest", 100);
            pipe(driver, "a", "1", 99);
            pipe(driver, "a", "2", 90);
            // as far behind as can be told, and nothing near
            pipe(driver, "c", "3", 90);
            assertThat(output(driver)).containsExactly("b=newest@100", "a=1@99", "c=3@90");
        }
    }

    @Test
    void recordTooLateToBeTold_isDropped() {
        try (TopologyTestDriver driver = driver(distinct(), Map.of())) {
            pipe(driver, "b", "newest", 100);
            pipe(driver, "a", "late", 89);
            assertThat(output(driver)).containsExactly("b=newest@100");
        }
    }

    @Test
    void longerRetention_letsRecordsBeLater() {
        // given
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .distinct(
                        TEN_MS,
                        Named.as("once"),
                        Materialized.<String, byte[], WindowStore<Bytes, byte[]>>as("seen")
                                .withRetention(Duration.ofMillis(61)))
                .to("out");
        try (TopologyTestDriver driver = driver(builder, Map.of())) {
            // when
            pipe(driver, "b", "newest", 100);
            pipe(driver, "a", "1", 50);
            pipe(driver, "a", "2", 60);
            pipe(driver, "a", "late", 49);
            // then
            assertThat(output(driver)).containsExactly("b=newest@100", "a=1@50");
        }
    }

    @Test
    void recordThatIsPassed_keepsItsHeaders() {
        try (TopologyTestDriver driver = driver(distinct(), Map.of())) {
            RecordHeaders headers = new RecordHeaders();
            headers.add("h", new byte[] {7});
            driver.createInputTopic("in", new StringSerializer(), new StringSerializer())
                    .pipeInput(new TestRecord<>("a", null, headers, 100L));
            assertThat(driver.createOutputTopic("out", new StringDeserializer(), new StringDeserializer())
                            .readRecord())
                    .isEqualTo(new TestRecord<>("a", null, headers, 100L));
        }
    }

    @Test
    void recordWithoutIdentity_isDropped() {
        // given
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in").distinct(TEN_MS).to("out");
        builder.<String, String>stream("in")
                .distinct(TEN_MS, (key, value) -> value)
                .to("values");
        try (TopologyTestDriver driver = driver(builder, Map.of())) {
            // when
            pipe(driver, null, "keyless", 100);
            pipe(driver, "a", null, 100);
            // then
            assertThat(output(driver)).containsExactly("a=null@100");
            assertThat(driver.createOutputTopic("values", new StringDeserializer(), new StringDeserializer())
                            .readValuesToList())
                    .containsExactly("keyless");
        }
    }

    @Test
    void identities_areComparedWithinThePartitionOfTheKey() {
        // given
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .distinct(TEN_MS, (key, value) -> value)
                .to("out");
        try (TopologyTestDriver driver = driver(builder, Map.of("in", 1))) {
            // when keys of one partition have one identity
            pipe(driver, "a", "id", 100);
            pipe(driver, "b", "id", 101);
            // then
            assertThat(output(driver)).containsExactly("a=id@100");
            assertThat(driver.producedTopicNames())
                    .containsExactlyInAnyOrder("out", "app-" + store(driver) + "-changelog");
        }
    }

    private static String store(TopologyTestDriver driver) {
        return driver.getAllStateStores().keySet().iterator().next();
    }

    @Test
    void changedKeys_meetInOnePartition() {
        // given
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .selectKey((key, value) -> value)
                .distinct(TEN_MS, Named.as("once"))
                .groupByKey() // by the same topic
                .count(Materialized.as("counts"))
                .toStream()
                .to("out", Produced.valueSerde(Serdes.Long()));
        try (TopologyTestDriver driver = driver(builder, Map.of("in", 3))) {
            // when
            for (String key : List.of("a", "b", "c", "d", "e")) {
                pipe(driver, key, "id", 100);
            }
            // then
            assertThat(driver.createOutputTopic("out", new StringDeserializer(), new LongDeserializer())
                            .readKeyValuesToMap())
                    .isEqualTo(Map.of("id", 1L));
            assertThat(driver.producedTopicNames())
                    .containsExactlyInAnyOrder(
                            "out",
                            "app-once-repartition",
                            "app-counts-changelog",
                            "app-KSTREAM-DISTINCT-STATE-STORE-0000000002-changelog");
        }
    }

    @Test
    void keySerdeOfTheStream_isThatOfTheStore() {
        // given
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("in", Consumed.with(Serdes.Long(), Serdes.String()))
                .distinct(TEN_MS)
                .to("out");
        try (TopologyTestDriver driver = driver(builder, Map.of())) {
            // when
            TestInputTopic<Long, String> input =
                    driver.createInputTopic("in", new LongSerializer(), new StringSerializer());
            input.pipeInput(1L, "a", 100);
            input.pipeInput(1L, "b", 100);
            // then
            assertThat(driver.createOutputTopic("out", new LongDeserializer(), new StringDeserializer())
                            .readKeyValuesToMap())
                    .isEqualTo(Map.of(1L, "a"));
        }
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource
    void whatWasPassed_isKnownAfterAnInterruption(Interruption interruption) throws Exception {
        try (TopologyTestDriver driver = driver(distinct(), Map.of())) {
            // given
            driver.commitByHand();
            pipe(driver, "a", "1", 100);
            driver.commit();
            pipe(driver, "b", "2", 101);
            // when
            interruption.happen(driver, directory);
            pipe(driver, "a", "duplicate", 102);
            pipe(driver, "b", "duplicate", 103);
            driver.commit();
            // then
            assertThat(output(driver)).containsExactly("a=1@100", "b=2@101");
        }
    }

    @Test
    void whatIsOlderThanTheRetention_isForgotten() {
        // given
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .distinct(TEN_MS, Materialized.as("seen"))
                .to("out");
        try (TopologyTestDriver driver = driver(builder, Map.of())) {
            // when
            for (int time = 0; time < 1_000; time++) {
                pipe(driver, "k" + time, "v", time);
            }
            // then
            try (var all = driver.getTimestampedWindowStore("seen").all()) {
                int kept = 0;
                while (all.hasNext()) {
                    all.next();
                    kept++;
                }
                assertThat(kept).isEqualTo(21);
            }
        }
    }

    @Test
    void program_isDescribedWithItsNames() {
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> stream = builder.stream("in");
        stream.distinct(TEN_MS).to("out");
        stream.distinct(TEN_MS, Named.as("once"), Materialized.as("seen")).to("out");
        assertThat(builder.build().describe().toString())
                .contains("Processor: KSTREAM-DISTINCT-0000000002 (stores: [KSTREAM-DISTINCT-STATE-STORE-0000000001])")
                .contains("Processor: once (stores: [seen])");
    }

    @Test
    void windowsThatAreNone_areRefused() {
        KStream<String, String> stream = new StreamsBuilder().stream("in");
        for (Duration none : List.of(
                Duration.ZERO, Duration.ofMillis(-1), Duration.ofNanos(1), Duration.ofSeconds(Long.MAX_VALUE))) {
            assertThatThrownBy(() -> stream.distinct(none))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(none.toString())
                    .hasMessageContaining("at least one millisecond");
        }
        assertThatThrownBy(() -> stream.distinct(null)).hasMessageContaining("window");
        assertThatThrownBy(() -> stream.distinct(TEN_MS, (Named) null)).hasMessageContaining("named");
        assertThatThrownBy(() -> stream.<String>distinct(TEN_MS, (key, value) -> value, null))
                .hasMessageContaining("materialized");
    }

    @Test
    void storesThatForgetTooEarly_areRefused() {
        KStream<String, String> stream = new StreamsBuilder().stream("in");
        assertThatThrownBy(() -> stream.distinct(
                        TEN_MS,
                        Materialized.<String, byte[], WindowStore<Bytes, byte[]>>as("seen")
                                .withRetention(TEN_MS)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("store seen: a retention of 10 ms");
        assertThatThrownBy(() -> stream.distinct(
                        TEN_MS, Materialized.as(Stores.inMemoryWindowStore("memory", TEN_MS, TEN_MS, false))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("store memory: a retention of 10 ms");
        assertThatThrownBy(() -> stream.distinct(
                        TEN_MS,
                        Materialized.<String, byte[], WindowStore<Bytes, byte[]>>as("seen")
                                .withTimeToLive(TEN_MS)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("withRetention");
    }
}
