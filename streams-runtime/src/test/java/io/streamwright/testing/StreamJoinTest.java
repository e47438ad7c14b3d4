package io.streamwright.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.StreamsBuilder;
import io.streamwright.kstream.Consumed;
import io.streamwright.kstream.JoinWindows;
import io.streamwright.kstream.KStream;
import io.streamwright.kstream.Produced;
import io.streamwright.kstream.StreamJoined;
import io.streamwright.kstream.ValueJoiner;
import io.streamwright.kstream.ValueJoinerWithKey;
import io.streamwright.state.Stores;
import io.streamwright.testing.JoinModel.Input;
import io.streamwright.testing.JoinModel.Join;
import io.streamwright.testing.JoinModel.Kind;
import io.streamwright.testing.StreamJoinRuns.Ours;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What joins of streams make of records; also where Kafka Streams is not followed. */
final class StreamJoinTest {

    @TempDir
    private Path directory;

    private static Input left(String key, String value, long timestamp) {
        return new Input(true, key, value, timestamp);
    }

    private static Input right(String key, String value, long timestamp) {
        return new Input(false, key, value, timestamp);
    }

    private static Join join(Kind kind, long difference, long grace) {
        return new Join(kind, difference, difference, grace, false);
    }

    /** Pipes records. Returns the results of each. */
    private static List<List<String>> results(Join join, Input... inputs) {
        try (Ours ours = StreamJoinRuns.ours(join, false)) {
            return Arrays.stream(inputs).map(ours::pipe).toList();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"LEFT", "OUTER"})
    void recordBehindStreamTime_waitsForItsGrace(Kind kind) {
        // when a record comes late whose grace period has not run out
        List<List<String>> results = results(
                join(kind, 100, 50),
                left("x", "x1", 1000),
                left("k", "late", 880),
                right("k", "r", 900),
                left("x", "x2", 2000));
        // then it is not without a match too early
        assertThat(results).containsExactly(List.of(), List.of(), List.of("k=late+r@900"), List.of("x=x1+null@1000"));
    }

    @Test
    void recordOfTheOtherStreamBehindStreamTime_waitsForItsGraceInAnOuterJoin() {
        // when
        List<List<String>> results = results(
                join(Kind.OUTER, 100, 50),
                right("x", "x1", 1000),
                right("k", "late", 880),
                left("k", "l", 900),
                right("x", "x2", 2000));
        // then
        assertThat(results).containsExactly(List.of(), List.of(), List.of("k=l+late@900"), List.of("x=null+x1@1000"));
    }

    @Test
    void recordsMatchUpToTheLastMillisecond_andAreAloneFromTheNextOn() {
        // when
        List<List<String>> results = results(
                join(Kind.LEFT, 100, 0),
                left("k", "l1", 0),
                left("k2", "m", 5),
                right("k", "r1", 100),
                right("k", "r2", 101),
                right("zz", "a", 105),
                right("zz", "a", 106));
        // then
        assertThat(results)
                .containsExactly(
                        List.of(), List.of(), List.of("k=l1+r1@100"), List.of(), List.of(), List.of("k2=m+null@5"));
    }

    @Test
    void recordThatHadItsResultAlone_isJoinedWithNothingLater() {
        // when
        List<List<String>> results = results(
                new Join(Kind.LEFT, 100, 0, 0, false),
                left("a", "l", 1000),
                left("z", "z", 1001),
                right("a", "r", 999));
        // then
        assertThat(results).containsExactly(List.of(), List.of("a=l+null@1000"), List.of());
    }

    @Test
    void recordThatIsLateItself_joinsWhatIsThere() {
        // when
        List<List<String>> results = results(
                join(Kind.LEFT, 100, 0),
                right("k", "r", 100),
                right("z", "z", 106),
                left("k", "l", 0),
                left("j", "alone", 0));
        // then it has its results at once, and all of them
        assertThat(results).containsExactly(List.of(), List.of(), List.of("k=l+r@100"), List.of("j=alone+null@0"));
    }

    @Test
    void recordsWithoutKeyOrValue_areAloneOrDropped() {
        Input[] inputs = {
            left(null, "l", 1), right(null, "r", 2), left("k", null, 3), right("k", null, 4), left(null, null, 5)
        };
        // when, then
        assertThat(results(join(Kind.INNER, 10, 0), inputs)).allMatch(List::isEmpty);
        assertThat(results(join(Kind.LEFT, 10, 0), inputs))
                .containsExactly(List.of("null=l+null@1"), List.of(), List.of(), List.of(), List.of());
        assertThat(results(join(Kind.OUTER, 10, 0), inputs))
                .containsExactly(List.of("null=l+null@1"), List.of("null=null+r@2"), List.of(), List.of(), List.of());
    }

    @Test
    void recordsThatAreLeftAside_doNotMoveTime() {
        // when records without a key or a value lie far ahead
        List<List<String>> results = results(
                join(Kind.LEFT, 10, 0),
                left("a", "l", 5),
                left(null, "n", 100),
                left("z", null, 100),
                right(null, "n", 100),
                left("b", "late", 1),
                right("b", "r", 2),
                right("a", "r", 6));
        // then all wait as before
        assertThat(results)
                .containsExactly(
                        List.of(),
                        List.of("null=n+null@100"),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of("b=late+r@2"),
                        List.of("a=l+r@6"));
    }

    @Test
    void resultsAlone_comeAsSoonAsTheirWindowCloses_whateverElseWaits() {
        // when newer records wait whenever a window closes
        List<List<String>> results = results(
                join(Kind.LEFT, 10, 0),
                left("a", "1", 0),
                left("b", "2", 5),
                left("c", "3", 11),
                left("d", "4", 16),
                right("e", "5", 22));
        // then
        assertThat(results)
                .containsExactly(
                        List.of(), List.of(), List.of("a=1+null@0"), List.of("b=2+null@5"), List.of("c=3+null@11"));
    }

    @Test
    void windowsOfBothSidesCloseInTheirOwnTime() {
        // given windows that are open longer for records of this stream
        Join join = new Join(Kind.OUTER, 10, 100, 0, false);
        // when, then
        assertThat(results(join, left("l", "1", 100), right("r", "2", 100), left("x", "3", 111), right("x", "4", 201)))
                .containsExactly(List.of(), List.of(), List.of("r=null+2@100"), List.of("l=1+null@100", "x=3+4@201"));
    }

    @Test
    void otherRecordThatHasToBeLater_isWaitedForUntilTheWindowCloses() {
        // given that Kafka Streams forgets the record before: windows are shorter than they lie ahead
        Join join = new Join(Kind.LEFT, -5, 10, 0, false);
        // when, then
        assertThat(results(
                        join, left("k", "l", 100), left("z", "z", 107), right("k", "early", 104), right("k", "r", 108)))
                .containsExactly(List.of(), List.of(), List.of(), List.of("k=l+r@108"));
    }

    @Test
    void recordsOfTheSameTimeAlone_areJoined() {
        assertThat(results(join(Kind.INNER, 0, 0), left("k", "l", 100), right("k", "r", 100)))
                .containsExactly(List.of(), List.of("k=l+r@100"));
    }

    @Test
    void givenStores_keepRecordsUntilTheirWindowCloses() {
        // given stores whose retention is that of the windows, which Kafka Streams asks for
        StreamsBuilder builder = new StreamsBuilder();
        JoinWindows windows =
                JoinWindows.ofTimeDifferenceWithNoGrace(Duration.ofMillis(10)).before(Duration.ZERO);
        Duration ten = Duration.ofMillis(10);
        builder.<String, String>stream("left")
                .join(
                        builder.<String, String>stream("right"),
                        (one, other) -> one + "+" + other,
                        windows,
                        StreamJoined.with(
                                Stores.persistentWindowStore("one", ten, ten, true),
                                Stores.inMemoryWindowStore("two", ten, ten, true)))
                .to("out");
        try (TopologyTestDriver driver = driver(builder, "none")) {
            // when
            pipe(driver, "left", "k", "l", 100);
            pipe(driver, "left", "z", "z", 110);
            pipe(driver, "right", "k", "r", 110);
            // then
            assertThat(values(driver)).containsExactly("l+r");
        }
    }

    @Test
    void resultAlone_hasNoHeaders_andAPairThoseOfTheSecondRecord() {
        StreamsBuilder builder = new StreamsBuilder();
        ValueJoiner<String, String, String> joiner = (one, other) -> one + "+" + other;
        builder.<String, String>stream("left")
                .leftJoin(
                        builder.<String, String>stream("right"),
                        joiner,
                        JoinWindows.ofTimeDifferenceWithNoGrace(Duration.ofMillis(10)))
                .to("out");
        try (TopologyTestDriver driver = driver(builder, "none")) {
            // when
            pipe(driver, "left", "k", "1", 1);
            pipe(driver, "left", "z", "9", 50);
            pipe(driver, "right", "z", "8", 51);
            // then
            List<TestRecord<String, String>> records = driver.createOutputTopic(
                            "out", new StringDeserializer(), new StringDeserializer())
                    .readRecordsToList();
            assertThat(records).extracting(TestRecord::value).containsExactly("1+null", "9+8");
            assertThat(records.get(0).headers()).isEqualTo(new RecordHeaders());
            assertThat(records.get(1).headers())
                    .isEqualTo(new RecordHeaders().add("of", "8".getBytes(StandardCharsets.UTF_8)));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"LEFT", "OUTER"})
    void joinWithItself_keepsResultsAlone_alsoWhenOptimized(Kind kind) {
        // given windows in which no record matches itself
        Join join = new Join(kind, -1, 10, 0, false);
        List<List<String>> results = new ArrayList<>();
        for (boolean optimized : List.of(false, true)) {
            try (Ours ours = StreamJoinRuns.oursWithSelf(join, false, optimized)) {
                // when
                List<String> all = new ArrayList<>();
                all.addAll(ours.pipe(left(null, "n", 1)));
                all.addAll(ours.pipe(left("k", "a", 5)));
                all.addAll(ours.pipe(left("z", "z", 50)));
                results.add(all);
            }
        }
        // then
        assertThat(results.get(0)).contains("null=n+null@1", "k=a+null@5");
        assertThat(results.get(1)).isEqualTo(results.get(0));
    }

    @Test
    void optimizedJoinWithItself_keepsRecordsOnce() {
        // given
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> stream = builder.stream("left");
        JoinWindows windows = JoinWindows.ofTimeDifferenceWithNoGrace(Duration.ofMillis(10));
        stream.join(stream, (one, other) -> one + "+" + other, windows, StreamJoined.as("self"))
                .to("out");
        try (TopologyTestDriver driver = driver(builder, "single.store.self.join")) {
            // when
            pipe(driver, "left", "k", "a", 1);
            pipe(driver, "left", "k", "b", 1);
            // then
            assertThat(values(driver)).containsExactly("a+a", "b+a", "a+b", "b+b");
            assertThat(driver.getAllStateStores()).containsOnlyKeys("self-this-join-store");
        }
    }

    @Test
    void serdesThatTheStreamsKnow_areThoseOfTheStores() {
        // given keys and values that the default serdes cannot write
        StreamsBuilder builder = new StreamsBuilder();
        KStream<Long, Long> left = builder.stream("left", Consumed.with(Serdes.Long(), Serdes.Long()));
        KStream<Long, Long> right = builder.stream("right", Consumed.with(Serdes.Long(), Serdes.Long()));
        ValueJoinerWithKey<Long, Long, Long, String> joiner = (key, one, other) -> key + ":" + one + "+" + other;
        left.outerJoin(right, joiner, JoinWindows.ofTimeDifferenceWithNoGrace(Duration.ofMillis(10)))
                .to("out", Produced.with(Serdes.Long(), Serdes.String()));
        try (TopologyTestDriver driver = driver(builder, "none")) {
            // when
            for (String topic : List.of("left", "right", "left")) {
                driver.createInputTopic(topic, new LongSerializer(), new LongSerializer())
                        .pipeInput(1L, 2L, Instant.ofEpochMilli(topic.equals("left") ? 5 : 6));
            }
            driver.createInputTopic("right", new LongSerializer(), new LongSerializer())
                    .pipeInput(9L, 9L, Instant.ofEpochMilli(7));
            driver.createInputTopic("right", new LongSerializer(), new LongSerializer())
                    .pipeInput(9L, 9L, Instant.ofEpochMilli(100));
            // then
            assertThat(driver.createOutputTopic("out", Serdes.Long().deserializer(), new StringDeserializer())
                            .readValuesToList())
                    .containsExactly("1:2+2", "1:2+2", "9:null+9");
        }
    }

    @Provide
    Arbitrary<Join> joinsWithResultsAlone() {
        Arbitrary<Long> reach = Arbitraries.longs().between(0, 20);
        return Combinators.combine(
                        Arbitraries.of(Kind.LEFT, Kind.OUTER),
                        reach,
                        reach,
                        Arbitraries.longs().between(0, 10),
                        Arbitraries.of(true, false))
                .as(Join::new);
    }

    @Provide
    Arbitrary<List<Input>> records() {
        return Combinators.combine(
                        Arbitraries.of(true, false),
                        Arbitraries.of("a", "b"),
                        Arbitraries.longs().between(0, 60))
                .as((left, key, timestamp) -> new Input(left, key, "", timestamp))
                .list()
                .ofMinSize(1)
                .ofMaxSize(40);
    }

    @Property
    void recordHasEitherOneResultAloneOrResultsWithOthers(
            @ForAll("joinsWithResultsAlone") Join join, @ForAll("records") List<Input> records) {
        // when each record can be told from the others, and in the end time moves on
        List<String> alone = new ArrayList<>();
        Set<String> matched = new HashSet<>();
        try (Ours ours = StreamJoinRuns.ours(join, false)) {
            List<String> results = new ArrayList<>();
            for (int index = 0; index < records.size(); index++) {
                Input record = records.get(index);
                results.addAll(ours.pipe(new Input(record.left(), record.key(), "v" + index, record.timestamp())));
            }
            results.addAll(ours.pipe(right("end", "end", 1000)));
            for (String result : results) {
                String[] values = result.substring(result.indexOf('=') + 1, result.indexOf('@'))
                        .split("\\+");
                if (values[0].equals("null")) {
                    alone.add(values[1]);
                } else if (values[1].equals("null")) {
                    alone.add(values[0]);
                } else {
                    matched.addAll(List.of(values));
                }
            }
        }
        // then
        assertThat(alone)
                .as("%s after %s", join, records)
                .doesNotHaveDuplicates()
                .noneMatch(matched::contains);
        for (int index = 0; index < records.size(); index++) {
            if (join.keeps(records.get(index).left())) {
                assertThat(alone.contains("v" + index) || matched.contains("v" + index))
                        .as("v%d has a result: %s after %s", index, join, records)
                        .isTrue();
            }
        }
    }

    private TopologyTestDriver driver(StreamsBuilder builder, String optimization) {
        Properties settings = new Properties();
        settings.setProperty("application.id", "app");
        settings.setProperty("bootstrap.servers", "unused:1");
        settings.setProperty("state.dir", directory.toString());
        settings.setProperty("default.key.serde", "org.apache.kafka.common.serialization.Serdes$StringSerde");
        settings.setProperty("default.value.serde", "org.apache.kafka.common.serialization.Serdes$StringSerde");
        settings.setProperty("topology.optimization", optimization);
        return new TopologyTestDriver(builder.build(settings), settings, Instant.EPOCH);
    }

    private static void pipe(TopologyTestDriver driver, String topic, String key, String value, long timestamp) {
        RecordHeaders headers = new RecordHeaders();
        headers.add("of", value.getBytes(StandardCharsets.UTF_8));
        driver.createInputTopic(topic, new StringSerializer(), new StringSerializer())
                .pipeInput(new TestRecord<>(key, value, headers, timestamp));
    }

    private static List<String> values(TopologyTestDriver driver) {
        return driver.createOutputTopic("out", new StringDeserializer(), new StringDeserializer())
                .readValuesToList();
    }
}
