package io.streamwright.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.StreamsBuilder;
import io.streamwright.kstream.KStream;
import io.streamwright.kstream.Materialized;
import io.streamwright.kstream.Named;
import io.streamwright.state.Stores;
import io.streamwright.state.WindowStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Bytes;

/** Whatever comes and whatever happens, a distinct stream passes what a list of all that was passed lets through. */
final class DistinctModelTest {

    /** What records are told apart by, and where that is known. */
    enum Kind {
        KEY,
        KEY_IN_MEMORY,
        VALUE,
        VALUE_AS_KEY
    }

    /**
     * A program.
     *
     * @param extraMs how much longer than needed the store keeps what was passed on; negative: shorter, up to no late records at all
     */
    record Program(Kind kind, int windowMs, int extraMs, boolean cached) {
        int latenessMs() {
            return Math.max(0, windowMs + extraMs);
        }

        String identity(String key, String value) {
            return kind == Kind.KEY || kind == Kind.KEY_IN_MEMORY ? key : value;
        }

        StreamsBuilder builder() {
            Duration window = Duration.ofMillis(windowMs);
            Duration retention = Duration.ofMillis(windowMs + latenessMs() + 1L);
            Materialized<String, byte[], WindowStore<Bytes, byte[]>> seen = kind == Kind.KEY_IN_MEMORY
                    ? Materialized.as(Stores.inMemoryWindowStore("seen", retention, window, false))
                    : Materialized.<String, byte[], WindowStore<Bytes, byte[]>>as("seen")
                            .withRetention(retention);
            StreamsBuilder builder = new StreamsBuilder();
            KStream<String, String> stream = builder.stream("in");
            KStream<String, String> distinct = switch (kind) {
                case KEY, KEY_IN_MEMORY -> stream.distinct(window, Named.as("distinct"), seen);
                case VALUE -> stream.distinct(window, (key, value) -> value, seen);
                case VALUE_AS_KEY -> stream.selectKey((key, value) -> value).distinct(window, seen);
            };
            distinct.to("out");
            return builder;
        }
    }

    /** A record of the input, and what happens before it; key, value and interruption may be null. */
    record Input(String key, String value, long timestamp, boolean commits, Interruption interruption) {}

    @Provide
    Arbitrary<Program> programs() {
        return Combinators.combine(
                        Arbitraries.of(Kind.class),
                        Arbitraries.integers().between(1, 15),
                        Arbitraries.integers().between(-20, 20),
                        Arbitraries.of(true, false))
                .as(Program::new);
    }

    @Provide
    Arbitrary<List<Input>> inputs() {
        Arbitrary<String> text = Arbitraries.of("a", "b", "c").injectNull(0.1);
        Arbitrary<Integer> step = Arbitraries.frequencyOf(
                net.jqwik.api.Tuple.of(6, Arbitraries.integers().between(0, 5)),
                net.jqwik.api.Tuple.of(1, Arbitraries.integers().between(20, 60)),
                net.jqwik.api.Tuple.of(3, Arbitraries.integers().between(-40, -1)));
        return Combinators.combine(
                        text,
                        text,
                        step,
                        Arbitraries.of(true, false, false),
                        Arbitraries.of(Interruption.class).injectNull(0.85))
                .as((key, value, time, commits, interruption) -> new Input(key, value, time, commits, interruption))
                .list()
                .ofMinSize(1)
                .ofMaxSize(50)
                .map(DistinctModelTest::timed);
    }

    private static List<Input> timed(List<Input> steps) {
        List<Input> result = new ArrayList<>();
        long now = 0;
        for (Input input : steps) {
            long timestamp = Math.max(0, now + input.timestamp);
            now = Math.max(now, timestamp);
            result.add(new Input(input.key, input.value, timestamp, input.commits, input.interruption));
        }
        return result;
    }

    @Property
    void recordsThatArePassed_areThoseOfTheModel(
            @ForAll("programs") Program program, @ForAll("inputs") List<Input> inputs) throws IOException {
        Path directory = Files.createTempDirectory("distinct");
        List<String> expected = new ArrayList<>();
        List<Input> passed = new ArrayList<>();
        List<String> seen = new ArrayList<>();
        try (TopologyTestDriver driver = driver(program, directory)) {
            driver.commitByHand();
            for (Input input : inputs) {
                if (input.interruption != null) {
                    input.interruption.happen(driver, directory);
                }
                RecordHeaders headers = new RecordHeaders();
                headers.add("at", String.valueOf(expected.size()).getBytes(StandardCharsets.UTF_8));
                driver.createInputTopic("in", new StringSerializer(), new StringSerializer())
                        .pipeInput(new TestRecord<>(input.key, input.value, headers, input.timestamp));
                if (isPassed(program, passed, input)) {
                    passed.add(input);
                    String key = program.kind == Kind.VALUE_AS_KEY ? input.value : input.key;
                    expected.add(shown(new TestRecord<>(key, input.value, headers, input.timestamp)));
                }
                if (input.commits) {
                    driver.commit();
                }
            }
            driver.commit();
            driver.createOutputTopic("out", new StringDeserializer(), new StringDeserializer())
                    .readRecordsToList()
                    .forEach(row -> seen.add(shown(row)));
        } finally {
            TestDirectories.delete(directory);
        }
        assertThat(seen).as("%s of %s", program, inputs).isEqualTo(expected);
    }

    private static String shown(TestRecord<String, String> row) {
        return row.key() + "=" + row.value() + "@" + row.timestamp() + " "
                + new String(row.headers().lastHeader("at").value(), StandardCharsets.UTF_8);
    }

    private static boolean isPassed(Program program, List<Input> passed, Input input) {
        String identity = program.identity(input.key, input.value);
        long newest = passed.stream().mapToLong(Input::timestamp).max().orElse(0);
        return identity != null
                && input.timestamp >= newest - program.latenessMs()
                && passed.stream()
                        .noneMatch(other -> identity.equals(program.identity(other.key, other.value))
                                && Math.abs(other.timestamp - input.timestamp) <= program.windowMs);
    }

    private static TopologyTestDriver driver(Program program, Path directory) {
        Properties settings = new Properties();
        settings.setProperty("application.id", "app");
        settings.setProperty("state.dir", directory.toString());
        settings.setProperty("default.key.serde", Serdes.StringSerde.class.getName());
        settings.setProperty("default.value.serde", Serdes.StringSerde.class.getName());
        settings.setProperty("statestore.cache.max.bytes", program.cached ? "10485760" : "0");
        return new TopologyTestDriver(program.builder().build(), settings, Instant.EPOCH);
    }
}
