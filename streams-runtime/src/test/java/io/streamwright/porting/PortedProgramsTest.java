package io.streamwright.porting;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.Topology;
import io.streamwright.testing.TestRecord;
import io.streamwright.testing.TopologyTestDriver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Programs for Kafka Streams run here with other imports alone, and write what they wrote there. */
final class PortedProgramsTest {
    private static final Path HERE = Path.of("src/test/java/io/streamwright/porting");
    private static final int RECORDS = 400;
    private static final long SEED =
            Long.getLong("porting.seed", 7); // again: mvn test -Dtest=PortedProgramsTest -Dporting.seed=N

    @TempDir
    private Path directory;

    static List<Program> programs() {
        return List.of(
                new Program(
                        "OrderFulfilment",
                        io.streamwright.porting.before.OrderFulfilment::topology,
                        io.streamwright.porting.after.OrderFulfilment::topology,
                        List.of("complaints", "warehouse", "warehouse-express", "turnover"),
                        random -> switch (random.nextInt(6)) {
                            case 0 ->
                                Program.record("products", "p" + random.nextInt(4), "name:" + (1 + random.nextInt(9)));
                            case 1 ->
                                Program.record(
                                        "customers",
                                        "c" + random.nextInt(4),
                                        "Ann:" + List.of("Express", "Normal").get(random.nextInt(2)));
                            default ->
                                Program.record(
                                        "orders",
                                        "o" + random.nextInt(200),
                                        List.of(
                                                        "p" + random.nextInt(5) + ":" + random.nextInt(9) + ":c"
                                                                + random.nextInt(5),
                                                        "?",
                                                        " ")
                                                .get(Math.max(0, random.nextInt(12) - 9)));
                        }),
                new Program(
                        "PageVisits",
                        io.streamwright.porting.before.PageVisits::topology,
                        io.streamwright.porting.after.PageVisits::topology,
                        List.of("visits", "bursts", "popular", "profiles"),
                        random -> random.nextInt(8) == 0
                                ? Program.record(
                                        "purchases", "v" + random.nextInt(4), Integer.toString(random.nextInt(90)))
                                : Program.record("views", "v" + random.nextInt(4), "TIME page" + random.nextInt(3))),
                new Program(
                        "BranchAccounts",
                        io.streamwright.porting.before.BranchAccounts::topology,
                        io.streamwright.porting.after.BranchAccounts::topology,
                        List.of("lapsed", "statements", "branch-sums"),
                        random -> switch (random.nextInt(8)) {
                            case 0 ->
                                Program.record("branches", "b" + random.nextInt(3), "branch " + random.nextInt(9));
                            case 1 ->
                                Program.record("accounts", "a" + random.nextInt(6), "b" + random.nextInt(3) + ":Ann");
                            case 2, 3, 4 ->
                                Program.record(
                                        "authorizations", "n" + random.nextInt(60), "a" + random.nextInt(6) + ":7");
                            default ->
                                Program.record(
                                        "settlements",
                                        "n" + random.nextInt(60),
                                        "a" + random.nextInt(6) + ":" + random.nextInt(99));
                        }));
    }

    /**
     * A program, its topics, and what they hold. Immutable.
     *
     * @param source the name of its class
     * @param before builds it for Kafka Streams
     * @param after builds it here
     * @param outputs the topics that it writes
     * @param input makes a record for one of those that it reads
     */
    record Program(
            String source,
            Supplier<org.apache.kafka.streams.Topology> before,
            Supplier<Topology> after,
            List<String> outputs,
            Function<Random, ProducerRecord<String, String>> input) {

        @Override
        public String toString() {
            return source;
        }

        private static ProducerRecord<String, String> record(String topic, String key, String value) {
            return new ProducerRecord<>(topic, key, value);
        }

        /** Time goes on, but for some records that are late. */
        List<ProducerRecord<String, String>> records() {
            Random random = new Random(SEED);
            List<ProducerRecord<String, String>> records = new ArrayList<>();
            for (int index = 0; index < RECORDS; index++) {
                long timestamp = index * 1_500L - (random.nextInt(10) == 0 && index > 10 ? random.nextInt(15_000) : 0);
                ProducerRecord<String, String> made = input.apply(random);
                records.add(new ProducerRecord<>(
                        made.topic(),
                        null,
                        timestamp,
                        made.key(),
                        made.value().replace("TIME", Long.toString(timestamp))));
            }
            // In the end time moves on everywhere, so that nothing waits any more.
            for (int index = 1; index <= 4; index++) {
                for (String topic : List.of("authorizations", "settlements")) {
                    if (source.equals("BranchAccounts")) {
                        records.add(new ProducerRecord<>(topic, null, (RECORDS + index * 100) * 1_500L, "end", "a0:0"));
                    }
                }
            }
            return records;
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("programs")
    void portedProgram_differsInImportsAndTheNameOfTheClassAlone(Program program) throws IOException {
        // given
        String before = Files.readString(HERE.resolve("before/" + program.source + ".java"));
        // when
        String ported = before.replace("org.apache.kafka.streams.KafkaStreams", "io.streamwright.runtime.StreamsApp")
                .replace("org.apache.kafka.streams", "io.streamwright")
                .replace("KafkaStreams", "StreamsApp")
                .replace("porting.before", "porting.after");
        // then
        assertThat(before.lines().count()).isGreaterThan(100);
        assertThat(sorted(Files.readString(HERE.resolve("after/" + program.source + ".java"))))
                .isEqualTo(sorted(ported));
    }

    /** The formatter sorts imports and breaks lines anew where names have another length. */
    private static String sorted(String source) {
        int body = source.indexOf("/**");
        return source.lines()
                        .filter(line -> line.startsWith("import "))
                        .sorted()
                        .toList()
                + source.substring(body).replaceAll("\\s+", "");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("programs")
    void portedProgram_isDescribedAsBefore(Program program) {
        assertThat(withoutAddresses(program.after.get().describe()))
                .isEqualTo(withoutAddresses(program.before.get().describe()));
    }

    /** Objects without a text of their own are shown with an address. */
    private static String withoutAddresses(Object description) {
        return description.toString().replaceAll("extractor class: [^)]*", "extractor class");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("programs")
    void portedProgram_writesWhatItWroteBefore(Program program) {
        List<ProducerRecord<String, String>> input = program.records();
        Map<String, List<String>> expected = new TreeMap<>();
        try (org.apache.kafka.streams.TopologyTestDriver driver =
                new org.apache.kafka.streams.TopologyTestDriver(program.before.get(), settings(), Instant.EPOCH)) {
            for (ProducerRecord<String, String> record : input) {
                driver.createInputTopic(record.topic(), new StringSerializer(), new StringSerializer())
                        .pipeInput(new org.apache.kafka.streams.test.TestRecord<>(record));
                for (String topic : program.outputs) {
                    driver.createOutputTopic(topic, new StringDeserializer(), new StringDeserializer())
                            .readRecordsToList()
                            .forEach(out -> note(expected, topic, out.key(), out.value(), out.timestamp()));
                }
            }
        }
        Map<String, List<String>> written = new TreeMap<>();
        try (TopologyTestDriver driver = new TopologyTestDriver(program.after.get(), settings(), Instant.EPOCH)) {
            for (ProducerRecord<String, String> record : input) {
                driver.createInputTopic(record.topic(), new StringSerializer(), new StringSerializer())
                        .pipeInput(new TestRecord<>(record));
                for (String topic : program.outputs) {
                    driver.createOutputTopic(topic, new StringDeserializer(), new StringDeserializer())
                            .readRecordsToList()
                            .forEach(out -> note(written, topic, out.key(), out.value(), out.timestamp()));
                }
            }
        }
        assertThat(expected.keySet()).as("every topic is written").hasSameElementsAs(program.outputs);
        assertThat(written).as("seed %d", SEED).isEqualTo(expected);
    }

    private static void note(Map<String, List<String>> seen, String topic, String key, String value, Long timestamp) {
        seen.computeIfAbsent(topic, name -> new ArrayList<>()).add(key + "=" + value + "@" + timestamp);
    }

    private Properties settings() {
        Properties settings = new Properties();
        settings.setProperty("application.id", "ported");
        settings.setProperty("bootstrap.servers", "unused:1");
        settings.setProperty("state.dir", directory.toString());
        settings.setProperty("statestore.cache.max.bytes", "0");
        settings.setProperty("__emit.interval.ms.kstreams.outer.join.spurious.results.fix__", "0");
        return settings;
    }
}
