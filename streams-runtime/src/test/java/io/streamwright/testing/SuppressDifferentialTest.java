package io.streamwright.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.testing.DriverComparison.Seen;
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
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;

/** Whatever is held back, for how long and in whatever buffer: it is passed on as by Kafka Streams, and interruptions change nothing. */
final class SuppressDifferentialTest {
    private Path directory;

    @BeforeTry
    void makeDirectory() throws IOException {
        Path memory = Path.of("/dev/shm"); // where there is such: Kafka Streams syncs its checkpoints
        directory = Files.isWritable(memory)
                ? Files.createTempDirectory(memory, "streamwright-suppress")
                : Files.createTempDirectory("streamwright-suppress");
    }

    @AfterTry
    void deleteDirectory() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    enum Until {
        CLOSED,
        TIME
    }

    enum Limit {
        NONE,
        RECORDS,
        BYTES
    }

    /** What is held back: windows or a plain table, and by what rule. */
    record Program(
            Until until, boolean windowed, int size, int advance, int grace, Limit limit, int most, boolean cached) {
        Duration sizeMs() {
            return Duration.ofMillis(size);
        }

        Duration advanceMs() {
            return Duration.ofMillis(Math.min(size, advance));
        }

        Duration graceMs() {
            return Duration.ofMillis(grace);
        }

        int bytes() {
            return most * 40;
        }
    }

    /** A record of the input; key and value may be null. */
    record Input(String key, String value, long timestamp, boolean hasHeader) {
        RecordHeaders headers() {
            RecordHeaders headers = new RecordHeaders();
            if (hasHeader) {
                headers.add("h", (key + timestamp).getBytes(StandardCharsets.UTF_8));
                headers.add("empty", null);
            }
            return headers;
        }
    }

    /** What a test does beside piping records. */
    enum Step {
        PIPE,
        COMMIT,
        ABORT,
        CRASH
    }

    private static Arbitrary<Program> programs(Until until, boolean windowed, Limit limit) {
        Arbitrary<Integer> size = Arbitraries.integers().between(1, 20);
        return Combinators.combine(
                        size,
                        size,
                        Arbitraries.integers().between(0, 15),
                        Arbitraries.integers().between(0, 5),
                        Arbitraries.of(true, false))
                .as((length, advance, grace, most, cached) ->
                        new Program(until, windowed, length, advance, grace, limit, most, cached));
    }

    @Provide
    Arbitrary<Program> closingWindows() {
        return programs(Until.CLOSED, true, Limit.NONE);
    }

    @Provide
    Arbitrary<Program> closingWindowsInFewRecords() {
        return programs(Until.CLOSED, true, Limit.RECORDS);
    }

    @Provide
    Arbitrary<Program> closingWindowsInFewBytes() {
        return programs(Until.CLOSED, true, Limit.BYTES);
    }

    @Provide
    Arbitrary<Program> windowsByTime() {
        return Arbitraries.of(Limit.values()).flatMap(limit -> programs(Until.TIME, true, limit));
    }

    @Provide
    Arbitrary<Program> tables() {
        return programs(Until.TIME, false, Limit.NONE);
    }

    @Provide
    Arbitrary<Program> tablesInFewRecords() {
        return programs(Until.TIME, false, Limit.RECORDS);
    }

    @Provide
    Arbitrary<Program> tablesInFewBytes() {
        return programs(Until.TIME, false, Limit.BYTES);
    }

    @Provide
    Arbitrary<Program> uncached() {
        return Arbitraries.oneOf(
                        programs(Until.CLOSED, true, Limit.NONE),
                        windowsByTime(),
                        tables(),
                        tablesInFewRecords(),
                        tablesInFewBytes())
                .filter(program -> !program.cached);
    }

    @Provide
    Arbitrary<List<Input>> inputs() {
        Arbitrary<String> key = Arbitraries.of("a", "b", "c", "d").injectNull(0.05);
        Arbitrary<String> value = Arbitraries.of("x", "yy", "del", "").injectNull(0.2);
        Arbitrary<Long> late = Arbitraries.longs().between(0, 80);
        return Combinators.combine(key, value, late, Arbitraries.of(true, false))
                .as(Input::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(50)
                .flatMap(records -> Arbitraries.of(true, false).map(rising -> rising ? rising(records) : records));
    }

    /** Time that goes on, with some records that are late. */
    private static List<Input> rising(List<Input> records) {
        List<Input> result = new ArrayList<>();
        for (int index = 0; index < records.size(); index++) {
            Input record = records.get(index);
            result.add(new Input(record.key, record.value, index * 4L + record.timestamp / 5, record.hasHeader));
        }
        return result;
    }

    @Property
    void resultsOfWindowsThatClose(@ForAll("closingWindows") Program program, @ForAll("inputs") List<Input> inputs) {
        compare(program, inputs);
    }

    @Property
    void resultsOfWindowsThatClose_inABufferOfFewRecords(
            @ForAll("closingWindowsInFewRecords") Program program, @ForAll("inputs") List<Input> inputs) {
        compare(program, inputs);
    }

    @Property
    void resultsOfWindowsThatClose_inABufferOfFewBytes(
            @ForAll("closingWindowsInFewBytes") Program program, @ForAll("inputs") List<Input> inputs) {
        compare(program, inputs);
    }

    @Property
    void updatesOfWindows(@ForAll("windowsByTime") Program program, @ForAll("inputs") List<Input> inputs) {
        compare(program, inputs);
    }

    @Property
    void updatesOfATable(@ForAll("tables") Program program, @ForAll("inputs") List<Input> inputs) {
        compare(program, inputs);
    }

    @Property
    void updatesOfATable_inABufferOfFewRecords(
            @ForAll("tablesInFewRecords") Program program, @ForAll("inputs") List<Input> inputs) {
        compare(program, inputs);
    }

    @Property
    void updatesOfATable_inABufferOfFewBytes(
            @ForAll("tablesInFewBytes") Program program, @ForAll("inputs") List<Input> inputs) {
        compare(program, inputs);
    }

    @Property
    void abortsAndCrashes_changeNothing(
            @ForAll("uncached") Program program,
            @ForAll("inputs") List<Input> inputs,
            @ForAll("interruptions") List<Step> steps) {
        // given
        Seen uninterrupted = new Seen();
        try (TopologyTestDriver driver = ours(program)) {
            inputs.forEach(record -> pipe(driver, record));
            read(driver, uninterrupted);
        }
        // when
        Seen interrupted = new Seen();
        try (TopologyTestDriver driver = ours(program)) {
            driver.commitByHand();
            int piped = 0;
            for (Step step : steps) {
                switch (step) {
                    case PIPE -> {
                        if (piped < inputs.size()) {
                            pipe(driver, inputs.get(piped++));
                        }
                    }
                    case COMMIT -> driver.commit();
                    case ABORT -> driver.abort();
                    case CRASH -> {
                        driver.crash();
                        driver.restart();
                    }
                }
            }
            inputs.subList(piped, inputs.size()).forEach(record -> pipe(driver, record));
            driver.commit();
            read(driver, interrupted);
        }
        // then
        assertThat(interrupted.records).isEqualTo(uninterrupted.records);
        // What comes and leaves within one transaction is written to a changelog as having left.
        interrupted.changelogs.values().removeIf(Map::isEmpty);
        uninterrupted.changelogs.values().removeIf(Map::isEmpty);
        assertThat(interrupted.changelogs).isEqualTo(uninterrupted.changelogs);
    }

    @Provide
    Arbitrary<List<Step>> interruptions() {
        return Arbitraries.frequencyOf(
                        Tuple.of(6, Arbitraries.just(Step.PIPE)),
                        Tuple.of(2, Arbitraries.just(Step.COMMIT)),
                        Tuple.of(1, Arbitraries.just(Step.ABORT)),
                        Tuple.of(1, Arbitraries.just(Step.CRASH)))
                .list()
                .ofMaxSize(60);
    }

    private void compare(Program program, List<Input> inputs) {
        Seen seen = new Seen();
        Seen expected = new Seen();
        try (TopologyTestDriver driver = ours(program);
                org.apache.kafka.streams.TopologyTestDriver peer = theirs(program)) {
            for (Input record : inputs) {
                boolean expectedToFail = !pipe(peer, record);
                boolean failed = !pipe(driver, record);
                assertThat(failed).as("failure at %s", record).isEqualTo(expectedToFail);
                if (failed) {
                    return; // what they wrote before they failed stays there
                }
                read(peer, expected);
                read(driver, seen);
                assertThat(seen.records).as("after %s", record).isEqualTo(expected.records);
                assertThat(seen.changelogs).as("after %s", record).isEqualTo(expected.changelogs);
            }
        }
    }

    private static boolean pipe(TopologyTestDriver driver, Input record) {
        try {
            driver.createInputTopic("in", new StringSerializer(), new StringSerializer())
                    .pipeInput(new TestRecord<>(record.key, record.value, record.headers(), record.timestamp));
            return true;
        } catch (RuntimeException e) {
            assertThat(e).hasStackTraceContaining("records ").hasStackTraceContaining("bytes ");
            return false;
        }
    }

    private static boolean pipe(org.apache.kafka.streams.TopologyTestDriver driver, Input record) {
        try {
            driver.createInputTopic("in", new StringSerializer(), new StringSerializer())
                    .pipeInput(new org.apache.kafka.streams.test.TestRecord<>(
                            record.key, record.value, record.headers(), record.timestamp));
            return true;
        } catch (org.apache.kafka.streams.errors.StreamsException e) {
            assertThat(e).hasStackTraceContaining("exceeded its max capacity");
            return false;
        }
    }

    private static void read(TopologyTestDriver driver, Seen seen) {
        for (String topic : driver.producedTopicNames()) {
            driver.createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
                    .readRecordsToList()
                    .forEach(out -> seen.written(topic, out.key(), out.value(), out.timestamp(), out.headers()));
        }
    }

    private static void read(org.apache.kafka.streams.TopologyTestDriver driver, Seen seen) {
        for (String topic : driver.producedTopicNames()) {
            driver.createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
                    .readRecordsToList()
                    .forEach(out -> seen.written(topic, out.key(), out.value(), out.timestamp(), out.headers()));
        }
    }

    private TopologyTestDriver ours(Program program) {
        io.streamwright.StreamsBuilder builder = new io.streamwright.StreamsBuilder();
        var limits = io.streamwright.kstream.Suppressed.BufferConfig.unbounded();
        var strict = switch (program.limit) {
            case NONE -> limits;
            case RECORDS -> limits.withMaxRecords(program.most);
            case BYTES -> limits.withMaxBytes(program.bytes());
        };
        if (program.windowed) {
            var windows = builder.<String, String>stream("in")
                    .groupByKey()
                    .windowedBy(io.streamwright.kstream.TimeWindows.ofSizeAndGrace(program.sizeMs(), program.graceMs())
                            .advanceBy(program.advanceMs()))
                    .reduce((text, value) -> "del".equals(value) ? null : text + value);
            (program.until == Until.CLOSED
                            ? windows.suppress(io.streamwright.kstream.Suppressed.untilWindowCloses(strict))
                            : windows.suppress(io.streamwright.kstream.Suppressed.untilTimeLimit(
                                    program.graceMs(), strict.emitEarlyWhenFull())))
                    .toStream()
                    .to(
                            "out",
                            io.streamwright.kstream.Produced.with(
                                    io.streamwright.kstream.WindowedSerdes.timeWindowedSerdeFrom(
                                            String.class, program.size),
                                    Serdes.String()));
        } else {
            builder.<String, String>table("in")
                    .suppress(io.streamwright.kstream.Suppressed.untilTimeLimit(
                            program.sizeMs(), strict.emitEarlyWhenFull()))
                    .toStream()
                    .to("out");
        }
        return new TopologyTestDriver(builder.build(), settings(program, "ours"), Instant.EPOCH);
    }

    private org.apache.kafka.streams.TopologyTestDriver theirs(Program program) {
        org.apache.kafka.streams.StreamsBuilder builder = new org.apache.kafka.streams.StreamsBuilder();
        var limits = org.apache.kafka.streams.kstream.Suppressed.BufferConfig.unbounded();
        var strict = switch (program.limit) {
            case NONE -> limits;
            case RECORDS -> limits.withMaxRecords(program.most);
            case BYTES -> limits.withMaxBytes(program.bytes());
        };
        var keys = org.apache.kafka.streams.kstream.WindowedSerdes.timeWindowedSerdeFrom(String.class, program.size);
        if (program.windowed) {
            var windows = builder.<String, String>stream("in")
                    .groupByKey()
                    .windowedBy(org.apache.kafka.streams.kstream.TimeWindows.ofSizeAndGrace(
                                    program.sizeMs(), program.graceMs())
                            .advanceBy(program.advanceMs()))
                    .reduce(
                            (text, value) -> "del".equals(value) ? null : text + value,
                            org.apache.kafka.streams.kstream.Materialized.with(Serdes.String(), Serdes.String()));
            (program.until == Until.CLOSED
                            ? windows.suppress(org.apache.kafka.streams.kstream.Suppressed.untilWindowCloses(strict))
                            : windows.suppress(org.apache.kafka.streams.kstream.Suppressed.untilTimeLimit(
                                    program.graceMs(), strict.emitEarlyWhenFull())))
                    .toStream()
                    .to("out", org.apache.kafka.streams.kstream.Produced.with(keys, Serdes.String()));
        } else {
            builder.<String, String>table("in")
                    .suppress(org.apache.kafka.streams.kstream.Suppressed.untilTimeLimit(
                            program.sizeMs(), strict.emitEarlyWhenFull()))
                    .toStream()
                    .to("out");
        }
        return new org.apache.kafka.streams.TopologyTestDriver(
                builder.build(), settings(program, "theirs"), Instant.EPOCH);
    }

    private Properties settings(Program program, String side) {
        Properties settings = new Properties();
        settings.setProperty("application.id", "app");
        settings.setProperty("bootstrap.servers", "unused:1");
        settings.setProperty("state.dir", directory.resolve(side).toString());
        settings.setProperty("default.key.serde", "org.apache.kafka.common.serialization.Serdes$StringSerde");
        settings.setProperty("default.value.serde", "org.apache.kafka.common.serialization.Serdes$StringSerde");
        settings.setProperty("statestore.cache.max.bytes", program.cached ? "10485760" : "0");
        return settings;
    }
}
