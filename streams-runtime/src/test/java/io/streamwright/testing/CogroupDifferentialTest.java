package io.streamwright.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.StreamsBuilder;
import io.streamwright.kstream.Aggregator;
import io.streamwright.kstream.CogroupedKStream;
import io.streamwright.kstream.Grouped;
import io.streamwright.kstream.KGroupedStream;
import io.streamwright.kstream.Materialized;
import io.streamwright.kstream.Produced;
import io.streamwright.kstream.TimeWindows;
import io.streamwright.kstream.WindowedSerdes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;

/** Whatever comes on which stream, an aggregation of several streams writes what Kafka Streams writes. */
final class CogroupDifferentialTest {
    private static final int TOPICS = 3;
    private static final int LATEST_MS = 80;

    /**
     * What is aggregated.
     *
     * @param rekeyed whether the second stream has another key than its topic
     * @param cached whether caching is on
     */
    record Shape(boolean rekeyed, boolean cached) {}

    /** A window; none is closed before the last record. */
    record Slices(int size, int advance) {}

    /** A record of the input; key and value may be null. */
    record Input(int topic, String key, String value, long timestamp, String header) {
        String topicName() {
            return "in" + topic;
        }

        Headers headers() {
            RecordHeaders headers = new RecordHeaders();
            if (header != null) {
                headers.add(new RecordHeader("h", header.getBytes(StandardCharsets.UTF_8)));
            }
            return headers;
        }
    }

    @Provide
    Arbitrary<Shape> shapes() {
        return Combinators.combine(Arbitraries.of(true, false), Arbitraries.of(true, false))
                .as(Shape::new);
    }

    @Provide
    Arbitrary<Slices> slices() {
        Arbitrary<Integer> size = Arbitraries.integers().between(1, 25);
        return Combinators.combine(size, size).as((one, other) -> new Slices(one, Math.min(one, other)));
    }

    @Provide
    Arbitrary<List<Input>> inputs() {
        Arbitrary<String> key = Arbitraries.of("a", "b", "c").injectNull(0.1);
        Arbitrary<String> value = Arbitraries.of("x", "y", "del", "xy").injectNull(0.15);
        return Combinators.combine(
                        Arbitraries.integers().between(1, TOPICS),
                        key,
                        value,
                        Arbitraries.longs().between(0, LATEST_MS),
                        Arbitraries.of("1", "2").injectNull(0.5))
                .as(Input::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(60);
    }

    @Property
    void aggregationOfSeveralStreams_writesWhatKafkaStreamsWrites(
            @ForAll("shapes") Shape shape, @ForAll("inputs") List<Input> inputs) throws IOException {
        // given
        StreamsBuilder builder = new StreamsBuilder();
        cogroup(builder, shape)
                .aggregate(() -> "", Materialized.as("all"))
                .toStream()
                .to("out");
        org.apache.kafka.streams.StreamsBuilder theirs = new org.apache.kafka.streams.StreamsBuilder();
        theirCogroup(theirs, shape)
                .aggregate(() -> "", org.apache.kafka.streams.kstream.Materialized.as("all"))
                .toStream()
                .to("out");
        // when, then
        assertThat(ours(builder, shape, inputs)).isEqualTo(theirs(theirs, shape, inputs));
    }

    @Property
    void windowedAggregationOfSeveralStreams_writesWhatKafkaStreamsWrites(
            @ForAll("shapes") Shape shape, @ForAll("slices") Slices slices, @ForAll("inputs") List<Input> inputs)
            throws IOException {
        // given
        Duration size = Duration.ofMillis(slices.size);
        Duration advance = Duration.ofMillis(slices.advance);
        Duration grace = Duration.ofMillis(2 * LATEST_MS);
        StreamsBuilder builder = new StreamsBuilder();
        cogroup(builder, shape)
                .windowedBy(TimeWindows.ofSizeAndGrace(size, grace).advanceBy(advance))
                .aggregate(() -> "", Materialized.as("all"))
                .toStream()
                .to("out", Produced.keySerde(WindowedSerdes.timeWindowedSerdeFrom(String.class, slices.size)));
        org.apache.kafka.streams.StreamsBuilder theirs = new org.apache.kafka.streams.StreamsBuilder();
        theirCogroup(theirs, shape)
                .windowedBy(org.apache.kafka.streams.kstream.TimeWindows.ofSizeAndGrace(size, grace)
                        .advanceBy(advance))
                .aggregate(() -> "", org.apache.kafka.streams.kstream.Materialized.as("all"))
                .toStream()
                .to(
                        "out",
                        org.apache.kafka.streams.kstream.Produced.keySerde(
                                org.apache.kafka.streams.kstream.WindowedSerdes.timeWindowedSerdeFrom(
                                        String.class, slices.size)));
        // when, then
        assertThat(ours(builder, shape, inputs)).isEqualTo(theirs(theirs, shape, inputs));
    }

    private static CogroupedKStream<String, String> cogroup(StreamsBuilder builder, Shape shape) {
        Aggregator<String, String, String> adder = (key, value, text) -> text + "1" + value;
        KGroupedStream<String, String> second = shape.rekeyed
                ? builder.<String, String>stream("in2").groupBy((key, value) -> value, Grouped.as("second"))
                : builder.<String, String>stream("in2").groupByKey();
        return builder.<String, String>stream("in1")
                .groupByKey()
                .cogroup(adder)
                .cogroup(second, (key, value, text) -> text + "2" + value)
                .cogroup(
                        builder.<String, String>stream("in3").groupByKey(),
                        (key, value, text) -> "del".equals(value) ? null : text + "3" + value);
    }

    private static org.apache.kafka.streams.kstream.CogroupedKStream<String, String> theirCogroup(
            org.apache.kafka.streams.StreamsBuilder builder, Shape shape) {
        org.apache.kafka.streams.kstream.Aggregator<String, String, String> adder =
                (key, value, text) -> text + "1" + value;
        org.apache.kafka.streams.kstream.KGroupedStream<String, String> second = shape.rekeyed
                ? builder.<String, String>stream("in2")
                        .groupBy((key, value) -> value, org.apache.kafka.streams.kstream.Grouped.as("second"))
                : builder.<String, String>stream("in2").groupByKey();
        return builder.<String, String>stream("in1")
                .groupByKey()
                .cogroup(adder)
                .cogroup(second, (key, value, text) -> text + "2" + value)
                .cogroup(
                        builder.<String, String>stream("in3").groupByKey(),
                        (key, value, text) -> "del".equals(value) ? null : text + "3" + value);
    }

    private static Properties settings(Shape shape, Path directory) {
        Properties settings = new Properties();
        settings.setProperty("application.id", "app");
        settings.setProperty("bootstrap.servers", "unused:1");
        settings.setProperty("state.dir", directory.toString());
        settings.setProperty("default.key.serde", Serdes.StringSerde.class.getName());
        settings.setProperty("default.value.serde", Serdes.StringSerde.class.getName());
        settings.setProperty("statestore.cache.max.bytes", shape.cached ? "10485760" : "0");
        return settings;
    }

    /** Returns what is written to each topic; of the changelog what it ends with, as both write deletions of what never was. */
    private static Map<String, Object> ours(StreamsBuilder builder, Shape shape, List<Input> inputs)
            throws IOException {
        Path directory = Files.createTempDirectory("cogroup");
        Written written = new Written();
        try (TopologyTestDriver driver =
                new TopologyTestDriver(builder.build(), settings(shape, directory), Instant.EPOCH)) {
            for (Input input : inputs) {
                driver.createInputTopic(input.topicName(), new StringSerializer(), new StringSerializer())
                        .pipeInput(new TestRecord<>(input.key, input.value, input.headers(), input.timestamp));
                for (String topic : driver.producedTopicNames()) {
                    driver.createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
                            .readRecordsToList()
                            .forEach(row -> written.add(topic, row.key(), row.value(), row.timestamp(), row.headers()));
                }
            }
        } finally {
            TestDirectories.delete(directory);
        }
        return written.all();
    }

    private static Map<String, Object> theirs(
            org.apache.kafka.streams.StreamsBuilder builder, Shape shape, List<Input> inputs) throws IOException {
        Path directory = Files.createTempDirectory("cogroup");
        Written written = new Written();
        try (org.apache.kafka.streams.TopologyTestDriver driver = new org.apache.kafka.streams.TopologyTestDriver(
                builder.build(), settings(shape, directory), Instant.EPOCH)) {
            for (Input input : inputs) {
                driver.createInputTopic(input.topicName(), new StringSerializer(), new StringSerializer())
                        .pipeInput(new org.apache.kafka.streams.test.TestRecord<>(
                                input.key, input.value, input.headers(), input.timestamp));
                for (String topic : driver.producedTopicNames()) {
                    driver.createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
                            .readRecordsToList()
                            .forEach(row -> written.add(topic, row.key(), row.value(), row.timestamp(), row.headers()));
                }
            }
        } finally {
            TestDirectories.delete(directory);
        }
        return written.all();
    }

    /** What was written, in text. Owner: one run. */
    private static final class Written {
        private final Map<String, List<String>> records = new TreeMap<>();
        private final Map<String, String> changelog = new TreeMap<>();

        void add(String topic, byte[] key, byte[] value, long timestamp, Headers headers) {
            StringBuilder row = new StringBuilder(text(key) + "=" + text(value) + "@" + timestamp);
            headers.forEach(header -> row.append(' ').append(header.key()).append(text(header.value())));
            if (!topic.endsWith("-changelog")) {
                records.computeIfAbsent(topic, any -> new ArrayList<>()).add(row.toString());
            } else if (value == null) {
                changelog.remove(text(key));
            } else {
                changelog.put(text(key), row.toString());
            }
        }

        private static String text(byte[] bytes) {
            return bytes == null ? "null" : new String(bytes, StandardCharsets.ISO_8859_1);
        }

        Map<String, Object> all() {
            return Map.of("records", records, "changelog", changelog);
        }
    }
}
