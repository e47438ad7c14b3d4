package io.streamwright.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.DslStoreFormat;
import io.streamwright.StreamsBuilder;
import io.streamwright.StreamsConfig;
import io.streamwright.kstream.JoinWindows;
import io.streamwright.kstream.KStream;
import io.streamwright.kstream.Materialized;
import io.streamwright.kstream.SessionWindows;
import io.streamwright.kstream.StreamJoined;
import io.streamwright.kstream.TimeWindows;
import io.streamwright.state.DslKeyValueParams;
import io.streamwright.state.DslSessionParams;
import io.streamwright.state.DslStoreSuppliers;
import io.streamwright.state.DslWindowParams;
import io.streamwright.state.KeyValueBytesStoreSupplier;
import io.streamwright.state.SessionBytesStoreSupplier;
import io.streamwright.state.Stores;
import io.streamwright.state.TimestampedKeyValueStoreWithHeaders;
import io.streamwright.state.WindowBytesStoreSupplier;
import io.streamwright.store.TaggingSerde;
import io.streamwright.testing.DriverComparison.Seen;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What stores of the DSL keep: as the settings say, as suppliers say, and as in Kafka Streams. */
final class DslStoreFormatTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration SIZE = Duration.ofMillis(20);

    @TempDir
    private Path directory;

    /** Stores that the program gives, with serdes that keep something in headers. */
    private static void givenStores(StreamsBuilder builder) {
        builder.table(
                        "in1",
                        Materialized.<String, String>as(Stores.persistentTimestampedKeyValueStoreWithHeaders("rows"))
                                .withKeySerde(Serdes.String())
                                .withValueSerde(new TaggingSerde()))
                .toStream()
                .to("out1");
        KStream<String, String> stream = builder.stream("in2");
        stream.groupByKey()
                .windowedBy(TimeWindows.ofSizeWithNoGrace(SIZE))
                .reduce(
                        (left, right) -> left + right,
                        Materialized.<String, String>as(Stores.persistentTimestampedWindowStoreWithHeaders(
                                        "windows", HOUR, SIZE, false))
                                .withKeySerde(Serdes.String())
                                .withValueSerde(new TaggingSerde()))
                .toStream(
                        (windowed, value) -> windowed.key() + windowed.window().start())
                .to("out2");
        stream.groupByKey()
                .windowedBy(SessionWindows.ofInactivityGapWithNoGrace(SIZE))
                .reduce(
                        (left, right) -> left + right,
                        Materialized.<String, String>as(Stores.persistentSessionStoreWithHeaders("sessions", HOUR))
                                .withKeySerde(Serdes.String())
                                .withValueSerde(new TaggingSerde()))
                .toStream(
                        (windowed, value) -> windowed.key() + windowed.window().start())
                .to("out3");
    }

    private static void givenStores(org.apache.kafka.streams.StreamsBuilder builder) {
        builder.table(
                        "in1",
                        org.apache.kafka.streams.kstream.Materialized.<String, String>as(
                                        org.apache.kafka.streams.state.Stores
                                                .persistentTimestampedKeyValueStoreWithHeaders("rows"))
                                .withKeySerde(Serdes.String())
                                .withValueSerde(new TaggingSerde()))
                .toStream()
                .to("out1");
        org.apache.kafka.streams.kstream.KStream<String, String> stream = builder.stream("in2");
        stream.groupByKey()
                .windowedBy(org.apache.kafka.streams.kstream.TimeWindows.ofSizeWithNoGrace(SIZE))
                .reduce(
                        (left, right) -> left + right,
                        org.apache.kafka.streams.kstream.Materialized.<String, String>as(
                                        org.apache.kafka.streams.state.Stores
                                                .persistentTimestampedWindowStoreWithHeaders(
                                                        "windows", HOUR, SIZE, false))
                                .withKeySerde(Serdes.String())
                                .withValueSerde(new TaggingSerde()))
                .toStream(
                        (windowed, value) -> windowed.key() + windowed.window().start())
                .to("out2");
        stream.groupByKey()
                .windowedBy(org.apache.kafka.streams.kstream.SessionWindows.ofInactivityGapWithNoGrace(SIZE))
                .reduce(
                        (left, right) -> left + right,
                        org.apache.kafka.streams.kstream.Materialized.<String, String>as(
                                        org.apache.kafka.streams.state.Stores.persistentSessionStoreWithHeaders(
                                                "sessions", HOUR))
                                .withKeySerde(Serdes.String())
                                .withValueSerde(new TaggingSerde()))
                .toStream(
                        (windowed, value) -> windowed.key() + windowed.window().start())
                .to("out3");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void givenStoresWithHeaders_keepWhatSerializersAdd(boolean formatOfHeaders) {
        // given
        List<ProducerRecord<String, String>> input = new ArrayList<>();
        for (int index = 0; index < 30; index++) {
            RecordHeaders headers = new RecordHeaders();
            if (index % 2 == 0) { // updates of sessions have other headers there, see porting.md
                headers.add("h", String.valueOf(index).getBytes(StandardCharsets.UTF_8));
            }
            String value = index % 7 == 6 ? null : "v" + index;
            input.add(new ProducerRecord<>("in" + (1 + index % 2), null, index * 6L, "k" + index % 3, value, headers));
        }
        DriverComparison comparison =
                new DriverComparison(DslStoreFormatTest::givenStores, DslStoreFormatTest::givenStores, directory, "0");
        if (formatOfHeaders) {
            comparison.withHeaders();
        }
        // when
        Seen expected = comparison.theirs(input);
        Seen seen = comparison.ours(input);
        // then
        assertThat(seen.records).isEqualTo(expected.records);
        assertThat(seen.changelogs).isEqualTo(expected.changelogs);
        assertThat(seen.stores).isEqualTo(expected.stores);
        assertThat(seen.stores.get("rows").get("k0")).contains(" length:");
    }

    @ParameterizedTest
    @ValueSource(strings = {"DEFAULT", "headers"})
    void suppliersOfTheProgram_areToldTheFormatAsInKafkaStreams(String format) {
        // given
        Map<String, String> ours = new TreeMap<>();
        Map<String, String> theirs = new TreeMap<>();
        DslStoreSuppliers suppliers = new DslStoreSuppliers() {
            @Override
            public KeyValueBytesStoreSupplier keyValueStore(DslKeyValueParams params) {
                ours.put(params.name(), params.dslStoreFormat().name);
                return Materialized.StoreType.ROCKS_DB.keyValueStore(params);
            }

            @Override
            public WindowBytesStoreSupplier windowStore(DslWindowParams params) {
                ours.put(params.name(), params.dslStoreFormat().name);
                return Materialized.StoreType.ROCKS_DB.windowStore(params);
            }

            @Override
            public SessionBytesStoreSupplier sessionStore(DslSessionParams params) {
                ours.put(params.name(), params.storeFormat().name);
                return Materialized.StoreType.ROCKS_DB.sessionStore(params);
            }
        };
        org.apache.kafka.streams.StreamsBuilder theirBuilder = new org.apache.kafka.streams.StreamsBuilder();
        kafkaProgram(theirBuilder, theirs);
        // when
        Properties settings = settings(format);
        new TopologyTestDriver(ourProgram(suppliers).build(), settings).close();
        new org.apache.kafka.streams.TopologyTestDriver(theirBuilder.build(), settings).close();
        // then
        assertThat(ours).isEqualTo(theirs).hasSize(5);
        assertThat(theirs.get("windows")).startsWith(format.equals("headers") ? "HEADERS" : "TIMESTAMPED");
    }

    private static StreamsBuilder ourProgram(DslStoreSuppliers suppliers) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.table(
                        "in1",
                        Materialized
                                .<String, String,
                                        io.streamwright.state.KeyValueStore<
                                                org.apache.kafka.common.utils.Bytes, byte[]>>
                                        with(Serdes.String(), Serdes.String())
                                .withStoreType(suppliers))
                .filter(
                        (key, value) -> true,
                        Materialized
                                .<String, String,
                                        io.streamwright.state.KeyValueStore<
                                                org.apache.kafka.common.utils.Bytes, byte[]>>
                                        as("kept")
                                .withStoreType(suppliers));
        KStream<String, String> stream = builder.stream("in2");
        stream.groupByKey()
                .windowedBy(TimeWindows.ofSizeWithNoGrace(SIZE))
                .count(
                        Materialized
                                .<String, Long,
                                        io.streamwright.state.WindowStore<org.apache.kafka.common.utils.Bytes, byte[]>>
                                        as("windows")
                                .withStoreType(suppliers));
        stream.groupByKey()
                .windowedBy(SessionWindows.ofInactivityGapWithNoGrace(SIZE))
                .count(
                        Materialized
                                .<String, Long,
                                        io.streamwright.state.SessionStore<org.apache.kafka.common.utils.Bytes, byte[]>>
                                        as("sessions")
                                .withStoreType(suppliers));
        stream.join(
                builder.<String, String>stream("in3"),
                (left, right) -> left + right,
                JoinWindows.ofTimeDifferenceWithNoGrace(SIZE),
                StreamJoined.<String, String, String>with(suppliers).withStoreName("join"));
        return builder;
    }

    private static void kafkaProgram(org.apache.kafka.streams.StreamsBuilder builder, Map<String, String> told) {
        var rocksDb = new org.apache.kafka.streams.state.BuiltInDslStoreSuppliers.RocksDBDslStoreSuppliers();
        var suppliers = new org.apache.kafka.streams.state.DslStoreSuppliers() {
            @Override
            public org.apache.kafka.streams.state.KeyValueBytesStoreSupplier keyValueStore(
                    org.apache.kafka.streams.state.DslKeyValueParams params) {
                told.put(params.name(), params.dslStoreFormat().name);
                return rocksDb.keyValueStore(params);
            }

            @Override
            public org.apache.kafka.streams.state.WindowBytesStoreSupplier windowStore(
                    org.apache.kafka.streams.state.DslWindowParams params) {
                told.put(params.name(), params.dslStoreFormat().name);
                return rocksDb.windowStore(params);
            }

            @Override
            public org.apache.kafka.streams.state.SessionBytesStoreSupplier sessionStore(
                    org.apache.kafka.streams.state.DslSessionParams params) {
                told.put(params.name(), params.storeFormat().name);
                return rocksDb.sessionStore(params);
            }
        };
        builder.table(
                        "in1",
                        org.apache.kafka.streams.kstream.Materialized
                                .<String, String,
                                        org.apache.kafka.streams.state.KeyValueStore<
                                                org.apache.kafka.common.utils.Bytes, byte[]>>
                                        with(Serdes.String(), Serdes.String())
                                .withStoreType(suppliers))
                .filter(
                        (key, value) -> true,
                        org.apache.kafka.streams.kstream.Materialized
                                .<String, String,
                                        org.apache.kafka.streams.state.KeyValueStore<
                                                org.apache.kafka.common.utils.Bytes, byte[]>>
                                        as("kept")
                                .withStoreType(suppliers));
        org.apache.kafka.streams.kstream.KStream<String, String> stream = builder.stream("in2");
        stream.groupByKey()
                .windowedBy(org.apache.kafka.streams.kstream.TimeWindows.ofSizeWithNoGrace(SIZE))
                .count(org.apache.kafka.streams.kstream.Materialized
                        .<String, Long,
                                org.apache.kafka.streams.state.WindowStore<org.apache.kafka.common.utils.Bytes, byte[]>>
                                as("windows")
                        .withStoreType(suppliers));
        stream.groupByKey()
                .windowedBy(org.apache.kafka.streams.kstream.SessionWindows.ofInactivityGapWithNoGrace(SIZE))
                .count(org.apache.kafka.streams.kstream.Materialized
                        .<String, Long,
                                org.apache.kafka.streams.state.SessionStore<
                                        org.apache.kafka.common.utils.Bytes, byte[]>>
                                as("sessions")
                        .withStoreType(suppliers));
        stream.join(
                builder.<String, String>stream("in3"),
                (left, right) -> left + right,
                org.apache.kafka.streams.kstream.JoinWindows.ofTimeDifferenceWithNoGrace(SIZE),
                org.apache.kafka.streams.kstream.StreamJoined.<String, String, String>with(suppliers)
                        .withStoreName("join"));
    }

    private Properties settings(String format) {
        Properties settings = new Properties();
        settings.setProperty("application.id", "app");
        settings.setProperty("bootstrap.servers", "unused:1");
        settings.setProperty("state.dir", directory.resolve(format).toString());
        settings.setProperty("default.key.serde", Serdes.StringSerde.class.getName());
        settings.setProperty("default.value.serde", Serdes.StringSerde.class.getName());
        settings.setProperty("dsl.store.format", format);
        return settings;
    }

    @Test
    void rowsWithATimeToLive_haveHeadersIfTheirStoreKeepsThem() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.table(
                "in1",
                Materialized.<String, String>as(Stores.persistentTimestampedKeyValueStoreWithHeaders("rows"))
                        .withKeySerde(Serdes.String())
                        .withValueSerde(new TaggingSerde())
                        .withTimeToLive(Duration.ofMillis(100)));
        try (TopologyTestDriver driver = new TopologyTestDriver(builder.build(), settings("HEADERS"))) {
            TestInputTopic<String, String> input =
                    driver.createInputTopic("in1", new StringSerializer(), new StringSerializer());
            input.pipeInput("a", "1", 10);
            input.pipeInput("b", "22", 60); // read as 22#?
            assertThat(driver.getTimestampedKeyValueStoreWithHeaders("rows").get("a"))
                    .isNotNull();
            input.pipeInput("c", "333", 130);
            var rows = driver.<String, String>getTimestampedKeyValueStoreWithHeaders("rows");
            assertThat(rows).isInstanceOf(TimestampedKeyValueStoreWithHeaders.class);
            assertThat(rows.get("a")).isNull();
            assertThat(rows.get("b").headers().lastHeader("length").value())
                    .asString()
                    .isEqualTo("4");
        }
    }

    @Test
    void formatThatThereIsNot_isRefused() {
        assertThatThrownBy(() -> new StreamsConfig(settings("JSON")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContainingAll("dsl.store.format", "JSON", "HEADERS");
        assertThat(DslStoreFormat.of("headers")).isEqualTo(DslStoreFormat.HEADERS);
    }
}
