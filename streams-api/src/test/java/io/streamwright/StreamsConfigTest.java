package io.streamwright;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.streamwright.processor.FailOnInvalidTimestamp;
import io.streamwright.processor.WallclockTimestampExtractor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class StreamsConfigTest {

    /** Not public, so that nothing outside can make one. */
    static final class PrivateSerde extends Serdes.WrapperSerde<String> {
        PrivateSerde(String name) {
            super(Serdes.String().serializer(), Serdes.String().deserializer());
            assertThat(name).isNotNull();
        }
    }

    @Test
    void minimalConfig_hasTheDocumentedDefaults() {
        // when
        StreamsConfig config = config(Map.of());
        // then
        assertThat(config.applicationId()).isEqualTo("word-count");
        assertThat(config.bootstrapServers()).isEqualTo("embedded:./data");
        assertThat(config.getInt(StreamsConfig.NUM_STREAM_THREADS_CONFIG)).isEqualTo(1);
        assertThat(config.commitLimits()).isEqualTo(new CommitLimits(100, 10_000, 64L << 20));
        assertThat(config.getLong(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG)).isZero();
        assertThat(config.getInt(StreamsConfig.BUFFERED_RECORDS_PER_PARTITION_CONFIG))
                .isEqualTo(1000);
        assertThat(config.getLong(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG))
                .isEqualTo(10L << 20);
        assertThat(config.getString(StreamsConfig.PROCESSING_GUARANTEE_CONFIG)).isEqualTo("exactly_once_v2");
        assertThat(config.getString(StreamsConfig.EMBEDDED_FLUSH_CONFIG)).isEqualTo("sync");
        assertThat(config.getBoolean(StreamsConfig.EMBEDDED_AUTO_CREATE_TOPICS_CONFIG))
                .isTrue();
        assertThat(config.getInt(StreamsConfig.EMBEDDED_DEFAULT_PARTITIONS_CONFIG))
                .isEqualTo(1);
        assertThat(config.defaultKeySerde()).isNull();
        assertThat(config.defaultValueSerde()).isNull();
        assertThat(config.defaultTimestampExtractor()).isInstanceOf(FailOnInvalidTimestamp.class);
        assertThat(config.defaultOffsetReset()).isEqualTo(AutoOffsetReset.earliest());
        assertThat(config.topologyOptimizations()).isEmpty();
        assertThat(config.topicSettings()).isEmpty();
    }

    @Test
    void defaults_areThoseOfKafkaStreamsUnderExactlyOnce() {
        // given
        var theirs = new org.apache.kafka.streams.StreamsConfig(Map.of(
                "application.id", "a", "bootstrap.servers", "host:9092", "processing.guarantee", "exactly_once_v2"));
        Set<String> ourOwn = Set.of(
                "application.id",
                "bootstrap.servers",
                "state.dir",
                "default.timestamp.extractor",
                "dsl.store.suppliers.class",
                "enable.transactional.statestores",
                "processing.guarantee",
                "processor.wrapper.class",
                "transaction.error.handler",
                "transaction.error.classifier");
        StreamsConfig ours = config(Map.of());
        // then
        assertThat(StreamsConfig.configDef().names().stream()
                        .filter(name -> !name.startsWith("embedded.") && !ourOwn.contains(name)))
                .allSatisfy(name -> assertThat(ported(ours.values().get(name)))
                        .isEqualTo(ported(theirs.values().get(name))));
    }

    /** A class is the same there and here if it is called the same. */
    private static @Nullable Object ported(@Nullable Object value) {
        return value instanceof Class<?> type ? type.getSimpleName() : value;
    }

    @Test
    void properties_areRead() {
        // given
        var properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "a");
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "memory:test");
        properties.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, "4");
        properties.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        properties.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.LongSerde.class.getName());
        properties.put(StreamsConfig.DEFAULT_TIMESTAMP_EXTRACTOR_CLASS_CONFIG, WallclockTimestampExtractor.class);
        // when
        var config = new StreamsConfig(properties);
        // then
        assertThat(config.getInt(StreamsConfig.NUM_STREAM_THREADS_CONFIG)).isEqualTo(4);
        assertThat(config.defaultKeySerde()).isInstanceOf(Serdes.StringSerde.class);
        assertThat(config.defaultValueSerde()).isInstanceOf(Serdes.LongSerde.class);
        assertThat(config.defaultTimestampExtractor()).isInstanceOf(WallclockTimestampExtractor.class);
    }

    /** A serde that notes how it was configured. */
    public static final class NotingSerde extends Serdes.WrapperSerde<String> {
        Map<String, ?> configs = Map.of();
        boolean isKey;

        public NotingSerde() {
            super(Serdes.String().serializer(), Serdes.String().deserializer());
        }

        @Override
        public void configure(Map<String, ?> configs, boolean isKey) {
            this.configs = configs;
            this.isKey = isKey;
        }
    }

    @Test
    void defaultSerde_isNewAndConfiguredWithAllSettings() {
        // given
        StreamsConfig config = config(Map.of("default.key.serde", NotingSerde.class, "schema.url", "there"));
        // when
        Serde<?> first = config.defaultKeySerde();
        Serde<?> second = config.defaultKeySerde();
        // then
        assertThat(first).isNotSameAs(second).isInstanceOfSatisfying(NotingSerde.class, serde -> {
            assertThat(serde.isKey).isTrue();
            assertThat(serde.configs.get("schema.url")).isEqualTo("there");
        });
    }

    @ParameterizedTest(name = "{0} = {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "application.id|my app|cannot start the name of a topic|'a-z, A-Z, 0-9'",
                "application.id|''|cannot start the name of a topic|a-z",
                "application.id|..|cannot name a directory|a-z",
                "bootstrap.servers|embeded:./data|is no address of a log|embedded:PATH",
                "bootstrap.servers|localhost|'localhost' is no host:port|host:port",
                "bootstrap.servers|localhost:99999|is no host:port|host:port",
                "bootstrap.servers|'a:1,b'|'b' is no host:port|host:port",
                "bootstrap.servers|embedded:|names no directory|embedded:PATH",
                "bootstrap.servers|memory:|does not name its log|memory:NAME",
                "bootstrap.servers|''|names no log|embedded:PATH",
                "num.stream.threads|0|is below 1|a whole number from 1",
                "num.stream.threads|two|is not a whole number|a whole number from 1",
                "num.stream.threads|99999999999|too large|a whole number from 1",
                "commit.interval.ms|-1|is below 0|from 0, in milliseconds",
                "max.task.idle.ms|-2|is below -1|from -1, in milliseconds",
                "buffered.records.per.partition|0|is below 1|from 1, in records",
                "poll.ms|x|is not a whole number|in milliseconds",
                "state.dir|' '|names no directory|the path of a directory",
                "statestore.cache.max.bytes|-5|is below 0|from 0, in bytes",
                "statestore.uncommitted.max.bytes|-2|is below -1|from -1, in bytes",
                "topology.optimization|some|unknown word 'some'|reuse.ktable.source.topics",
                "topology.optimization|'all,none'|mixes all or none with others|none, all",
                "task.timeout.ms|-1|is below 0|from 0",
                "processing.guarantee|at_least_once|is not how this engine works|Nothing is lost",
                "processing.guarantee|exactly_once|is not how this engine works|exactly_once_v2",
                "replication.factor|0|is no number of replicas|-1 for the log's own default",
                "embedded.flush|never|is none of the allowed words|sync, os",
                "embedded.auto.create.topics|maybe|is neither true nor false|true, false",
                "embedded.default.partitions|0|is below 1|from 1, in partitions",
                "default.key.serde|com.example.NoSuch|is not found on the class path|Serde",
                "default.key.serde|java.lang.String|does not implement Serde|Serde",
                "default.value.serde|org.apache.kafka.common.serialization.Serde|is abstract|Serde",
                "default.value.serde|io.streamwright.StreamsConfigTest$PrivateSerde|no public constructor|Serde",
                "default.timestamp.extractor|java.lang.String|does not implement TimestampExtractor|Extractor",
                "default.timestamp.extractor|NoSuch|is not found on the class path|Extractor",
                "producer.transaction.timeout.ms|0|is refused|a whole number from 1",
                "transaction.timeout.ms|soon|is refused|a whole number from 1",
                "consumer.auto.offset.reset|first|is refused|earliest, latest, none",
                "auto.offset.reset|by_duration:1h|is refused|PT1H",
            })
    void badValue_isRefusedWithKeyValueProblemAndWhatIsAllowed(
            String name, String value, String problem, String allowed) {
        // when
        Throwable refusal = catchThrowable(() -> config(Map.of(name, value)));
        // then
        assertThat(refusal)
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith(name + " = " + value + " is refused")
                .hasMessageContaining(problem)
                .hasMessageContaining("Allowed: ")
                .hasMessageContaining(allowed)
                .hasMessageEndingWith(".");
        assertThat(refusal.getMessage()).doesNotContain("\n");
    }

    @Test
    void refusal_saysWhatToDo() {
        assertThatThrownBy(() -> config(Map.of("num.stream.threads", 0)))
                .hasMessage("num.stream.threads = 0 is refused: it is below 1. Allowed: a whole number from 1."
                        + " Leave it out for the default, 1.");
    }

    @Test
    void nullValue_isRefusedWhereThereIsADefault() {
        // given
        Map<String, Object> settings = new HashMap<>();
        settings.put("poll.ms", null);
        // then
        assertThatThrownBy(() -> config(settings))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("poll.ms = null is refused: it has no value.");
    }

    @Test
    void missingApplicationId_isRefused() {
        assertThatThrownBy(() -> new StreamsConfig(Map.of("bootstrap.servers", "memory:x")))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("application.id is missing.")
                .hasMessageContaining("for example word-count");
    }

    @Test
    void missingBootstrapServers_isRefused() {
        assertThatThrownBy(() -> new StreamsConfig(Map.of("application.id", "a")))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("bootstrap.servers is missing.")
                .hasMessageContaining("embedded:./data");
    }

    @Test
    void tooLongApplicationId_isRefused() {
        assertThatThrownBy(() -> config(Map.of("application.id", "a".repeat(201))))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("has 201 characters");
    }

    @ParameterizedTest
    @ValueSource(strings = {"producer.transaction.timeout.ms", "transaction.timeout.ms"})
    void commitIntervalAboveTransactionTimeout_isRefusedWithBothSettings(String timeout) {
        assertThatThrownBy(() -> config(Map.of("commit.interval.ms", 30_000, timeout, 10_000)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("transaction.timeout.ms = 10000")
                .hasMessageContaining("commit.interval.ms = 30000");
    }

    @Test
    void commitIntervalAboveDefaultTransactionTimeout_isRefused() {
        assertThatThrownBy(() -> config(Map.of("commit.interval.ms", 10_000)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("transaction.timeout.ms = 10000")
                .hasMessageContaining("commit.interval.ms = 10000");
    }

    @Test
    void prefixedTransactionTimeout_goesBeforeThePlainOne() {
        // when
        StreamsConfig config =
                config(Map.of("transaction.timeout.ms", 20_000, "producer.transaction.timeout.ms", "30000"));
        // then
        assertThat(config.commitLimits().transactionTimeoutMs()).isEqualTo(30_000);
    }

    @Test
    void offsetReset_isReadFromTheMostSpecificName() {
        // given
        Map<String, String> settings = Map.of(
                "auto.offset.reset", "none",
                "consumer.auto.offset.reset", "latest",
                "main.consumer.auto.offset.reset", "by_duration:PT1H");
        // then
        assertThat(config(settings).defaultOffsetReset()).isEqualTo(AutoOffsetReset.byDuration(Duration.ofHours(1)));
        assertThat(config(Map.of("auto.offset.reset", "LATEST")).defaultOffsetReset())
                .isEqualTo(AutoOffsetReset.latest());
    }

    @ParameterizedTest
    @ValueSource(strings = {"embedded:./data", "embedded:/var/log with space,and comma", "memory:x", "host:9092"})
    void rightAddress_isTakenAsItIs(String address) {
        assertThat(config(Map.of("bootstrap.servers", address)).bootstrapServers())
                .isEqualTo(address);
    }

    @Test
    void listOfServers_isJoined() {
        assertThat(config(Map.of("bootstrap.servers", List.of("a:1", "[::1]:2")))
                        .bootstrapServers())
                .isEqualTo("a:1,[::1]:2");
    }

    @Test
    void configuredStateDirectory_isTaken() {
        assertThat(config(Map.of("state.dir", "/somewhere/else")).stateDirectory())
                .isEqualTo(Path.of("/somewhere/else"));
    }

    @Test
    void stateOfEmbeddedLog_isBesideTheLog() {
        // given two logs in one directory
        StreamsConfig one = config(Map.of("bootstrap.servers", "embedded:/data/one"));
        StreamsConfig other = config(Map.of("bootstrap.servers", "embedded:/data/x/../other/"));
        // then they do not share it
        assertThat(one.stateDirectory()).isEqualTo(Path.of("/data/one-state"));
        assertThat(other.stateDirectory()).isEqualTo(Path.of("/data/other-state"));
        assertThat(config(Map.of("bootstrap.servers", "embedded:/")).stateDirectory())
                .isEqualTo(Path.of("/state"));
    }

    @Test
    void stateOfLogInMemory_belongsToTheProcess() {
        // when
        Path directory = config(Map.of("bootstrap.servers", "memory:x")).stateDirectory();
        // then
        assertThat(directory).endsWithRaw(Path.of("x"));
        assertThat(directory.toString())
                .startsWith(System.getProperty("java.io.tmpdir"))
                .contains("process-" + ProcessHandle.current().pid() + "-");
    }

    @Test
    void stateOfKafkasLog_isInTheUsersHome() {
        assertThat(config(Map.of("bootstrap.servers", "host:9092")).stateDirectory())
                .isEqualTo(Path.of(System.getProperty("user.home"), ".streamwright", "state"));
    }

    @Test
    void topicSettings_loseTheirPrefix() {
        assertThat(config(Map.of(StreamsConfig.topicPrefix("segment.bytes"), 1024))
                        .topicSettings())
                .isEqualTo(Map.of("segment.bytes", "1024"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "none",
                "all",
                "reuse.ktable.source.topics",
                "merge.repartition.topics , single.store.self.join",
                "all,none",
                "none, all",
                "some",
                "reuse.ktable.source.topics,",
                "",
                "none,merge.repartition.topics"
            })
    void optimizations_areReadAsKafkaStreamsReadsThem(String text) {
        // given
        Set<String> theirs;
        try {
            theirs = org.apache.kafka.streams.StreamsConfig.verifyTopologyOptimizationConfigs(text);
        } catch (ConfigException e) {
            assertThatThrownBy(() -> StreamsConfig.verifyTopologyOptimizationConfigs(text))
                    .isInstanceOf(ConfigException.class);
            return;
        }
        // then
        assertThat(StreamsConfig.verifyTopologyOptimizationConfigs(text)).isEqualTo(theirs);
    }

    @Test
    void prefixHelpers_addThePrefix() {
        assertThat(StreamsConfig.consumerPrefix("a")).isEqualTo("consumer.a");
        assertThat(StreamsConfig.mainConsumerPrefix("a")).isEqualTo("main.consumer.a");
        assertThat(StreamsConfig.restoreConsumerPrefix("a")).isEqualTo("restore.consumer.a");
        assertThat(StreamsConfig.producerPrefix("a")).isEqualTo("producer.a");
        assertThat(StreamsConfig.adminClientPrefix("a")).isEqualTo("admin.a");
        assertThat(StreamsConfig.topicPrefix("a")).isEqualTo("topic.a");
    }

    @Test
    void configDef_documentsEverySetting() {
        assertThat(StreamsConfig.configDef().configKeys().values()).allSatisfy(key -> {
            assertThat(key.documentation).isNotBlank();
            assertThat(key.validator).asString().isNotBlank();
        });
    }

    private static StreamsConfig config(Map<String, ?> settings) {
        Map<String, Object> all = new HashMap<>();
        all.put(StreamsConfig.APPLICATION_ID_CONFIG, "word-count");
        all.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "embedded:./data");
        all.putAll(settings);
        return new StreamsConfig(all);
    }

    @Test
    void tagsOfTheClient_areThoseBehindTheirPrefix() {
        Map<String, String> settings = Map.of(
                "application.id",
                "app",
                "bootstrap.servers",
                "memory:x",
                StreamsConfig.clientTagPrefix("zone"),
                "eu-1a");

        assertThat(new StreamsConfig(settings).getClientTags()).isEqualTo(Map.of("zone", "eu-1a"));
    }
}
