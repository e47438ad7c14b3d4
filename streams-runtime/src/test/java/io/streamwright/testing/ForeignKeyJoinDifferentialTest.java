package io.streamwright.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.StreamsBuilder;
import io.streamwright.kstream.KTable;
import io.streamwright.kstream.Materialized;
import io.streamwright.runtime.InMemoryTempDir;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Utils;

/**
 * Foreign-key joins write what they write in Kafka Streams, whatever comes in: foreign keys that change, none, deletions on both sides,
 * any order of times. What docs/porting.md says of foreign-key joins is taken into account, record by record.
 *
 * <p>The long run is {@code mvn test -pl streams-runtime -am -Dtest=ForeignKeyJoinDifferentialTest -Djqwik.tries.default=1000}.
 */
final class ForeignKeyJoinDifferentialTest {

    /** What the tables of a join are. */
    private enum Shape {
        PLAIN,
        FILTERED_LEFT,
        MAPPED_RIGHT,
        MATERIALIZED
    }

    /** Which rows have results. */
    private enum Type {
        INNER,
        LEFT
    }

    /** An update of a row; the value is null for a deletion. */
    private record Step(boolean left, String key, String value, long timestamp, String header) {}

    /** A record of the results. */
    private record Result(String key, String value, long timestamp, String header) {}

    /** A row with its time. */
    private record Row(String value, long timestamp) {}

    private Path directory;

    @BeforeTry
    void makeDirectory() throws IOException {
        directory = InMemoryTempDir.create();
    }

    @AfterTry
    void deleteDirectory() throws IOException {
        Utils.delete(directory.toFile());
    }

    @Property
    void innerJoin_writesWhatKafkaStreamsWrites(@ForAll("steps") List<Step> steps) {
        assertSameRecords(Type.INNER, Shape.PLAIN, steps);
    }

    @Property
    void leftJoin_writesWhatKafkaStreamsWrites(@ForAll("steps") List<Step> steps) {
        assertSameRecords(Type.LEFT, Shape.PLAIN, steps);
    }

    @Property
    void innerJoinOfAFilteredTable_writesWhatKafkaStreamsWrites(@ForAll("steps") List<Step> steps) {
        assertSameRecords(Type.INNER, Shape.FILTERED_LEFT, steps);
    }

    @Property
    void leftJoinOfAFilteredTable_writesWhatKafkaStreamsWrites(@ForAll("steps") List<Step> steps) {
        assertSameRecords(Type.LEFT, Shape.FILTERED_LEFT, steps);
    }

    @Property
    void innerJoinWithAMappedTable_writesWhatKafkaStreamsWrites(@ForAll("steps") List<Step> steps) {
        assertSameRecords(Type.INNER, Shape.MAPPED_RIGHT, steps);
    }

    @Property
    void leftJoinWithAMappedTable_writesWhatKafkaStreamsWrites(@ForAll("steps") List<Step> steps) {
        assertSameRecords(Type.LEFT, Shape.MAPPED_RIGHT, steps);
    }

    @Property
    void innerJoinInAStore_writesWhatKafkaStreamsWrites(@ForAll("steps") List<Step> steps) {
        assertSameRecords(Type.INNER, Shape.MATERIALIZED, steps);
    }

    @Property
    void leftJoinInAStore_writesWhatKafkaStreamsWrites(@ForAll("steps") List<Step> steps) {
        assertSameRecords(Type.LEFT, Shape.MATERIALIZED, steps);
    }

    @Property
    void innerJoinWithCaching_endsAsInKafkaStreams(
            @ForAll("crowded") List<Step> steps, @ForAll("batchSizes") List<Integer> batchSizes, @ForAll Shape shape) {
        assertSameTables(Type.INNER, shape, "10485760", steps, batchSizes);
    }

    @Property
    void leftJoinWithCaching_endsAsInKafkaStreams(
            @ForAll("crowded") List<Step> steps, @ForAll("batchSizes") List<Integer> batchSizes, @ForAll Shape shape) {
        assertSameTables(Type.LEFT, shape, "10485760", steps, batchSizes);
    }

    /** Updates and answers overtake each other, as no commit lies between the updates of both tables. */
    @Property
    void innerJoinOfUpdatesUnderWay_endsAsInKafkaStreams(
            @ForAll("crowded") List<Step> steps, @ForAll("batchSizes") List<Integer> batchSizes, @ForAll Shape shape) {
        assertSameTables(Type.INNER, shape, "0", steps, batchSizes);
    }

    @Property
    void leftJoinOfUpdatesUnderWay_endsAsInKafkaStreams(
            @ForAll("crowded") List<Step> steps, @ForAll("batchSizes") List<Integer> batchSizes, @ForAll Shape shape) {
        assertSameTables(Type.LEFT, shape, "0", steps, batchSizes);
    }

    @Provide
    Arbitrary<List<Step>> steps() {
        return steps(List.of("a", "b", "c"), List.of("f0", "f1", "f2"));
    }

    /** So few rows that most updates of a batch concern the same ones. */
    @Provide
    Arbitrary<List<Step>> crowded() {
        return steps(List.of("a"), List.of("f0", "f1"));
    }

    private static Arbitrary<List<Step>> steps(List<String> leftKeys, List<String> rightKeys) {
        Arbitrary<Long> timestamps = Arbitraries.longs().between(0, 50);
        Arbitrary<String> headers = Arbitraries.of("", "h1", "h2");
        Arbitrary<String> foreignKeys =
                Arbitraries.of(rightKeys).injectNull(0.2).map(key -> key == null ? "-" : key);
        Arbitrary<String> texts = Arbitraries.of("a", "b", "x");
        Arbitrary<String> leftValues = Combinators.combine(foreignKeys, texts)
                .as((foreignKey, text) -> foreignKey + ":" + text)
                .injectNull(0.2);
        Arbitrary<Step> lefts = Combinators.combine(Arbitraries.of(leftKeys), leftValues, timestamps, headers)
                .as((key, value, timestamp, header) -> new Step(true, key, value, timestamp, header));
        Arbitrary<Step> rights = Combinators.combine(
                        Arbitraries.of(rightKeys), texts.injectNull(0.35), timestamps, headers)
                .as((key, value, timestamp, header) -> new Step(false, key, value, timestamp, header));
        return Arbitraries.oneOf(lefts, rights).list().ofMinSize(1).ofMaxSize(30);
    }

    @Provide
    Arbitrary<List<Integer>> batchSizes() {
        return Arbitraries.integers().between(1, 8).list().ofSize(30);
    }

    private void assertSameRecords(Type type, Shape shape, List<Step> steps) {
        Expectation expectation = new Expectation(type, shape);
        try (TopologyTestDriver ours = ours(type, shape, "0");
                org.apache.kafka.streams.TopologyTestDriver theirs = theirs(type, shape)) {
            for (int index = 0; index < steps.size(); index++) {
                Step step = steps.get(index);
                // given
                List<Result> expected = expectation.of(step, piped(theirs, step));
                // when
                List<Result> seen = piped(ours, step);
                // then
                assertThat(seen).as("step %d: %s", index, step).isEqualTo(expected);
            }
        }
    }

    private void assertSameTables(
            Type type, Shape shape, String cacheBytes, List<Step> steps, List<Integer> batchSizes) {
        // given
        Map<String, String> expected = new TreeMap<>();
        try (org.apache.kafka.streams.TopologyTestDriver theirs = theirs(type, shape)) {
            steps.forEach(step -> apply(expected, piped(theirs, step)));
        }
        // when
        Map<String, String> seen = new TreeMap<>();
        try (TopologyTestDriver ours = ours(type, shape, cacheBytes)) {
            ours.commitByHand();
            int from = 0;
            for (int size : batchSizes) {
                int to = Math.min(from + size, steps.size());
                steps.subList(from, to).forEach(step -> apply(seen, piped(ours, step)));
                ours.commit();
                apply(seen, results(ours));
                from = to;
            }
        }
        // then
        assertThat(seen).isEqualTo(expected);
    }

    private static void apply(Map<String, String> table, List<Result> results) {
        results.forEach(result -> {
            if (result.value() == null) {
                table.remove(result.key());
            } else {
                table.put(result.key(), result.value());
            }
        });
    }

    /** What is expected of a step after what Kafka Streams does. Owner: one try. */
    private static final class Expectation {
        private final Type type;
        private final Shape shape;
        private final Map<String, Row> leftRows = new HashMap<>();
        private final Set<String> rightRows = new TreeSet<>();

        Expectation(Type type, Shape shape) {
            this.type = type;
            this.shape = shape;
        }

        List<Result> of(Step step, List<Result> theirs) {
            return step.left() ? ofLeft(step, theirs) : ofRight(step, theirs);
        }

        /** A row that leaves, and that has no result as there is no right row, deletes none. */
        private List<Result> ofLeft(Step step, List<Result> theirs) {
            boolean kept = step.value() != null && !(shape == Shape.FILTERED_LEFT && filtered(step.value()));
            Row before = kept
                    ? leftRows.put(step.key(), new Row(step.value(), step.timestamp()))
                    : leftRows.remove(step.key());
            String referred = before == null ? null : foreignKey(before.value());
            boolean leaves = referred != null && (!kept || foreignKey(step.value()) == null);
            return type == Type.INNER && leaves && !rightRows.contains(referred) ? List.of() : theirs;
        }

        /** The deletion of a row that is not there changes nothing; results have the larger of both timestamps. */
        private List<Result> ofRight(Step step, List<Result> theirs) {
            boolean changed = step.value() == null ? rightRows.remove(step.key()) : rightRows.add(step.key());
            if (step.value() == null && !changed) {
                return List.of();
            }
            return theirs.stream()
                    .map(result -> new Result(
                            result.key(),
                            result.value(),
                            Math.max(
                                    result.timestamp(),
                                    leftRows.get(result.key()).timestamp()),
                            result.header()))
                    .toList();
        }
    }

    private static boolean filtered(String value) {
        return value.endsWith("x");
    }

    private static String foreignKey(String value) {
        String foreignKey = value.substring(0, value.indexOf(':'));
        return foreignKey.equals("-") ? null : foreignKey;
    }

    private TopologyTestDriver ours(Type type, Shape shape, String cacheBytes) {
        StreamsBuilder builder = new StreamsBuilder();
        KTable<String, String> left = builder.table("left");
        KTable<String, String> right = builder.table("right");
        if (shape == Shape.FILTERED_LEFT) {
            left = left.filterNot((key, value) -> filtered(value));
        } else if (shape == Shape.MAPPED_RIGHT) {
            right = right.mapValues((key, value) -> key + value);
        }
        KTable<String, String> results;
        if (shape == Shape.MATERIALIZED) {
            results = type == Type.INNER
                    ? left.join(
                            right, ForeignKeyJoinDifferentialTest::foreignKey, String::concat, Materialized.as("all"))
                    : left.leftJoin(right, value -> foreignKey(value), (l, r) -> l + r, Materialized.as("all"));
        } else {
            results = type == Type.INNER
                    ? left.join(right, ForeignKeyJoinDifferentialTest::foreignKey, String::concat)
                    : left.leftJoin(right, value -> foreignKey(value), (l, r) -> l + r);
        }
        results.toStream().to("out");
        return new TopologyTestDriver(builder.build(), settings(cacheBytes), Instant.EPOCH);
    }

    private org.apache.kafka.streams.TopologyTestDriver theirs(Type type, Shape shape) {
        org.apache.kafka.streams.StreamsBuilder builder = new org.apache.kafka.streams.StreamsBuilder();
        org.apache.kafka.streams.kstream.KTable<String, String> left = builder.table("left");
        org.apache.kafka.streams.kstream.KTable<String, String> right = builder.table("right");
        if (shape == Shape.FILTERED_LEFT) {
            left = left.filterNot((key, value) -> filtered(value));
        } else if (shape == Shape.MAPPED_RIGHT) {
            right = right.mapValues((key, value) -> key + value);
        }
        org.apache.kafka.streams.kstream.KTable<String, String> results;
        if (shape == Shape.MATERIALIZED) {
            results = type == Type.INNER
                    ? left.join(
                            right,
                            ForeignKeyJoinDifferentialTest::foreignKey,
                            String::concat,
                            org.apache.kafka.streams.kstream.Materialized.as("all"))
                    : left.leftJoin(
                            right,
                            value -> foreignKey(value),
                            (l, r) -> l + r,
                            org.apache.kafka.streams.kstream.Materialized.as("all"));
        } else {
            results = type == Type.INNER
                    ? left.join(right, ForeignKeyJoinDifferentialTest::foreignKey, String::concat)
                    : left.leftJoin(right, value -> foreignKey(value), (l, r) -> l + r);
        }
        results.toStream().to("out");
        Properties settings = settings("0");
        settings.setProperty(
                "dsl.store.suppliers.class",
                "org.apache.kafka.streams.state.BuiltInDslStoreSuppliers$InMemoryDslStoreSuppliers");
        return new org.apache.kafka.streams.TopologyTestDriver(builder.build(), settings, Instant.EPOCH);
    }

    private Properties settings(String cacheBytes) {
        Properties settings = new Properties();
        settings.setProperty("application.id", "app");
        settings.setProperty("bootstrap.servers", "unused:1");
        settings.setProperty("state.dir", directory.toString());
        settings.setProperty("default.key.serde", "org.apache.kafka.common.serialization.Serdes$StringSerde");
        settings.setProperty("default.value.serde", "org.apache.kafka.common.serialization.Serdes$StringSerde");
        settings.setProperty("statestore.cache.max.bytes", cacheBytes);
        return settings;
    }

    private static List<Result> piped(TopologyTestDriver driver, Step step) {
        driver.createInputTopic(topic(step), new StringSerializer(), new StringSerializer())
                .pipeInput(new TestRecord<>(
                        step.key(), step.value(), headers(step), Instant.ofEpochMilli(step.timestamp())));
        return results(driver);
    }

    private static List<Result> results(TopologyTestDriver driver) {
        List<Result> results = new ArrayList<>();
        if (driver.producedTopicNames().contains("out")) {
            driver.createOutputTopic("out", new StringDeserializer(), new StringDeserializer())
                    .readRecordsToList()
                    .forEach(out ->
                            results.add(new Result(out.key(), out.value(), out.timestamp(), shown(out.headers()))));
        }
        return results;
    }

    private static List<Result> piped(org.apache.kafka.streams.TopologyTestDriver driver, Step step) {
        driver.createInputTopic(topic(step), new StringSerializer(), new StringSerializer())
                .pipeInput(new org.apache.kafka.streams.test.TestRecord<>(
                        step.key(), step.value(), headers(step), Instant.ofEpochMilli(step.timestamp())));
        List<Result> results = new ArrayList<>();
        if (driver.producedTopicNames().contains("out")) {
            driver.createOutputTopic("out", new StringDeserializer(), new StringDeserializer())
                    .readRecordsToList()
                    .forEach(out ->
                            results.add(new Result(out.key(), out.value(), out.timestamp(), shown(out.headers()))));
        }
        return results;
    }

    private static String topic(Step step) {
        return step.left() ? "left" : "right";
    }

    private static Headers headers(Step step) {
        RecordHeaders headers = new RecordHeaders();
        return step.header().isEmpty() ? headers : headers.add(step.header(), new byte[] {1});
    }

    private static String shown(Headers headers) {
        List<String> names = new ArrayList<>();
        headers.forEach(header -> names.add(header.key() + new String(header.value(), StandardCharsets.UTF_8)));
        return names.toString();
    }
}
