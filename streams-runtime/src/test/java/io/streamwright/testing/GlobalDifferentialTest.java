package io.streamwright.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.StreamsBuilder;
import io.streamwright.dsl.program.Programs;
import io.streamwright.testing.DriverComparison.Seen;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Utils;

/**
 * Joins with global tables, and global stores, do what they do in Kafka Streams, whatever comes in: few keys, none, deletions, any order
 * of times, headers. What strikes the application in between changes nothing.
 *
 * <p>The long run is {@code mvn test -pl streams-runtime -Dtest=GlobalDifferentialTest -Djqwik.tries.default=1000}.
 */
final class GlobalDifferentialTest {
    private static final String NO_CACHE = "0";

    private Path directory;

    @BeforeTry
    void makeDirectory() throws IOException {
        Path memory = Path.of("/dev/shm"); // hundreds of stores are closed: their syncs would take most of the time
        directory = Files.isWritable(memory)
                ? Files.createTempDirectory(memory, "global")
                : Files.createTempDirectory("global");
    }

    @AfterTry
    void deleteDirectory() throws IOException {
        Utils.delete(directory.toFile());
    }

    @Property
    void innerJoinByMappedKeys_isAsInKafkaStreams(@ForAll("records") List<ProducerRecord<String, String>> records) {
        assertSame("global table join", records);
    }

    @Property
    void leftJoinByMappedKeys_isAsInKafkaStreams(@ForAll("records") List<ProducerRecord<String, String>> records) {
        assertSame("global table left join", records);
    }

    @Property
    void joinersThatLookAtKeys_areAskedAsInKafkaStreams(
            @ForAll("records") List<ProducerRecord<String, String>> records) {
        assertSame("global table joins with keys", records);
    }

    @Property
    void storesThatProcessorsKeep_holdWhatTheyDoInKafkaStreams(
            @ForAll("records") List<ProducerRecord<String, String>> records) {
        assertSame("global stores", records);
    }

    private void assertSame(String program, List<ProducerRecord<String, String>> records) {
        DriverComparison comparison = new DriverComparison(program, directory, NO_CACHE, "none");
        Seen expected = comparison.theirs(records);
        Seen seen = comparison.ours(records);
        assertThat(seen.records).isEqualTo(expected.records);
        assertThat(seen.changelogs).isEqualTo(expected.changelogs);
        assertThat(seen.stores).isEqualTo(expected.stores);
        assertThat(seen.refused).isEqualTo(expected.refused);
    }

    /** What strikes an application before a record is committed. */
    enum Blow {
        NONE,
        ABORT,
        CRASH,
        CRASH_AND_LOSS_OF_STATE
    }

    @Property
    void innerJoin_endsTheSameWhateverStrikes(
            @ForAll("records") List<ProducerRecord<String, String>> records, @ForAll("blows") List<Blow> blows)
            throws IOException {
        assertSameWhatever("global table join", records, blows);
    }

    @Property
    void leftJoin_endsTheSameWhateverStrikes(
            @ForAll("records") List<ProducerRecord<String, String>> records, @ForAll("blows") List<Blow> blows)
            throws IOException {
        assertSameWhatever("global table left join", records, blows);
    }

    @Property
    void storesThatProcessorsKeep_endTheSameWhateverStrikes(
            @ForAll("records") List<ProducerRecord<String, String>> records, @ForAll("blows") List<Blow> blows)
            throws IOException {
        assertSameWhatever("global stores", records, blows);
    }

    private void assertSameWhatever(String program, List<ProducerRecord<String, String>> records, List<Blow> blows)
            throws IOException {
        List<ProducerRecord<String, String>> read = records.stream()
                .filter(record ->
                        program.equals("global stores") || !record.topic().equals("in3"))
                .toList();
        assertThat(run(program, read, blows)).isEqualTo(run(program, read, List.of(Blow.NONE)));
    }

    private List<String> run(String program, List<ProducerRecord<String, String>> records, List<Blow> blows)
            throws IOException {
        StreamsBuilder builder = new StreamsBuilder();
        Programs.all().get(program).accept(builder);
        List<String> seen = new ArrayList<>();
        try (TopologyTestDriver driver = new TopologyTestDriver(builder.build(), settings(), Instant.EPOCH)) {
            driver.commitByHand();
            for (int index = 0; index < records.size(); index++) {
                ProducerRecord<String, String> record = records.get(index);
                driver.createInputTopic(record.topic(), new StringSerializer(), new StringSerializer())
                        .pipeInput(new TestRecord<>(record));
                strike(driver, blows.get(index % blows.size()));
                driver.commit();
            }
            TestOutputTopic<String, String> output =
                    driver.createOutputTopic("out", new StringDeserializer(), new StringDeserializer());
            (output.isEmpty() ? List.<TestRecord<String, String>>of() : output.readRecordsToList())
                    .forEach(out -> seen.add(out.key() + "=" + out.value() + "@" + out.timestamp()));
            driver.getAllStateStores().keySet().forEach(name -> {
                try (var all = driver.getKeyValueStore(name).all()) {
                    all.forEachRemaining(entry -> seen.add(name + ": " + entry.key + "=" + entry.value));
                }
            });
        }
        return seen;
    }

    private void strike(TopologyTestDriver driver, Blow blow) throws IOException {
        switch (blow) {
            case NONE -> {}
            case ABORT -> driver.abort();
            case CRASH, CRASH_AND_LOSS_OF_STATE -> {
                driver.crash();
                if (blow == Blow.CRASH_AND_LOSS_OF_STATE) {
                    loseState();
                }
                driver.restart();
                driver.commitByHand();
            }
        }
    }

    private void loseState() throws IOException {
        try (Stream<Path> files = Files.walk(directory, 2)) {
            for (Path file : files.filter(path -> path.getNameCount() == directory.getNameCount() + 2)
                    .toList()) {
                Utils.delete(file.toFile());
            }
        }
    }

    private Properties settings() {
        Properties settings = new Properties();
        settings.setProperty("state.dir", directory.toString());
        settings.setProperty("default.key.serde", "org.apache.kafka.common.serialization.Serdes$StringSerde");
        settings.setProperty("default.value.serde", "org.apache.kafka.common.serialization.Serdes$StringSerde");
        return settings;
    }

    @Provide
    Arbitrary<List<Blow>> blows() {
        return Arbitraries.of(Blow.class).list().ofMinSize(1).ofMaxSize(10);
    }

    @Provide
    Arbitrary<List<ProducerRecord<String, String>>> records() {
        Arbitrary<String> topics = Arbitraries.of("in1", "in2", "in2", "in3");
        Arbitrary<String> keys = Arbitraries.of("k0", "k1", "k2", "k3").injectNull(0.1);
        Arbitrary<String> values =
                Arbitraries.of("a", "ab", "b", "bc", "abc", "x", "bcd").injectNull(0.2);
        Arbitrary<Long> timestamps = Arbitraries.longs().between(0, 60);
        Arbitrary<Integer> headers = Arbitraries.integers().between(0, 2);
        return Combinators.combine(topics, keys, values, timestamps, headers)
                .as(GlobalDifferentialTest::record)
                .list()
                .ofMaxSize(30);
    }

    private static ProducerRecord<String, String> record(
            String topic, String key, String value, long timestamp, int headerCount) {
        RecordHeaders headers = new RecordHeaders();
        for (int header = 0; header < headerCount; header++) {
            headers.add("h" + header, String.valueOf(timestamp).getBytes(StandardCharsets.UTF_8));
        }
        return new ProducerRecord<>(topic, null, timestamp, key, value, headers);
    }
}
