package io.streamwright.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.StreamsBuilder;
import io.streamwright.StreamsConfig;
import io.streamwright.kstream.KTable;
import io.streamwright.kstream.Materialized;
import io.streamwright.kstream.ValueJoiner;
import io.streamwright.runtime.InMemoryTempDir;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Utils;

/**
 * Foreign-key joins of several partitions end as in a run without interruption, whatever is aborted, crashes and is lost on the way,
 * and whatever is under way between the tables meanwhile.
 */
final class ForeignKeyJoinRecoveryTest {
    private static final Map<String, Integer> PARTITIONS = Map.of("left", 3, "right", 2);

    /** What happens between two updates. */
    private enum Event {
        NOTHING,
        COMMIT,
        ABORT,
        CRASH,
        CRASH_AND_LOSS_OF_STATE
    }

    /** An update of a row, and what happens after it; the value is null for a deletion. */
    private record Step(boolean left, String key, String value, Event event) {}

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
    void innerJoin_endsAsWithoutInterruption(@ForAll("steps") List<Step> steps, @ForAll boolean caching) {
        assertUnharmed(false, caching, steps);
    }

    @Property
    void leftJoin_endsAsWithoutInterruption(@ForAll("steps") List<Step> steps, @ForAll boolean caching) {
        assertUnharmed(true, caching, steps);
    }

    @Provide
    Arbitrary<List<Step>> steps() {
        Arbitrary<Event> events = Arbitraries.of(
                Event.NOTHING,
                Event.NOTHING,
                Event.NOTHING,
                Event.COMMIT,
                Event.ABORT,
                Event.CRASH,
                Event.CRASH_AND_LOSS_OF_STATE);
        Arbitrary<String> keys = Arbitraries.of("a", "b", "c");
        Arbitrary<String> foreignKeys = Arbitraries.of("f0", "f1", "-");
        Arbitrary<String> texts = Arbitraries.of("x", "y");
        Arbitrary<String> values = Combinators.combine(foreignKeys, texts)
                .as((key, text) -> key + ":" + text)
                .injectNull(0.2);
        Arbitrary<Step> lefts =
                Combinators.combine(keys, values, events).as((key, value, event) -> new Step(true, key, value, event));
        Arbitrary<Step> rights = Combinators.combine(Arbitraries.of("f0", "f1"), texts.injectNull(0.35), events)
                .as((key, value, event) -> new Step(false, key, value, event));
        return Arbitraries.oneOf(lefts, rights).list().ofMinSize(1).ofMaxSize(15);
    }

    private void assertUnharmed(boolean keepsUnmatched, boolean caching, List<Step> steps) {
        // given
        Map<String, String> expected;
        try (TopologyTestDriver driver = driver(keepsUnmatched, caching, directory.resolve("unharmed"))) {
            steps.forEach(step -> pipe(driver, step));
            expected = results(driver);
        }
        // when
        Path state = directory.resolve("harmed");
        try (TopologyTestDriver driver = driver(keepsUnmatched, caching, state)) {
            driver.commitByHand();
            for (Step step : steps) {
                pipe(driver, step);
                happen(step.event(), driver, state);
            }
            driver.commit();
            // then
            assertThat(results(driver)).isEqualTo(expected);
            assertThat(kept(driver)).isEqualTo(expected);
        }
    }

    private static void happen(Event event, TopologyTestDriver driver, Path state) {
        switch (event) {
            case NOTHING -> {}
            case COMMIT -> driver.commit();
            case ABORT -> driver.abort();
            case CRASH -> {
                driver.crash();
                driver.restart();
            }
            case CRASH_AND_LOSS_OF_STATE -> {
                driver.crash();
                deleteFiles(state);
                driver.restart();
            }
        }
    }

    private static void deleteFiles(Path state) {
        try (Stream<Path> drivers = Files.list(state)) {
            for (Path driver : drivers.toList()) {
                Utils.delete(driver.toFile());
                Files.createDirectory(driver);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static TopologyTestDriver driver(boolean keepsUnmatched, boolean caching, Path state) {
        ValueJoiner<String, String, String> plus = (left, right) -> left + "+" + right;
        StreamsBuilder builder = new StreamsBuilder();
        KTable<String, String> left = builder.table("left");
        KTable<String, String> right = builder.table("right");
        KTable<String, String> results = keepsUnmatched
                ? left.leftJoin(right, value -> foreignKey(value), plus, Materialized.as("all"))
                : left.join(right, value -> foreignKey(value), plus, Materialized.as("all"));
        results.toStream().to("out");
        Properties settings = new Properties();
        settings.put(StreamsConfig.STATE_DIR_CONFIG, state.toString());
        settings.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        settings.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        settings.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, caching ? 1 << 20 : 0);
        return new TopologyTestDriver(builder.build(), settings, Instant.EPOCH, PARTITIONS);
    }

    private static String foreignKey(String value) {
        String foreignKey = value.substring(0, value.indexOf(':'));
        return foreignKey.equals("-") ? null : foreignKey;
    }

    private static void pipe(TopologyTestDriver driver, Step step) {
        driver.createInputTopic(step.left() ? "left" : "right", new StringSerializer(), new StringSerializer())
                .pipeInput(step.key(), step.value());
    }

    /** Returns the newest result of each key. */
    private static Map<String, String> results(TopologyTestDriver driver) {
        Map<String, String> table = new TreeMap<>();
        if (driver.producedTopicNames().contains("out")) {
            driver.createOutputTopic("out", new StringDeserializer(), new StringDeserializer())
                    .readRecordsToList()
                    .forEach(record -> table.put(record.key(), String.valueOf(record.value())));
            table.values().removeIf("null"::equals);
        }
        return table;
    }

    private static Map<String, String> kept(TopologyTestDriver driver) {
        Map<String, String> table = new TreeMap<>();
        for (int partition = 0; partition < PARTITIONS.get("left"); partition++) {
            try (var entries =
                    driver.<String, String>getKeyValueStore("all", partition).all()) {
                entries.forEachRemaining(entry -> table.put(entry.key, entry.value));
            }
        }
        return table;
    }
}
