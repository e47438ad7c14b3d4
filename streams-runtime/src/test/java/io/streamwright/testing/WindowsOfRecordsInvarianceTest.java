package io.streamwright.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.StreamsBuilder;
import io.streamwright.StreamsConfig;
import io.streamwright.testing.AggregationSample.Work;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;

/** Neither how long windows are kept nor what happens to the task changes what aggregations in windows of records write. */
final class WindowsOfRecordsInvarianceTest {

    /** What happens behind a record. */
    enum Event {
        NOTHING,
        COMMIT,
        ABORT,
        CRASH,
        /** A crash that takes the state directory with it. */
        DISK_LOST
    }

    /** A record of the input, and what happens behind it. */
    record Input(String key, String value, long timestamp, Event event) {}

    @Provide
    Arbitrary<List<Input>> inputs() {
        Arbitrary<String> key = Arbitraries.of("a", "b").injectNull(0.05);
        Arbitrary<String> value = Arbitraries.of("x", "y", "del").injectNull(0.1);
        Arbitrary<Long> timestamp = Arbitraries.longs().between(0, 60);
        Arbitrary<Event> event = Arbitraries.of(Event.class);
        return Combinators.combine(key, value, timestamp, event)
                .as(Input::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(40);
    }

    @Provide
    Arbitrary<AggregationSample> samples() {
        return Combinators.combine(
                        Arbitraries.of(Work.class),
                        Arbitraries.longs().between(1, 10),
                        Arbitraries.longs().between(0, 15),
                        Arbitraries.of(true, false),
                        Arbitraries.of(true, false))
                .as(AggregationSample::new);
    }

    @Property
    void slidingWindowsThatAreKeptAsLongAsNeeded_loseNothing(
            @ForAll("samples") AggregationSample sample, @ForAll("inputs") List<Input> inputs) throws IOException {
        assertThat(run(AggregationPrograms.sliding(keptForLong(sample, false)), inputs, false))
                .isEqualTo(run(AggregationPrograms.sliding(keptForLong(sample, true)), inputs, false));
    }

    @Property
    void slidingWindowsOfAnInterruptedTask_areThoseOfOneThatWasNot(
            @ForAll("samples") AggregationSample sample, @ForAll("inputs") List<Input> inputs) throws IOException {
        assertThat(run(AggregationPrograms.sliding(sample), inputs, true))
                .isEqualTo(run(AggregationPrograms.sliding(sample), inputs, false));
    }

    /** Kept for longer, closed sessions go on in those that late records begin; final results are the same. */
    @Property
    void finalResultsOfSessionsThatAreKeptAsLongAsNeeded_loseNothing(
            @ForAll("samples") AggregationSample any, @ForAll("inputs") List<Input> inputs) throws IOException {
        AggregationSample sample =
                new AggregationSample(Work.FINAL, any.distanceMs(), any.graceMs(), any.inMemory(), false);
        assertThat(run(AggregationPrograms.sessions(sample), inputs, false))
                .isEqualTo(run(AggregationPrograms.sessions(keptForLong(sample, true)), inputs, false));
    }

    @Property
    void sessionsOfAnInterruptedTask_areThoseOfOneThatWasNot(
            @ForAll("samples") AggregationSample sample, @ForAll("inputs") List<Input> inputs) throws IOException {
        assertThat(run(AggregationPrograms.sessions(sample), inputs, true))
                .isEqualTo(run(AggregationPrograms.sessions(sample), inputs, false));
    }

    private static AggregationSample keptForLong(AggregationSample sample, boolean keptForLong) {
        return new AggregationSample(
                sample.work(), sample.distanceMs(), sample.graceMs(), sample.inMemory(), keptForLong);
    }

    private static List<String> run(Consumer<StreamsBuilder> program, List<Input> inputs, boolean interrupted)
            throws IOException {
        Path directory = Files.createTempDirectory("windows-of-records");
        StreamsBuilder builder = new StreamsBuilder();
        program.accept(builder);
        Properties settings = new Properties();
        settings.put(StreamsConfig.APPLICATION_ID_CONFIG, "app");
        settings.put(StreamsConfig.STATE_DIR_CONFIG, directory.toString());
        settings.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        settings.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        settings.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0);
        try (TopologyTestDriver driver = new TopologyTestDriver(builder.build(), settings, Instant.EPOCH)) {
            driver.commitByHand();
            TestInputTopic<String, String> topic =
                    driver.createInputTopic("in", new StringSerializer(), new StringSerializer());
            for (Input input : inputs) {
                topic.pipeInput(input.key, input.value, input.timestamp);
                if (interrupted) {
                    happen(input.event, driver, directory);
                }
            }
            driver.commit();
            return written(driver);
        } finally {
            delete(directory);
            Files.deleteIfExists(directory);
        }
    }

    private static void happen(Event event, TopologyTestDriver driver, Path directory) {
        switch (event) {
            case NOTHING -> {}
            case COMMIT -> driver.commit();
            case ABORT -> driver.abort();
            case CRASH -> {
                driver.crash();
                driver.restart();
            }
            case DISK_LOST -> {
                driver.crash();
                delete(directory);
                driver.restart();
            }
        }
    }

    private static List<String> written(TopologyTestDriver driver) {
        List<String> written = new ArrayList<>();
        driver.createOutputTopic("out", new ByteArrayDeserializer(), new ByteArrayDeserializer())
                .readRecordsToList()
                .forEach(record ->
                        written.add(text(record.key()) + "=" + text(record.value()) + "@" + record.timestamp()));
        return written;
    }

    private static String text(byte[] bytes) {
        return bytes == null ? "null" : new String(bytes, StandardCharsets.ISO_8859_1);
    }

    /** Empties a directory. */
    private static void delete(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                if (!file.equals(directory)) {
                    Files.delete(file);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
