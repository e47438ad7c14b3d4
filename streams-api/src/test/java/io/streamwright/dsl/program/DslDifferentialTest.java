package io.streamwright.dsl.program;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.StreamsBuilder;
import io.streamwright.dsl.program.ProgramRunner.Written;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The same program writes the same records here and in Kafka Streams, to repartition topics too. */
final class DslDifferentialTest {
    private static final int RECORDS = 60;
    private static final long SEED = Long.getLong("dsl.seed", 20_240_607); // again: mvn test -Ddsl.seed=N

    /** Programs whose functions are not made for records without a value. */
    private static final Set<String> NEEDS_VALUES = Set.of(
            "word count",
            "stateless steps",
            "stateless steps with names",
            "split",
            "split with names",
            "process",
            "process values",
            "aggregations below a change of values",
            "steps that change keys");

    /** Their buffers are stores of the engine, which is not here: DriverDifferentialTest runs them. */
    private static final Set<String> NEEDS_BUFFERS = SuppressPrograms.all().keySet();

    /** Their transformers ask for plain stores and origins of records, which are the engine's: the same. */
    private static final Set<String> NEEDS_ENGINE = TransformPrograms.all().keySet();

    /** Kafka Streams is not followed: docs/porting.md, and a test of its own in {@link JoinDifferentialTest}. */
    private static final Object[] HOLDS_BACK_BOTH_TABLES = {"table join of one stream", "10485760", "all"};

    /** The same: the initializer's value is sent as an old value there, when every change is sent. */
    private static final Object[] SUBTRACTS_WHAT_NEVER_WAS = {"grouped table of a cogroup", "0", "none"};

    @TempDir
    private Path directory;

    static Stream<Arguments> runs() {
        return Programs.all().keySet().stream()
                .filter(name -> !Set.of("pattern", "print").contains(name) && !NEEDS_BUFFERS.contains(name))
                .filter(name -> !name.equals("windowed cogroup in sessions until they close")) // a buffer, too
                .filter(name -> !NEEDS_ENGINE.contains(name))
                .filter(name -> !ForeignKeyPrograms.all().containsKey(name)) // two parts: compared on the engine
                .filter(name -> !VersionedPrograms.all().containsKey(name)) // need the engine's stores
                // need stores that know stream time: they run on the engine alone
                .filter(name -> !StreamJoinPrograms.all().containsKey(name))
                .filter(name -> !GlobalPrograms.all().containsKey(name)) // need stores outside of tasks
                .flatMap(name -> Stream.of(Arguments.of(name, "0", "none"), Arguments.of(name, "10485760", "all")))
                .filter(run -> !Arrays.equals(run.get(), HOLDS_BACK_BOTH_TABLES)
                        && !Arrays.equals(run.get(), SUBTRACTS_WHAT_NEVER_WAS));
    }

    @ParameterizedTest(name = "{0}, cache {1}, optimization {2}")
    @MethodSource("runs")
    void program_writesWhatKafkaStreamsWrites(String name, String cacheBytes, String optimization) {
        // given
        Properties settings = new Properties();
        settings.setProperty("application.id", "app");
        settings.setProperty("bootstrap.servers", "unused:1");
        settings.setProperty("state.dir", directory.toString());
        settings.setProperty("default.key.serde", "org.apache.kafka.common.serialization.Serdes$StringSerde");
        settings.setProperty("default.value.serde", "org.apache.kafka.common.serialization.Serdes$StringSerde");
        settings.setProperty("statestore.cache.max.bytes", cacheBytes);
        settings.setProperty("topology.optimization", optimization);
        // they look for closed windows once in a second of the wall clock, unless told otherwise
        settings.setProperty("__emit.interval.ms.kstreams.windowed.aggregation__", "0");
        StreamsBuilder ours = new StreamsBuilder();
        Programs.all().get(name).accept(ours);
        org.apache.kafka.streams.StreamsBuilder theirs = new org.apache.kafka.streams.StreamsBuilder();
        KafkaPrograms.all().get(name).accept(theirs);
        ProgramRunner runner =
                new ProgramRunner(ours.build(settings), Map.of("statestore.cache.max.bytes", cacheBytes));
        try (TopologyTestDriver driver = new TopologyTestDriver(theirs.build(settings), settings)) {
            Random random = new Random(SEED);
            int total = 0;
            for (int index = 0; index < RECORDS; index++) {
                String topic = "in" + (1 + random.nextInt(3));
                String key = random.nextInt(12) == 0 ? null : "k" + random.nextInt(4);
                String value = random.nextInt(6) == 0 && !NEEDS_VALUES.contains(name)
                        ? null
                        : List.of("a", "ab", "b", "bc", "cd", "del", "x y", "d").get(random.nextInt(8))
                                + (random.nextBoolean() ? "" : String.valueOf(random.nextInt(3)));
                long timestamp = random.nextInt(50);
                String input = "record " + index + ": " + topic + "(" + key + "," + value + ")@" + timestamp;
                // when
                List<Written> written = runner.pipe(topic, key, value, timestamp);
                // then
                assertThat(byTopic(written)).as(input).isEqualTo(piped(driver, topic, key, value, timestamp));
                total += written.size();
            }
            assertThat(total).as("seed=%d: records written", SEED).isPositive();
        }
    }

    private static Map<String, List<String>> byTopic(List<Written> written) {
        Map<String, List<String>> result = new TreeMap<>();
        for (Written record : written) {
            result.computeIfAbsent(record.topic(), topic -> new ArrayList<>())
                    .add(shown(record.key(), record.value(), record.timestamp()));
        }
        return result;
    }

    private static Map<String, List<String>> piped(
            TopologyTestDriver driver, String topic, String key, String value, long timestamp) {
        try {
            driver.createInputTopic(topic, new StringSerializer(), new StringSerializer())
                    .pipeInput(key, value, Instant.ofEpochMilli(timestamp));
        } catch (IllegalArgumentException e) {
            return Map.of(); // the program does not read the topic
        }
        Map<String, List<String>> result = new TreeMap<>();
        for (String output : driver.producedTopicNames()) {
            if (output.endsWith("-changelog")) {
                continue;
            }
            for (TestRecord<byte[], byte[]> record : driver.createOutputTopic(
                            output, new ByteArrayDeserializer(), new ByteArrayDeserializer())
                    .readRecordsToList()) {
                result.computeIfAbsent(output.replaceFirst("^app-", ""), name -> new ArrayList<>())
                        .add(shown(record.key(), record.value(), record.timestamp()));
            }
        }
        return result;
    }

    private static String shown(byte[] key, byte[] value, long timestamp) {
        return text(key) + "=" + text(value) + "@" + timestamp;
    }

    private static String text(byte[] bytes) {
        return bytes == null ? "null" : new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
