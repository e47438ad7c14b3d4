package io.streamwright.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.StreamsBuilder;
import io.streamwright.StreamsConfig;
import io.streamwright.Topology;
import io.streamwright.errors.StreamsException;
import io.streamwright.kstream.KTable;
import io.streamwright.kstream.Materialized;
import io.streamwright.kstream.Named;
import io.streamwright.kstream.Suppressed;
import io.streamwright.kstream.Suppressed.BufferConfig;
import io.streamwright.kstream.TableJoined;
import io.streamwright.kstream.ValueJoiner;
import io.streamwright.processor.StreamPartitioner;
import io.streamwright.processor.TimestampExtractor;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Results of foreign-key joins, record by record; a left value is {@code foreign key:text}, with {@code -} for no foreign key. */
final class ForeignKeyJoinTest {
    private static final ValueJoiner<String, String, String> PLUS = (left, right) -> left + "+" + right;

    @TempDir
    private Path directory;

    private static String foreignKey(String value) {
        String foreignKey = value.substring(0, value.indexOf(':'));
        return foreignKey.equals("-") ? null : foreignKey;
    }

    private static Topology inner() {
        StreamsBuilder builder = new StreamsBuilder();
        KTable<String, String> left = builder.table("left");
        KTable<String, String> right = builder.table("right");
        left.join(right, ForeignKeyJoinTest::foreignKey, PLUS).toStream().to("out");
        return builder.build();
    }

    private static Topology left() {
        StreamsBuilder builder = new StreamsBuilder();
        KTable<String, String> left = builder.table("left");
        KTable<String, String> right = builder.table("right");
        left.leftJoin(right, value -> foreignKey(value), PLUS).toStream().to("out");
        return builder.build();
    }

    private TopologyTestDriver driver(Topology topology) {
        return driver(topology, Map.of(), settings -> settings);
    }

    private TopologyTestDriver driver(
            Topology topology, Map<String, Integer> partitions, UnaryOperator<Properties> configured) {
        Properties settings = new Properties();
        settings.put(StreamsConfig.APPLICATION_ID_CONFIG, "app");
        settings.put(StreamsConfig.STATE_DIR_CONFIG, directory.toString());
        settings.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        settings.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        settings.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0);
        return new TopologyTestDriver(topology, configured.apply(settings), Instant.EPOCH, partitions);
    }

    private static List<String> pipe(TopologyTestDriver driver, String topic, String key, String value, long time) {
        driver.createInputTopic(topic, new StringSerializer(), new StringSerializer())
                .pipeInput(key, value, time);
        return results(driver);
    }

    private static List<String> results(TopologyTestDriver driver) {
        if (!driver.producedTopicNames().contains("out")) {
            return List.of();
        }
        return driver
                .createOutputTopic("out", new StringDeserializer(), new StringDeserializer())
                .readRecordsToList()
                .stream()
                .map(record -> record.key() + "=" + record.value() + "@" + record.timestamp())
                .toList();
    }

    // ---- every change

    @Test
    void innerJoin_followsEveryChangeOfTheForeignKey() {
        try (TopologyTestDriver driver = driver(inner())) {
            assertThat(pipe(driver, "right", "f1", "one", 1)).isEmpty();
            assertThat(pipe(driver, "right", "f2", "two", 2)).isEmpty();
            assertThat(pipe(driver, "left", "a", "f1:x", 3)).containsExactly("a=f1:x+one@3");
            assertThat(pipe(driver, "left", "a", "f2:x", 4)).containsExactly("a=f2:x+two@4");
            assertThat(pipe(driver, "left", "a", "f9:x", 5)).containsExactly("a=null@5");
            assertThat(pipe(driver, "left", "a", "f1:y", 6)).containsExactly("a=f1:y+one@6");
            assertThat(pipe(driver, "left", "a", "-:z", 7)).containsExactly("a=null@7");
            assertThat(pipe(driver, "left", "a", "f2:q", 8)).containsExactly("a=f2:q+two@8");
            assertThat(pipe(driver, "left", "a", null, 9)).containsExactly("a=null@9");
            assertThat(pipe(driver, "left", "a", null, 10)).isEmpty();
            assertThat(pipe(driver, "left", "b", "-:n", 11)).isEmpty();
            assertThat(pipe(driver, "left", "b", "f1:n", 12)).containsExactly("b=f1:n+one@12");
        }
    }

    @Test
    void leftJoin_hasAResultForEveryRow() {
        try (TopologyTestDriver driver = driver(left())) {
            assertThat(pipe(driver, "left", "a", "-:x", 1)).containsExactly("a=-:x+null@1");
            assertThat(pipe(driver, "left", "a", "f1:x", 2)).containsExactly("a=f1:x+null@2");
            assertThat(pipe(driver, "right", "f1", "one", 3)).containsExactly("a=f1:x+one@3");
            assertThat(pipe(driver, "right", "f1", null, 4)).containsExactly("a=f1:x+null@4");
            assertThat(pipe(driver, "left", "a", null, 5)).containsExactly("a=null@5");
            assertThat(pipe(driver, "left", "a", null, 6)).isEmpty();
            assertThat(pipe(driver, "right", "f1", "uno", 7)).isEmpty();
        }
    }

    // ---- where Kafka Streams is not followed

    @Test
    void deletionOfARightRowThatIsNotThere_changesNothing() {
        try (TopologyTestDriver inner = driver(inner());
                TopologyTestDriver left = driver(left())) {
            for (TopologyTestDriver driver : List.of(inner, left)) {
                pipe(driver, "left", "a", "f1:x", 1);
                assertThat(pipe(driver, "right", "f1", null, 2)).isEmpty();
                assertThat(pipe(driver, "right", "f1", "one", 3)).containsExactly("a=f1:x+one@3");
                assertThat(pipe(driver, "right", "f1", null, 4)).hasSize(1);
                assertThat(pipe(driver, "right", "f1", null, 5)).isEmpty();
            }
        }
    }

    @Test
    void leftRowThatNeverMatched_leavesAnInnerJoinWithoutADeletion() {
        try (TopologyTestDriver driver = driver(inner())) {
            // deleted
            assertThat(pipe(driver, "left", "a", "f1:x", 1)).isEmpty();
            assertThat(pipe(driver, "left", "a", null, 2)).isEmpty();
            // refers to nothing any more
            assertThat(pipe(driver, "left", "b", "f1:x", 3)).isEmpty();
            assertThat(pipe(driver, "left", "b", "-:x", 4)).isEmpty();
            // neither does one whose right row is gone: the result went with it
            assertThat(pipe(driver, "right", "f2", "two", 5)).isEmpty();
            assertThat(pipe(driver, "left", "c", "f2:x", 6)).containsExactly("c=f2:x+two@6");
            assertThat(pipe(driver, "right", "f2", null, 7)).containsExactly("c=null@7");
            assertThat(pipe(driver, "left", "c", null, 8)).isEmpty();
        }
    }

    @Test
    void resultThatAnOlderRightRowBrings_hasTheTimeOfTheLeftRow() {
        try (TopologyTestDriver inner = driver(inner());
                TopologyTestDriver left = driver(left())) {
            pipe(inner, "left", "a", "f1:x", 5);
            pipe(left, "left", "a", "f1:x", 5);
            assertThat(pipe(inner, "right", "f1", "one", 3)).containsExactly("a=f1:x+one@5");
            assertThat(pipe(left, "right", "f1", "one", 3)).containsExactly("a=f1:x+one@5");
            assertThat(pipe(inner, "right", "f1", null, 4)).containsExactly("a=null@5");
            assertThat(pipe(left, "right", "f1", null, 4)).containsExactly("a=f1:x+null@5");
        }
    }

    /** The deletion of the right row is answered to a row that has changed; the changed row has asked for an answer only if there is one. */
    @Test
    void rightRowDeletedWhileTheLeftOneChanges_leavesNoResultBehind() {
        try (TopologyTestDriver driver = driver(inner())) {
            // given
            pipe(driver, "right", "f1", "one", 1);
            assertThat(pipe(driver, "left", "a", "f1:x", 2)).containsExactly("a=f1:x+one@2");
            driver.commitByHand();
            // when
            pipe(driver, "right", "f1", null, 3);
            pipe(driver, "left", "a", "f1:y", 4);
            driver.commit();
            // then
            assertThat(results(driver)).containsExactly("a=null@4");
        }
    }

    /** The answer to the deletion comes when the row is there again; as it is new, it has asked for an answer only if there is one. */
    @ParameterizedTest(name = "then {0}")
    @ValueSource(strings = {"f9:y", "-:y"})
    void leftRowThatComesBackUnmatched_leavesNoResultBehind(String value) {
        try (TopologyTestDriver driver = driver(inner())) {
            // given
            pipe(driver, "right", "f1", "one", 1);
            assertThat(pipe(driver, "left", "a", "f1:x", 2)).containsExactly("a=f1:x+one@2");
            driver.commitByHand();
            // when
            pipe(driver, "left", "a", null, 3);
            pipe(driver, "left", "a", value, 4);
            driver.commit();
            // then
            assertThat(results(driver)).containsExactly("a=null@4");
        }
    }

    /** The row without a foreign key is answered when it is gone; its deletion asks nothing, as it referred to nothing. */
    @Test
    void leftRowThatRefersToNothingAndIsDeleted_leavesNoResultBehind() {
        try (TopologyTestDriver driver = driver(inner())) {
            // given
            pipe(driver, "right", "f1", "one", 1);
            assertThat(pipe(driver, "left", "a", "f1:x", 2)).containsExactly("a=f1:x+one@2");
            driver.commitByHand();
            // when
            pipe(driver, "left", "a", "-:y", 3);
            pipe(driver, "left", "a", null, 4);
            driver.commit();
            // then
            assertThat(results(driver)).containsExactly("a=null@3");
        }
    }

    /** The time of a row that a suppression passed on before is not known while another update of it waits. */
    @Test
    void rowOfASuppressedTable_asksAgainWithoutATimeOfItsOwn() {
        // given
        StreamsBuilder builder = new StreamsBuilder();
        KTable<String, String> left = builder.table("left");
        KTable<String, String> right = builder.table("right");
        left.suppress(Suppressed.untilTimeLimit(Duration.ofMillis(10), BufferConfig.maxRecords(100)))
                .join(right, ForeignKeyJoinTest::foreignKey, PLUS)
                .toStream()
                .to("out");
        try (TopologyTestDriver driver = driver(builder.build())) {
            pipe(driver, "right", "f1", "one", 1);
            pipe(driver, "left", "a", "f1:x", 2);
            assertThat(pipe(driver, "left", "clock", "-:", 20)).containsExactly("a=f1:x+one@2");
            driver.commitByHand();
            // when
            pipe(driver, "right", "f1", null, 21);
            pipe(driver, "left", "a", "f1:y", 22);
            pipe(driver, "left", "clock", "-:", 40);
            pipe(driver, "left", "a", "f1:z", 41);
            driver.commit();
            // then
            assertThat(results(driver)).containsExactly("a=null@21");
        }
    }

    /** A default extractor is made for the program's topics, and not for what is between the tables. */
    @Test
    void defaultTimestampExtractor_isAskedAboutTheProgramsTopicsAlone() {
        try (TopologyTestDriver driver = driver(inner(), Map.of(), settings -> {
            settings.put(StreamsConfig.DEFAULT_TIMESTAMP_EXTRACTOR_CLASS_CONFIG, TextsOnly.class);
            return settings;
        })) {
            pipe(driver, "right", "f1", "one", 1);
            assertThat(pipe(driver, "left", "a", "f1:x", 2)).containsExactly("a=f1:x+one@2");
        }
    }

    /** Refuses what is no text. */
    public static final class TextsOnly implements TimestampExtractor {
        /** Made by the settings. */
        public TextsOnly() {}

        @Override
        public long extract(ConsumerRecord<Object, Object> record, long partitionTime) {
            return ((String) record.value()).isEmpty() ? partitionTime : record.timestamp();
        }
    }

    @Test
    void storeOfResults_canBeQueriedIfItIsNamed() {
        StreamsBuilder builder = new StreamsBuilder();
        KTable<String, String> table = builder.table("left");
        assertThat(table.join(table, value -> value, PLUS).queryableStoreName()).isNull();
        assertThat(table.join(table, value -> value, PLUS, Materialized.as("all"))
                        .queryableStoreName())
                .isEqualTo("all");
    }

    // ---- partitions

    @ParameterizedTest(name = "partitioners={0}")
    @ValueSource(booleans = {false, true})
    void tablesWithUnequalPartitions_meetByForeignKey(boolean partitioners) {
        // given
        StreamPartitioner<String, Void> byNumber =
                (topic, key, value, count) -> Optional.of(Set.of(number(key) % count));
        StreamsBuilder builder = new StreamsBuilder();
        KTable<String, String> left = builder.table("left");
        KTable<String, String> right = builder.table("right");
        TableJoined<String, String> joined = TableJoined.with(byNumber, byNumber);
        left.join(right, ForeignKeyJoinTest::foreignKey, PLUS, partitioners ? joined : TableJoined.as("joined"))
                .toStream(Named.as("results"))
                .to("out");
        try (TopologyTestDriver driver =
                driver(builder.build(), Map.of("left", 3, "right", 5, "out", 2), settings -> settings)) {
            // when
            for (int number = 0; number < 20; number++) {
                pipeTo(driver, "right", partitioners ? number % 5 : null, "f" + number, "r" + number);
                pipeTo(driver, "left", partitioners ? number % 3 : null, "k" + number, "f" + (number + 7) % 20 + ":x");
            }
            for (int number = 0; number < 20; number += 2) {
                pipeTo(driver, "right", partitioners ? number % 5 : null, "f" + number, "s" + number);
            }
            // then
            Map<String, String> results = driver.createOutputTopic(
                            "out", new StringDeserializer(), new StringDeserializer())
                    .readKeyValuesToMap();
            assertThat(results).hasSize(20);
            results.forEach((key, value) -> {
                int referred = (number(key) + 7) % 20;
                assertThat(value).isEqualTo("f" + referred + ":x+" + (referred % 2 == 0 ? "s" : "r") + referred);
            });
        }
    }

    private static void pipeTo(TopologyTestDriver driver, String topic, Integer partition, String key, String value) {
        TestInputTopic<String, String> input =
                driver.createInputTopic(topic, new StringSerializer(), new StringSerializer());
        if (partition == null) {
            input.pipeInput(key, value);
        } else {
            input.pipeInputTo(partition, new TestRecord<>(key, value));
        }
    }

    private static int number(String key) {
        return Integer.parseInt(key.substring(1));
    }

    @Test
    void partitionerThatReturnsSeveralPartitions_isRefused() {
        // given
        StreamsBuilder builder = new StreamsBuilder();
        KTable<String, String> left = builder.table("left");
        KTable<String, String> right = builder.table("right");
        left.join(
                right,
                ForeignKeyJoinTest::foreignKey,
                PLUS,
                TableJoined.<String, String>as("joined")
                        .withOtherPartitioner((topic, key, value, count) -> Optional.of(Set.of(0, 1))));
        try (TopologyTestDriver driver = driver(builder.build(), Map.of("right", 2), settings -> settings)) {
            // when, then
            assertThatThrownBy(() -> pipe(driver, "left", "a", "f1:x", 1))
                    .isInstanceOf(StreamsException.class)
                    .satisfies(failure -> assertThat(causes(failure)).contains("exactly one"));
        }
    }

    private static String causes(Throwable failure) {
        return Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
                .map(Throwable::getMessage)
                .collect(Collectors.joining("; "));
    }
}
