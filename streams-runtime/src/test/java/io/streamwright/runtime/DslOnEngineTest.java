package io.streamwright.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.StreamsBuilder;
import io.streamwright.dsl.program.CogroupPrograms;
import io.streamwright.dsl.program.GlobalPrograms;
import io.streamwright.dsl.program.KafkaPrograms;
import io.streamwright.dsl.program.Programs;
import io.streamwright.dsl.program.StreamJoinPrograms;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.TopologyTestDriver;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs in the DSL write on the engine what they write in Kafka Streams. */
final class DslOnEngineTest {
    private static final int RECORDS = 200;
    private static final long SEED = Long.getLong("dsl.seed", 7); // again: mvn test -Ddsl.seed=N

    /** One prints to the console, and the embedded log has no topics by pattern that both libraries could agree on. */
    private static final Set<String> LEFT_OUT = Set.of("pattern", "print");

    /** Several tasks write one partition: only records of the same key have an order. */
    private static final String SEVERAL_WRITERS = "repartition";

    /** Rows come to a join by a repartition topic, later than in Kafka Streams' driver: only the tables at the end are the same. */
    private static final String ROWS_COME_LATER = "table joins of aggregates";

    /** Records come to a join by a repartition topic: they meet the same rows only if no row changes after the first record. */
    private static final Set<String> RECORDS_COME_LATER = Set.of(
            "stream table joins behind changed keys",
            "stream table joins that share a step",
            "stream table joins below a merge");

    @TempDir
    private Path directory;

    /** A record meets the row of a global table that is there when it comes, which here is a matter of chance. */
    private static final Set<String> NOT_IN_TIME = GlobalPrograms.all().keySet();

    /** They differ on purpose with the input of this test (docs/porting.md): {@code DriverDifferentialTest} compares them. */
    private static final Set<String> DIFFER_ON_PURPOSE = Set.of(
            "grouped table of a cogroup",
            "foreign-key joins of joins",
            "windowed cogroup that slides",
            "windowed cogroup in sessions",
            "tables below a suppression",
            "groups below a suppression");

    /**
     * Whether it is a matter of chance in which order records come to an operator, as they come by several topics, one of which is a
     * repartition topic: {@code DriverDifferentialTest} compares these programs, with records that come one by one.
     */
    private static boolean isOrderedByChance(String name) {
        return (CogroupPrograms.all().containsKey(name)
                        || StreamJoinPrograms.all().containsKey(name))
                && theirProgram(name).describe().toString().contains("-repartition");
    }

    private static org.apache.kafka.streams.Topology theirProgram(String name) {
        org.apache.kafka.streams.StreamsBuilder builder = new org.apache.kafka.streams.StreamsBuilder();
        KafkaPrograms.all().get(name).accept(builder);
        return builder.build();
    }

    /** Rows and answers about them travel between two tasks: only the tables at the end are the same, and not their times. */
    private static boolean isAskedElsewhere(String name) {
        return name.contains("foreign-key");
    }

    static Stream<String> programs() {
        return Programs.all().keySet().stream()
                .filter(name -> !LEFT_OUT.contains(name) && !NOT_IN_TIME.contains(name))
                .filter(name -> !DIFFER_ON_PURPOSE.contains(name) && !isOrderedByChance(name));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("programs")
    void programWithoutCaching_writesTheRecordsOfKafkaStreams(String name) throws InterruptedException {
        // given
        List<ProducerRecord<String, String>> input = input(name);
        Map<String, List<Row>> expected = theirs(name, input);
        // when
        Map<String, List<Row>> written = ours(name, input, expected.keySet(), "0");
        // then
        if (name.equals(SEVERAL_WRITERS)) {
            written.values().forEach(rows -> rows.sort(Comparator.comparing(Row::key)));
            expected.values().forEach(rows -> rows.sort(Comparator.comparing(Row::key)));
        }
        if (isAskedElsewhere(name)) {
            assertThat(latestValues(written)).isEqualTo(latestValues(expected));
            return;
        }
        if (name.equals(ROWS_COME_LATER)) {
            assertThat(latest(written)).isEqualTo(latest(expected));
            return;
        }
        assertThat(written).isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "word count",
                "count by key",
                "reduce",
                "aggregate",
                "several aggregations",
                "table",
                "grouped table of aggregates",
                "table joins with names",
                "table joins in stores",
                "table joins of derived tables",
                "table joins of joins",
                "counted table joins",
                "windowed count",
                "windowed reduce",
                "unlimited windows",
                "results of closed windows",
                "tables below windows",
                "windowed keys in a second aggregation"
            })
    void programWithCaching_endsWithTheTablesOfKafkaStreams(String name) throws InterruptedException {
        // given
        List<ProducerRecord<String, String>> input = input(name);
        Map<String, List<Row>> expected = theirs(name, input);
        // when
        Map<String, List<Row>> written = ours(name, input, expected.keySet(), "10485760");
        // then
        assertThat(latest(written)).isEqualTo(latest(expected));
    }

    /** Returns the value of each key at the end, by topic. */
    private static Map<String, Map<String, String>> latest(Map<String, List<Row>> written) {
        Map<String, Map<String, String>> result = new TreeMap<>();
        written.forEach((topic, rows) -> {
            Map<String, String> table = result.computeIfAbsent(topic, name -> new TreeMap<>());
            rows.forEach(row -> table.put(row.key(), row.value() + "@" + row.timestamp()));
            table.values().removeIf(value -> value.startsWith("null@"));
        });
        return result;
    }

    private static Map<String, Map<String, String>> latestValues(Map<String, List<Row>> written) {
        Map<String, Map<String, String>> tables = latest(written);
        tables.values().forEach(table -> table.replaceAll((key, value) -> value.substring(0, value.lastIndexOf('@'))));
        return tables;
    }

    private Map<String, List<Row>> ours(
            String name, List<ProducerRecord<String, String>> input, Set<String> outputs, String cacheBytes)
            throws InterruptedException {
        StreamsBuilder builder = new StreamsBuilder();
        Programs.all().get(name).accept(builder);
        try (AppHarness harness = new AppHarness(directory.resolve("ours"))) {
            for (String topic : List.of("in1", "in2", "in3")) {
                harness.createTopic(topic, 1);
                harness.write(
                        topic,
                        input.stream()
                                .filter(record -> record.topic().equals(topic))
                                .toList());
            }
            outputs.forEach(topic -> harness.createTopic(topic, 1));
            harness.runToEnd(builder.build(), "statestore.cache.max.bytes", cacheBytes);
            Map<String, List<Row>> written = new TreeMap<>();
            for (String topic : outputs) {
                List<Row> rows = written.computeIfAbsent(topic, key -> new ArrayList<>());
                harness.readBytes(topic)
                        .forEach(record -> rows.add(Row.of(record.key(), record.value(), record.timestamp())));
            }
            return written;
        }
    }

    /** Timestamps rise, so that both libraries take the records of several topics in the same order. */
    private static List<ProducerRecord<String, String>> input(String program) {
        Random random = new Random(SEED);
        List<ProducerRecord<String, String>> records = new ArrayList<>();
        for (int index = 0; index < RECORDS; index++) {
            String topic = "in" + (1 + random.nextInt(3));
            if (RECORDS_COME_LATER.contains(program)) {
                topic = index < RECORDS / 2 ? "in" + (2 + random.nextInt(2)) : "in1";
            }
            String key = random.nextInt(12) == 0 ? null : "k" + random.nextInt(4);
            String value =
                    List.of("a", "ab", "b", "bc", "cd", "del", "x y", "d").get(random.nextInt(8))
                            + (random.nextBoolean() ? "" : String.valueOf(random.nextInt(3)));
            records.add(new ProducerRecord<>(topic, null, (long) index, key, value));
        }
        return records;
    }

    private Map<String, List<Row>> theirs(String name, List<ProducerRecord<String, String>> input) {
        Properties settings = new Properties();
        settings.setProperty("application.id", "app");
        settings.setProperty("bootstrap.servers", "unused:1");
        settings.setProperty("state.dir", directory.resolve("theirs").toString());
        settings.setProperty("default.key.serde", "org.apache.kafka.common.serialization.Serdes$StringSerde");
        settings.setProperty("default.value.serde", "org.apache.kafka.common.serialization.Serdes$StringSerde");
        settings.setProperty("statestore.cache.max.bytes", "0");
        // they look for closed windows once in a second of the wall clock, unless told otherwise
        settings.setProperty("__emit.interval.ms.kstreams.windowed.aggregation__", "0");
        org.apache.kafka.streams.StreamsBuilder builder = new org.apache.kafka.streams.StreamsBuilder();
        KafkaPrograms.all().get(name).accept(builder);
        Map<String, List<Row>> result = new TreeMap<>();
        try (TopologyTestDriver driver = new TopologyTestDriver(builder.build(), settings)) {
            for (ProducerRecord<String, String> record : input) {
                if (pipe(driver, record)) {
                    collect(driver, result);
                }
            }
        }
        return result;
    }

    private static boolean pipe(TopologyTestDriver driver, ProducerRecord<String, String> record) {
        try {
            driver.createInputTopic(record.topic(), new StringSerializer(), new StringSerializer())
                    .pipeInput(record.key(), record.value(), Instant.ofEpochMilli(record.timestamp()));
            return true;
        } catch (IllegalArgumentException e) {
            return false; // the program does not read the topic
        }
    }

    private static void collect(TopologyTestDriver driver, Map<String, List<Row>> result) {
        for (String topic : driver.producedTopicNames()) {
            if (topic.startsWith("out")) {
                List<Row> rows = result.computeIfAbsent(topic, key -> new ArrayList<>());
                driver.createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
                        .readRecordsToList()
                        .forEach(written -> rows.add(Row.of(written.key(), written.value(), written.timestamp())));
            }
        }
    }

    /** A record with its bytes as text. */
    private record Row(String key, String value, long timestamp) {
        static Row of(byte[] key, byte[] value, long timestamp) {
            return new Row(text(key), text(value), timestamp);
        }

        private static String text(byte[] bytes) {
            return bytes == null ? "null" : new String(bytes, StandardCharsets.ISO_8859_1);
        }
    }
}
