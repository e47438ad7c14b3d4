package io.streamwright.dsl.program;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.dsl.program.ProgramRunner.Written;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;

/** Whatever the windows and whatever comes, windowed aggregations write what Kafka Streams writes. */
final class WindowDifferentialTest {
    /** Windows and what is done in them. */
    record Program(int size, int advance, int grace, Work work, boolean cached) {
        Duration sizeMs() {
            return Duration.ofMillis(size);
        }

        Duration advanceMs() {
            return Duration.ofMillis(Math.min(size, advance));
        }

        Duration graceMs() {
            return Duration.ofMillis(grace);
        }
    }

    enum Work {
        COUNT,
        REDUCE,
        AGGREGATE,
        DELETING_AGGREGATE,
        FINAL_COUNT
    }

    /** A record of the input; key and value may be null. */
    record Input(String key, String value, long timestamp) {}

    @Provide
    Arbitrary<Program> programs() {
        Arbitrary<Integer> size = Arbitraries.integers().between(1, 20);
        Arbitrary<Integer> grace = Arbitraries.integers().between(0, 15);
        return Combinators.combine(size, size, grace, Arbitraries.of(Work.class), Arbitraries.of(true, false))
                .as(Program::new);
    }

    @Provide
    Arbitrary<List<Input>> inputs() {
        Arbitrary<String> key = Arbitraries.of("a", "b", "c").injectNull(0.1);
        Arbitrary<String> value = Arbitraries.of("x", "y", "del", "").injectNull(0.15);
        Arbitrary<Long> timestamp = Arbitraries.longs().between(0, 80);
        return Combinators.combine(key, value, timestamp)
                .as(Input::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(60);
    }

    @Property(tries = 50)
    void windowedAggregation_writesWhatKafkaStreamsWrites(
            @ForAll("programs") Program program, @ForAll("inputs") List<Input> inputs) throws IOException {
        Path directory = Files.createTempDirectory("window-differential");
        String cacheBytes = program.cached ? "10485760" : "0";
        Properties settings = new Properties();
        settings.setProperty("application.id", "app");
        settings.setProperty("bootstrap.servers", "unused:1");
        settings.setProperty("state.dir", directory.toString());
        settings.setProperty("default.key.serde", "org.apache.kafka.common.serialization.Serdes$StringSerde");
        settings.setProperty("default.value.serde", "org.apache.kafka.common.serialization.Serdes$StringSerde");
        settings.setProperty("statestore.cache.max.bytes", cacheBytes);
        settings.setProperty("__emit.interval.ms.kstreams.windowed.aggregation__", "0");
        ProgramRunner runner =
                new ProgramRunner(ours(program).build(settings), Map.of("statestore.cache.max.bytes", cacheBytes));
        try (TopologyTestDriver driver = new TopologyTestDriver(theirs(program).build(settings), settings)) {
            var input = driver.createInputTopic("in", new StringSerializer(), new StringSerializer());
            for (Input record : inputs) {
                List<Written> written = runner.pipe("in", record.key, record.value, record.timestamp);
                input.pipeInput(record.key, record.value, Instant.ofEpochMilli(record.timestamp));
                List<String> expected = new ArrayList<>();
                for (TestRecord<byte[], byte[]> theirs : driver.createOutputTopic(
                                "out", new ByteArrayDeserializer(), new ByteArrayDeserializer())
                        .readRecordsToList()) {
                    expected.add(shown(theirs.key(), theirs.value(), theirs.timestamp()));
                    assertThat(theirs.headers()).isEqualTo(new RecordHeaders());
                }
                assertThat(written.stream()
                                .map(row -> shown(row.key(), row.value(), row.timestamp()))
                                .toList())
                        .as("%s after %s of %s", program, record, inputs)
                        .isEqualTo(expected);
            }
        } finally {
            delete(directory);
        }
    }

    private static String shown(byte[] key, byte[] value, long timestamp) {
        return new String(key, StandardCharsets.ISO_8859_1)
                + "="
                + (value == null ? "null" : new String(value, StandardCharsets.ISO_8859_1))
                + "@"
                + timestamp;
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private static io.streamwright.StreamsBuilder ours(Program program) {
        io.streamwright.StreamsBuilder builder = new io.streamwright.StreamsBuilder();
        var windows = builder.<String, String>stream("in")
                .groupByKey()
                .windowedBy(io.streamwright.kstream.TimeWindows.ofSizeAndGrace(program.sizeMs(), program.graceMs())
                        .advanceBy(program.advanceMs()));
        var keys = io.streamwright.kstream.WindowedSerdes.timeWindowedSerdeFrom(String.class, program.size);
        switch (program.work) {
            case COUNT ->
                windows.count().toStream().to("out", io.streamwright.kstream.Produced.with(keys, Serdes.Long()));
            case REDUCE ->
                windows.reduce((first, second) -> first + second)
                        .toStream()
                        .to("out", io.streamwright.kstream.Produced.with(keys, Serdes.String()));
            case AGGREGATE ->
                windows.aggregate(() -> "0", (key, value, text) -> text + key + value)
                        .toStream()
                        .to("out", io.streamwright.kstream.Produced.with(keys, Serdes.String()));
            case DELETING_AGGREGATE ->
                windows.aggregate(() -> "0", (key, value, text) -> "del".equals(value) ? null : text + value)
                        .toStream()
                        .to("out", io.streamwright.kstream.Produced.with(keys, Serdes.String()));
            case FINAL_COUNT ->
                // kept for long: they leave behind what is not emitted yet
                windows.emitStrategy(io.streamwright.kstream.EmitStrategy.onWindowClose())
                        .count(io.streamwright.kstream.Materialized
                                .<String, Long, io.streamwright.state.WindowStore<Bytes, byte[]>>as("counts")
                                .withRetention(Duration.ofMinutes(1)))
                        .toStream()
                        .to("out", io.streamwright.kstream.Produced.with(keys, Serdes.Long()));
        }
        return builder;
    }

    private static org.apache.kafka.streams.StreamsBuilder theirs(Program program) {
        org.apache.kafka.streams.StreamsBuilder builder = new org.apache.kafka.streams.StreamsBuilder();
        var windows = builder.<String, String>stream("in")
                .groupByKey()
                .windowedBy(
                        org.apache.kafka.streams.kstream.TimeWindows.ofSizeAndGrace(program.sizeMs(), program.graceMs())
                                .advanceBy(program.advanceMs()));
        var keys = org.apache.kafka.streams.kstream.WindowedSerdes.timeWindowedSerdeFrom(String.class, program.size);
        switch (program.work) {
            case COUNT ->
                windows.count()
                        .toStream()
                        .to("out", org.apache.kafka.streams.kstream.Produced.with(keys, Serdes.Long()));
            case REDUCE ->
                windows.reduce((first, second) -> first + second)
                        .toStream()
                        .to("out", org.apache.kafka.streams.kstream.Produced.with(keys, Serdes.String()));
            case AGGREGATE ->
                windows.aggregate(() -> "0", (key, value, text) -> text + key + value)
                        .toStream()
                        .to("out", org.apache.kafka.streams.kstream.Produced.with(keys, Serdes.String()));
            case DELETING_AGGREGATE ->
                windows.aggregate(() -> "0", (key, value, text) -> "del".equals(value) ? null : text + value)
                        .toStream()
                        .to("out", org.apache.kafka.streams.kstream.Produced.with(keys, Serdes.String()));
            case FINAL_COUNT ->
                // kept for long: they leave behind what is not emitted yet
                windows.emitStrategy(org.apache.kafka.streams.kstream.EmitStrategy.onWindowClose())
                        .count(org.apache.kafka.streams.kstream.Materialized
                                .<String, Long, org.apache.kafka.streams.state.WindowStore<Bytes, byte[]>>as("counts")
                                .withRetention(Duration.ofMinutes(1)))
                        .toStream()
                        .to("out", org.apache.kafka.streams.kstream.Produced.with(keys, Serdes.Long()));
        }
        return builder;
    }
}
