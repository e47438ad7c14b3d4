package io.streamwright.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.StreamsBuilder;
import io.streamwright.StreamsConfig;
import io.streamwright.Topology;
import io.streamwright.kstream.CogroupedKStream;
import io.streamwright.kstream.Grouped;
import io.streamwright.kstream.KGroupedStream;
import io.streamwright.kstream.KStream;
import io.streamwright.kstream.KTable;
import io.streamwright.kstream.Materialized;
import io.streamwright.kstream.Produced;
import io.streamwright.kstream.SessionWindows;
import io.streamwright.kstream.TimeWindows;
import io.streamwright.kstream.Windowed;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What a program sees of a table that several streams are aggregated into. */
final class CogroupTest {
    @TempDir
    private Path directory;

    private TopologyTestDriver driver(Topology topology, String cacheBytes, Map<String, Integer> partitions) {
        Properties settings = new Properties();
        settings.put(StreamsConfig.APPLICATION_ID_CONFIG, "app");
        settings.put(StreamsConfig.STATE_DIR_CONFIG, directory.toString());
        settings.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        settings.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        settings.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, cacheBytes);
        return new TopologyTestDriver(topology, settings, Instant.EPOCH, partitions);
    }

    private static CogroupedKStream<String, String> cogroup(StreamsBuilder builder) {
        KStream<String, String> first = builder.stream("in1");
        KGroupedStream<String, String> second =
                builder.<String, String>stream("in2").groupByKey();
        return first.groupByKey()
                .<String>cogroup((key, value, text) -> text + "1" + value)
                .cogroup(second, (key, value, text) -> text + "2" + value);
    }

    private static void pipe(TopologyTestDriver driver, String topic, String key, String value, long timestamp) {
        driver.createInputTopic(topic, new StringSerializer(), new StringSerializer())
                .pipeInput(key, value, timestamp);
    }

    private static List<String> output(TopologyTestDriver driver, String topic) {
        return driver
                .createOutputTopic(topic, new StringDeserializer(), new StringDeserializer())
                .readRecordsToList()
                .stream()
                .map(row -> row.key() + "=" + row.value() + "@" + row.timestamp())
                .toList();
    }

    @Test
    void keyThatSeveralStreamsChange_isOneUpdateForEachTransaction() {
        StreamsBuilder builder = new StreamsBuilder();
        cogroup(builder).aggregate(() -> "").toStream().to("out");
        try (TopologyTestDriver driver = driver(builder.build(), "10000000", Map.of())) {
            // given
            driver.commitByHand();
            // when
            pipe(driver, "in1", "k", "a", 5);
            pipe(driver, "in2", "k", "b", 3);
            pipe(driver, "in2", "l", "c", 4);
            pipe(driver, "in1", "k", "d", 4);
            driver.commit();
            // then
            assertThat(output(driver, "out")).containsExactly("l=2c@4", "k=1a2b1d@5");
        }
    }

    @Test
    void joinOfTableThatIsHeldBack_meetsTheRowThatWasPassedOn() {
        // given
        StreamsBuilder builder = new StreamsBuilder();
        KTable<String, String> other = builder.table("in3"); // passes on its updates first
        cogroup(builder)
                .aggregate(() -> "")
                .join(other, (left, right) -> left + "/" + right)
                .groupBy((key, value) -> io.streamwright.KeyValue.pair("all", value), Grouped.as("all"))
                .aggregate(() -> "", (key, value, text) -> text + "+" + value, (key, value, text) -> text + "-" + value)
                .toStream()
                .to("out");
        try (TopologyTestDriver driver = driver(builder.build(), "10000000", Map.of())) {
            pipe(driver, "in1", "k", "a", 1);
            pipe(driver, "in3", "k", "x", 1);
            output(driver, "out");
            driver.commitByHand();
            // when both tables have updates that wait
            pipe(driver, "in3", "k", "y", 2);
            pipe(driver, "in2", "k", "b", 3);
            driver.commit();
            // then every result that is taken out was put in before
            List<String> written = output(driver, "out");
            assertThat(written.get(written.size() - 1))
                    .isIn("all=+1a/x-1a/x+1a/y-1a/y+1a2b/y@3", "all=+1a/x-1a/x+1a2b/x-1a2b/x+1a2b/y@3");
        }
    }

    @Test
    void joinOfWindowsThatAreHeldBack_meetsTheRowThatWasPassedOn() {
        // given
        TimeWindows windows = TimeWindows.ofSizeWithNoGrace(Duration.ofMillis(100));
        StreamsBuilder builder = new StreamsBuilder();
        KTable<Windowed<String>, String> other = builder.<String, String>stream("in3") // passes on its updates first
                .groupByKey()
                .windowedBy(windows)
                .reduce((first, second) -> second);
        cogroup(builder)
                .windowedBy(windows)
                .aggregate(() -> "")
                .join(other, (left, right) -> left + "/" + right)
                .groupBy((key, value) -> io.streamwright.KeyValue.pair("all", value), Grouped.as("all"))
                .aggregate(() -> "", (key, value, text) -> text + "+" + value, (key, value, text) -> text + "-" + value)
                .toStream()
                .to("out");
        try (TopologyTestDriver driver = driver(builder.build(), "10000000", Map.of())) {
            pipe(driver, "in1", "k", "a", 1);
            pipe(driver, "in3", "k", "x", 1);
            output(driver, "out");
            driver.commitByHand();
            // when both tables have updates that wait
            pipe(driver, "in3", "k", "y", 2);
            pipe(driver, "in2", "k", "b", 3);
            driver.commit();
            // then every result that is taken out was put in before
            List<String> written = output(driver, "out");
            assertThat(written.get(written.size() - 1))
                    .isIn("all=+1a/x-1a/x+1a/y-1a/y+1a2b/y@3", "all=+1a/x-1a/x+1a2b/x-1a2b/x+1a2b/y@3");
        }
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource
    void tableAfterAnInterruption_isAsWithoutIt(Interruption interruption) throws IOException {
        StreamsBuilder builder = new StreamsBuilder();
        cogroup(builder)
                .aggregate(() -> "", Materialized.as("table"))
                .toStream()
                .to("out");
        try (TopologyTestDriver driver = driver(builder.build(), "10000000", Map.of())) {
            // given
            pipe(driver, "in1", "k", "a", 5);
            driver.commitByHand();
            pipe(driver, "in2", "k", "b", 6);
            pipe(driver, "in2", "l", "c", 7);
            // when
            interruption.happen(driver, directory);
            pipe(driver, "in1", "l", "d", 8);
            driver.commit();
            // then
            assertThat(output(driver, "out")).contains("k=1a@5", "k=1a2b@6").endsWith("l=2c1d@8");
            assertThat(driver.<String, String>getKeyValueStore("table").get("k"))
                    .isEqualTo("1a2b");
            assertThat(driver.<String, String>getKeyValueStore("table").get("l"))
                    .isEqualTo("2c1d");
        }
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource
    void windowsAfterAnInterruption_closeAsWithoutIt(Interruption interruption) throws IOException {
        StreamsBuilder builder = new StreamsBuilder();
        cogroup(builder)
                .windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofMillis(10)))
                .aggregate(() -> "", Materialized.as("windows"))
                .toStream(
                        (windowed, value) -> windowed.key() + windowed.window().start())
                .to("out");
        try (TopologyTestDriver driver = driver(builder.build(), "10000000", Map.of())) {
            // given
            pipe(driver, "in1", "k", "a", 8);
            pipe(driver, "in2", "k", "b", 25);
            output(driver, "out");
            // when
            interruption.happen(driver, directory);
            pipe(driver, "in1", "k", "late", 9);
            pipe(driver, "in1", "k", "c", 21);
            // then
            assertThat(output(driver, "out")).containsExactly("k20=2b1c@25");
        }
    }

    @ParameterizedTest(name = "retention {0} ms")
    @CsvSource({"10", "1000"})
    void recordOfStreamThatLagsBehind_isLateForAllStreams(long retentionMs) {
        // given windows that the time of the other stream has closed
        StreamsBuilder builder = new StreamsBuilder();
        cogroup(builder)
                .windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofMillis(10)))
                .aggregate(
                        () -> "",
                        Materialized
                                .<String, String,
                                        io.streamwright.state.WindowStore<org.apache.kafka.common.utils.Bytes, byte[]>>
                                        as("windows")
                                .withRetention(Duration.ofMillis(retentionMs)))
                .toStream(
                        (windowed, value) -> windowed.key() + windowed.window().start())
                .to("out");
        try (TopologyTestDriver driver = driver(builder.build(), "0", Map.of())) {
            pipe(driver, "in1", "k", "a", 5);
            pipe(driver, "in1", "k", "b", 30);
            output(driver, "out");
            // when
            pipe(driver, "in2", "k", "c", 6);
            // then the aggregate does not start anew, as in Kafka Streams, where only the store has let the window go
            assertThat(output(driver, "out")).isEmpty();
        }
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource
    void sessionsAfterAnInterruption_closeByTheTimeOfAllStreams(Interruption interruption) throws IOException {
        StreamsBuilder builder = new StreamsBuilder();
        cogroup(builder)
                .windowedBy(SessionWindows.ofInactivityGapWithNoGrace(Duration.ofMillis(10)))
                .aggregate(() -> "", (key, one, two) -> one + two, Materialized.as("sessions"))
                .toStream((session, value) -> session.key() + session.window().start() + "-"
                        + session.window().end())
                .to("out");
        try (TopologyTestDriver driver = driver(builder.build(), "10000000", Map.of())) {
            // given
            pipe(driver, "in1", "k", "a", 8);
            pipe(driver, "in2", "k", "b", 12);
            pipe(driver, "in2", "k", "c", 40);
            assertThat(output(driver, "out"))
                    .containsExactly("k8-8=1a@8", "k8-8=null@8", "k8-12=1a2b@12", "k40-40=2c@40");
            // when
            interruption.happen(driver, directory);
            pipe(driver, "in1", "k", "late", 9);
            pipe(driver, "in1", "k", "d", 35);
            // then
            assertThat(output(driver, "out")).containsExactly("k40-40=null@40", "k35-40=2c1d@40");
        }
    }

    @Test
    void severalStreamsWithChangedKeys_needNoNames() {
        // given
        StreamsBuilder builder = new StreamsBuilder();
        KGroupedStream<String, String> second =
                builder.<String, String>stream("in2").groupBy((key, value) -> value.substring(0, 1));
        builder.<String, String>stream("in1")
                .groupBy((key, value) -> value.substring(0, 1))
                .<String>cogroup((key, value, text) -> text + "1" + value)
                .cogroup(second, (key, value, text) -> text + "2" + value)
                .aggregate(() -> "", Materialized.as("table"))
                .toStream()
                .to("out");
        try (TopologyTestDriver driver = driver(builder.build(), "0", Map.of("in1", 2, "in2", 3))) {
            // when
            pipe(driver, "in1", "x", "a1", 1);
            pipe(driver, "in2", "y", "a2", 2);
            // then
            assertThat(output(driver, "out")).containsExactly("a=1a1@1", "a=1a12a2@2");
            assertThat(driver.producedTopicNames())
                    .contains("app-table-repartition", "app-table-1-repartition", "app-table-changelog");
        }
    }

    @Test
    void groupingThatIsAggregatedAlsoByItself_sharesItsTopic() {
        // given
        StreamsBuilder builder = new StreamsBuilder();
        KGroupedStream<String, String> named =
                builder.<String, String>stream("in1").groupBy((key, value) -> value, Grouped.as("values"));
        named.count().toStream().to("counts", Produced.valueSerde(Serdes.Long()));
        named.<String>cogroup((key, value, text) -> text + value)
                .aggregate(() -> "")
                .toStream()
                .to("out");
        try (TopologyTestDriver driver = driver(builder.build(), "0", Map.of())) {
            // when
            pipe(driver, "in1", "x", "v", 1);
            // then
            assertThat(output(driver, "out")).containsExactly("v=v@1");
        }
    }

    @Test
    void streamThatComesThroughATopic_hasAsManyPartitionsAsTheOthers() {
        // given
        StreamsBuilder builder = new StreamsBuilder();
        KGroupedStream<String, String> second =
                builder.<String, String>stream("in2").groupBy((key, value) -> value);
        builder.<String, String>stream("in1")
                .groupByKey()
                .<String>cogroup((key, value, text) -> text + "1" + value)
                .cogroup(second, (key, value, text) -> text + "2" + value)
                .aggregate(() -> "")
                .toStream()
                .to("out");
        try (TopologyTestDriver driver = driver(builder.build(), "0", Map.of("in1", 2, "in2", 5))) {
            // when each key comes on both streams
            for (String key : List.of("a", "b", "c", "d", "e", "f")) {
                pipe(driver, "in1", key, "x", 1);
                pipe(driver, "in2", "any", key, 1);
            }
            // then they meet
            assertThat(output(driver, "out"))
                    .contains("a=1x2a@1", "b=1x2b@1", "c=1x2c@1", "d=1x2d@1", "e=1x2e@1", "f=1x2f@1");
        }
    }

    @Test
    void streamsOfUnequalPartitions_areRefused() {
        StreamsBuilder builder = new StreamsBuilder();
        cogroup(builder).aggregate(() -> "").toStream().to("out");
        Topology topology = builder.build();
        assertThatThrownBy(() -> driver(topology, "0", Map.of("in1", 2, "in2", 3)))
                .hasMessageContaining("in1=2")
                .hasMessageContaining("in2=3");
    }

    @Test
    void streamOfAnotherProgram_isRefused() {
        CogroupedKStream<String, String> streams = cogroup(new StreamsBuilder());
        KGroupedStream<String, String> other =
                new StreamsBuilder().<String, String>stream("in3").groupByKey();
        assertThatThrownBy(() -> streams.cogroup(other, (key, value, text) -> text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("same StreamsBuilder");
    }

    @Test
    void missingArguments_areRefused() {
        CogroupedKStream<String, String> streams = cogroup(new StreamsBuilder());
        KGroupedStream<String, String> grouped =
                new StreamsBuilder().<String, String>stream("in3").groupByKey();
        assertThatThrownBy(() -> grouped.cogroup(null)).hasMessageContaining("aggregator");
        assertThatThrownBy(() -> streams.cogroup(null, (key, value, text) -> text))
                .hasMessageContaining("grouped stream");
        assertThatThrownBy(() -> streams.aggregate(null)).hasMessageContaining("initializer");
        assertThatThrownBy(() -> streams.aggregate(() -> "", (io.streamwright.kstream.Named) null))
                .hasMessageContaining("named");
        assertThatThrownBy(() -> streams.windowedBy((TimeWindows) null)).hasMessageContaining("windows");
    }
}
