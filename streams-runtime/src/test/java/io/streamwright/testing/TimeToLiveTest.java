package io.streamwright.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.KeyValue;
import io.streamwright.StreamsBuilder;
import io.streamwright.StreamsConfig;
import io.streamwright.Topology;
import io.streamwright.kstream.Grouped;
import io.streamwright.kstream.KStream;
import io.streamwright.kstream.KTable;
import io.streamwright.kstream.Materialized;
import io.streamwright.kstream.SessionWindows;
import io.streamwright.kstream.TimeWindows;
import io.streamwright.state.KeyValueBytesStoreSupplier;
import io.streamwright.state.KeyValueStore;
import io.streamwright.state.SessionStore;
import io.streamwright.state.Stores;
import io.streamwright.state.WindowStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When rows with a time to live go, and who hears of it. */
final class TimeToLiveTest {
    private static final Duration TEN_MS = Duration.ofMillis(10);

    @TempDir
    private Path directory;

    private TopologyTestDriver driver(StreamsBuilder builder, String cacheBytes) {
        Properties settings = settings(cacheBytes);
        return new TopologyTestDriver(builder.build(settings), settings, Instant.EPOCH);
    }

    private Properties settings(String cacheBytes) {
        Properties settings = new Properties();
        settings.put(StreamsConfig.APPLICATION_ID_CONFIG, "app");
        settings.put(StreamsConfig.STATE_DIR_CONFIG, directory.toString());
        settings.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        settings.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        settings.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, cacheBytes);
        return settings;
    }

    private static Materialized<String, String, KeyValueStore<Bytes, byte[]>> rows() {
        return Materialized.<String, String, KeyValueStore<Bytes, byte[]>>as("rows")
                .withTimeToLive(TEN_MS);
    }

    private static void pipe(TopologyTestDriver driver, String topic, String key, String value, long timestamp) {
        RecordHeaders headers = new RecordHeaders();
        headers.add("origin", topic.getBytes(StandardCharsets.UTF_8));
        driver.createInputTopic(topic, new StringSerializer(), new StringSerializer())
                .pipeInput(new TestRecord<>(key, value, headers, timestamp));
    }

    private static List<TestRecord<String, String>> records(TopologyTestDriver driver, String topic) {
        return driver.createOutputTopic(topic, new StringDeserializer(), new StringDeserializer())
                .readRecordsToList();
    }

    private static List<String> output(TopologyTestDriver driver, String topic) {
        return records(driver, topic).stream()
                .map(row -> row.key() + "=" + row.value() + "@" + row.timestamp())
                .toList();
    }

    private static StreamsBuilder table() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>table("in", rows()).toStream().to("out");
        return builder;
    }

    @Test
    void rowThatIsNotUpdated_isDeletedWhenItsTimeIsOver() {
        try (TopologyTestDriver driver = driver(table(), "0")) {
            // given
            pipe(driver, "in", "a", "1", 100);
            pipe(driver, "in", "b", "2", 109);
            output(driver, "out");
            // when
            pipe(driver, "in", "c", "3", 110);
            // then the deletion is dated with the end of the row's life, and has no headers of another record
            List<TestRecord<String, String>> written = records(driver, "out");
            assertThat(written.get(0)).isEqualTo(new TestRecord<>("a", null, new RecordHeaders(), 110L));
            assertThat(written).hasSize(2);
            assertThat(driver.<String, String>getKeyValueStore("rows").get("a")).isNull();
            assertThat(driver.<String, String>getKeyValueStore("rows").get("b")).isEqualTo("2");
            assertThat(output(driver, "app-rows-changelog"))
                    .containsExactly("a=1@100", "b=2@109", "a=null@110", "c=3@110");
        }
    }

    @Test
    void updateThatIsOlderThanTheTimeToLive_isDropped() {
        try (TopologyTestDriver driver = driver(table(), "0")) {
            // given
            pipe(driver, "in", "a", "1", 100);
            output(driver, "out");
            // when
            pipe(driver, "in", "a", "straggler", 90);
            pipe(driver, "in", "none", "straggler", 90);
            // then
            assertThat(output(driver, "out")).isEmpty();
            assertThat(driver.<String, String>getKeyValueStore("rows").get("a")).isEqualTo("1");
            // and one that is not older takes effect in the order of arrival, as without a time to live
            pipe(driver, "in", "a", "2", 91);
            assertThat(output(driver, "out")).containsExactly("a=2@91");
            pipe(driver, "in", "b", "3", 101);
            assertThat(output(driver, "out")).containsExactly("a=null@101", "b=3@101");
        }
    }

    @Test
    void deletionThatIsOlderThanTheTimeToLive_isApplied() {
        try (TopologyTestDriver driver = driver(table(), "0")) {
            pipe(driver, "in", "a", "1", 100);
            pipe(driver, "in", "a", null, 50);
            assertThat(output(driver, "out")).containsExactly("a=1@100", "a=null@50");
        }
    }

    @Test
    void lateRecord_isAddedToAnAggregateThatLives() {
        // given
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .groupByKey()
                .reduce((first, second) -> first + second, rows())
                .toStream()
                .to("out");
        try (TopologyTestDriver driver = driver(builder, "0")) {
            pipe(driver, "in", "a", "1", 100);
            // when
            pipe(driver, "in", "a", "2", 50);
            pipe(driver, "in", "b", "3", 50);
            // then
            assertThat(output(driver, "out")).containsExactly("a=1@100", "a=12@100");
            // and an aggregate that is gone starts anew
            pipe(driver, "in", "a", "4", 110);
            assertThat(output(driver, "out")).containsExactly("a=null@110", "a=4@110");
        }
    }

    @Test
    void rowThatIsWrittenAndOverInOneTransaction_isOneDeletion() {
        try (TopologyTestDriver driver = driver(table(), "10000000")) {
            // given
            pipe(driver, "in", "a", "1", 100);
            output(driver, "out");
            driver.commitByHand();
            // when
            pipe(driver, "in", "a", "2", 105);
            pipe(driver, "in", "b", "never seen", 105);
            pipe(driver, "in", "c", "3", 200);
            driver.commit();
            // then
            assertThat(output(driver, "out")).containsExactly("a=null@115", "c=3@200");
        }
    }

    @ParameterizedTest(name = "cache {0}")
    @ValueSource(strings = {"0", "10000000"})
    void anotherInputOfTheTask_movesTimeToo(String cacheBytes) {
        // given
        StreamsBuilder builder = new StreamsBuilder();
        KTable<String, String> table = builder.table("in", rows());
        table.toStream().to("out");
        builder.<String, String>stream("other")
                .leftJoin(table, (left, right) -> left + "/" + right)
                .to("joined");
        try (TopologyTestDriver driver = driver(builder, cacheBytes)) {
            pipe(driver, "in", "a", "1", 100);
            pipe(driver, "other", "a", "x", 109);
            output(driver, "out");
            // when
            pipe(driver, "other", "a", "y", 110);
            // then the record itself meets no row that is over
            assertThat(output(driver, "joined")).containsExactly("a=x/1@109", "a=y/null@110");
            assertThat(output(driver, "out")).containsExactly("a=null@110");
            assertThat(driver.<String, String>getKeyValueStore("rows").get("a")).isNull();
        }
    }

    @ParameterizedTest(name = "cache {0}")
    @ValueSource(strings = {"0", "10000000"})
    void tablesMadeOfIt_loseTheRowToo(String cacheBytes) {
        // given
        StreamsBuilder builder = new StreamsBuilder();
        KTable<String, String> table = builder.table("in", rows());
        KTable<String, String> other = builder.table("other");
        table.mapValues(value -> value + "!").toStream().to("mapped");
        KTable<String, String> joined = table.join(other, (left, right) -> left + "/" + right);
        joined.toStream().to("joined");
        joined.groupBy((key, value) -> KeyValue.pair("all", value), Grouped.as("all"))
                .aggregate(() -> "", (key, value, text) -> text + "+" + value, (key, value, text) -> text + "-" + value)
                .toStream()
                .to("group");
        try (TopologyTestDriver driver = driver(builder, cacheBytes)) {
            pipe(driver, "other", "a", "x", 99);
            pipe(driver, "in", "a", "1", 100);
            pipe(driver, "in", "b", "2", 105);
            // when
            pipe(driver, "other", "a", "y", 112);
            // then
            assertThat(output(driver, "mapped")).containsExactly("a=1!@100", "b=2!@105", "a=null@110");
            List<String> results = output(driver, "joined");
            assertThat(results).startsWith("a=1/x@100");
            assertThat(results.get(results.size() - 1)).startsWith("a=null");
            // each result that is taken out was put in before
            List<String> groups = output(driver, "group");
            assertThat(groups.get(groups.size() - 1)).containsAnyOf("all=+1/x-1/x@", "all=+1/x-1/x+1/y-1/y@");
        }
    }

    @Test
    void storeWithoutAName_isKeptAllTheSame() {
        // given
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>table("in")
                .mapValues(
                        value -> value + "!",
                        Materialized.<String, String, KeyValueStore<Bytes, byte[]>>with(null, null)
                                .withTimeToLive(TEN_MS))
                .toStream()
                .to("out");
        try (TopologyTestDriver driver = driver(builder, "0")) {
            // when
            pipe(driver, "in", "a", "1", 100);
            pipe(driver, "in", "b", "2", 110);
            // then
            assertThat(output(driver, "out")).containsExactly("a=1!@100", "a=null@110", "b=2!@110");
        }
    }

    @Test
    void tableOfATopic_isRestoredWithoutTheRowsThatAreOver_alsoWhereTopicsAreReused() throws IOException {
        Properties settings = settings("0");
        settings.put(StreamsConfig.TOPOLOGY_OPTIMIZATION_CONFIG, StreamsConfig.OPTIMIZE);
        try (TopologyTestDriver driver = new TopologyTestDriver(table().build(settings), settings, Instant.EPOCH)) {
            // given
            pipe(driver, "in", "a", "1", 100);
            pipe(driver, "in", "b", "2", 111);
            output(driver, "out");
            // when
            Interruption.CRASH_AND_LOSS_OF_STATE.happen(driver, directory);
            pipe(driver, "in", "c", "3", 112);
            // then
            assertThat(output(driver, "out")).containsExactly("c=3@112");
            assertThat(driver.<String, String>getKeyValueStore("rows").get("a")).isNull();
            assertThat(driver.<String, String>getKeyValueStore("rows").get("b")).isEqualTo("2");
        }
    }

    @Test
    void rowsWithoutAChangelog_goOnAfterACrash() throws IOException {
        // given
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .toTable(rows().withLoggingDisabled())
                .toStream()
                .to("out");
        try (TopologyTestDriver driver = driver(builder, "0")) {
            pipe(driver, "in", "a", "1", 100);
            pipe(driver, "in", "b", "2", 105);
            output(driver, "out");
            // when
            Interruption.CRASH.happen(driver, directory);
            pipe(driver, "in", "c", "3", 110);
            // then
            assertThat(output(driver, "out")).containsExactly("a=null@110", "c=3@110");
        }
    }

    @Test
    void program_isDescribedAsWithoutATimeToLive() {
        // given
        StreamsBuilder without = new StreamsBuilder();
        without.<String, String>table("in", Materialized.as("rows")).toStream().to("out");
        // when
        Topology topology = table().build();
        // then
        assertThat(topology.describe()).hasToString(without.build().describe().toString());
    }

    @Test
    void timesThatAreNone_areRefused() {
        Materialized<String, String, KeyValueStore<Bytes, byte[]>> rows = Materialized.as("rows");
        for (Duration none : List.of(Duration.ZERO, Duration.ofMillis(-1), Duration.ofNanos(999_999))) {
            assertThatThrownBy(() -> rows.withTimeToLive(none))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(none.toString())
                    .hasMessageContaining("at least one millisecond");
        }
        assertThatThrownBy(() -> rows.withTimeToLive(Duration.ofSeconds(Long.MAX_VALUE)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("timeToLive");
        assertThatThrownBy(() -> rows.withTimeToLive(null)).hasMessageContaining("timeToLive");
    }

    @Test
    void windows_areRefused() {
        KStream<String, String> stream = new StreamsBuilder().stream("in");
        assertThatThrownBy(() -> stream.groupByKey()
                        .windowedBy(TimeWindows.ofSizeWithNoGrace(TEN_MS))
                        .reduce(
                                (first, second) -> second,
                                Materialized.<String, String, WindowStore<Bytes, byte[]>>as("windows")
                                        .withTimeToLive(TEN_MS)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("store windows")
                .hasMessageContaining("withRetention");
        assertThatThrownBy(() -> stream.groupByKey()
                        .windowedBy(SessionWindows.ofInactivityGapWithNoGrace(TEN_MS))
                        .reduce(
                                (first, second) -> second,
                                Materialized.<String, String, SessionStore<Bytes, byte[]>>as("sessions")
                                        .withTimeToLive(TEN_MS)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("store sessions")
                .hasMessageContaining("withRetention");
    }

    @Test
    void versions_areRefused() {
        assertThatThrownBy(() -> new StreamsBuilder()
                        .table(
                                "in",
                                Materialized.<String, String>as(
                                                Stores.persistentVersionedKeyValueStore("versions", TEN_MS))
                                        .withTimeToLive(TEN_MS)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("store versions keeps versions")
                .hasMessageContaining("history retention");
    }

    @Test
    void storesOfTheProgramsOwn_areRefused() {
        KeyValueBytesStoreSupplier own = new KeyValueBytesStoreSupplier() {
            @Override
            public String name() {
                return "own";
            }

            @Override
            public KeyValueStore<Bytes, byte[]> get() {
                return Stores.inMemoryKeyValueStore("own").get();
            }

            @Override
            public String metricsScope() {
                return "own";
            }
        };
        assertThatThrownBy(() -> new StreamsBuilder()
                        .table("in", Materialized.<String, String>as(own).withTimeToLive(TEN_MS)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("store own")
                .hasMessageContaining("take a plain key-value store of Stores");
    }
}
