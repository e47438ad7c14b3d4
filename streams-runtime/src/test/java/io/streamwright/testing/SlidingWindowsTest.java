package io.streamwright.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.KeyValue;
import io.streamwright.StreamsBuilder;
import io.streamwright.StreamsConfig;
import io.streamwright.kstream.EmitStrategy;
import io.streamwright.kstream.Grouped;
import io.streamwright.kstream.KTable;
import io.streamwright.kstream.Materialized;
import io.streamwright.kstream.SlidingWindows;
import io.streamwright.kstream.TimeWindowedDeserializer;
import io.streamwright.kstream.TimeWindowedKStream;
import io.streamwright.kstream.Windowed;
import io.streamwright.state.WindowStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is told of sliding windows, case by case. */
final class SlidingWindowsTest {
    private static final Duration FIVE = Duration.ofMillis(5);

    @TempDir
    private Path directory;

    private final StreamsBuilder builder = new StreamsBuilder();

    private TimeWindowedKStream<String, String> windows(Duration difference, Duration grace) {
        return builder.<String, String>stream("in")
                .groupByKey()
                .windowedBy(SlidingWindows.ofTimeDifferenceAndGrace(difference, grace));
    }

    private static void write(KTable<Windowed<String>, String> results) {
        results.toStream().to("out");
    }

    private TopologyTestDriver driver() {
        Properties settings = new Properties();
        settings.put(StreamsConfig.APPLICATION_ID_CONFIG, "app");
        settings.put(StreamsConfig.STATE_DIR_CONFIG, directory.toString());
        settings.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        settings.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        settings.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0);
        return new TopologyTestDriver(builder.build(), settings, Instant.EPOCH);
    }

    private static void pipe(TopologyTestDriver driver, String key, String value, long timestamp) {
        driver.createInputTopic("in", new StringSerializer(), new StringSerializer())
                .pipeInput(key, value, timestamp);
    }

    /** Reads what was written with keys of windows as long as a difference. */
    private static List<String> written(TopologyTestDriver driver, Duration difference) {
        return driver
                .createOutputTopic(
                        "out",
                        new TimeWindowedDeserializer<>(new StringDeserializer(), difference.toMillis()),
                        new StringDeserializer())
                .readRecordsToList()
                .stream()
                .map(record -> record.key().key() + "[" + record.key().window().start() + ","
                        + record.key().window().end() + "]=" + record.value() + "@" + record.timestamp())
                .toList();
    }

    @Test
    void record_isInItsLeftWindowAndInThoseOfRecordsNearIt() {
        write(windows(FIVE, Duration.ofMillis(50)).reduce((first, second) -> first + second));
        try (TopologyTestDriver driver = driver()) {
            pipe(driver, "a", "c", 20);
            assertThat(written(driver, FIVE)).containsExactly("a[15,20]=c@20");
            pipe(driver, "a", "d", 23);
            assertThat(written(driver, FIVE)).containsExactly("a[21,26]=d@23", "a[18,23]=cd@23");
            pipe(driver, "a", "e", 22); // later records are in its right window, the one before is in its left
            assertThat(written(driver, FIVE))
                    .containsExactly("a[21,26]=de@23", "a[18,23]=cde@23", "a[17,22]=ce@22", "a[23,28]=d@23");
            pipe(driver, "a", "far", 40);
            assertThat(written(driver, FIVE)).containsExactly("a[35,40]=far@40");
        }
    }

    @ParameterizedTest
    @EnumSource(Materialized.StoreType.class)
    void finalResults_areNotLostWhenTimeJumps(Materialized.StoreType type) {
        Duration minute = Duration.ofMinutes(1);
        write(windows(minute, Duration.ZERO)
                .emitStrategy(EmitStrategy.onWindowClose())
                .reduce(
                        (first, second) -> first + second,
                        Materialized.<String, String, WindowStore<Bytes, byte[]>>as("kept")
                                .withStoreType(type)));
        try (TopologyTestDriver driver = driver()) {
            pipe(driver, "a", "1", 100_000);
            pipe(driver, "z", "2", 100_001);
            pipe(driver, "z", "3", 130_000);
            assertThat(written(driver, minute)).containsExactly("a[40000,100000]=1@100000", "z[40001,100001]=2@100001");
            pipe(driver, "z", "4", 400_000);
            assertThat(written(driver, minute))
                    .containsExactly("z[70000,130000]=23@130000", "z[100002,160002]=3@130000");
            pipe(driver, "z", "5", 9_000_000);
            assertThat(written(driver, minute)).containsExactly("z[340000,400000]=4@400000");
        }
    }

    /** Kafka Streams keeps windows two milliseconds less, and so does not know the record before. */
    @Test
    void recordOfTheLastMomentOfGrace_isWithTheRecordBeforeIt() {
        write(windows(FIVE, Duration.ZERO).reduce((first, second) -> first + second));
        try (TopologyTestDriver driver = driver()) {
            pipe(driver, "a", "p", 94);
            pipe(driver, "c", "q", 95);
            pipe(driver, "b", "y", 99);
            pipe(driver, "b", "z", 100);
            written(driver, FIVE);
            // when
            pipe(driver, "a", "r", 97);
            pipe(driver, "c", "s", 100);
            // then
            assertThat(written(driver, FIVE)).containsExactly("a[95,100]=r@97", "c[96,101]=s@100", "c[95,100]=qs@100");
        }
    }

    /** Kafka Streams sends what the window before held as the old value of a window that is new. */
    @Test
    void windowThatBeginsWithOthersRecords_hadNoValueBefore() {
        windows(FIVE, FIVE)
                .reduce((first, second) -> first + second)
                .groupBy(
                        (key, value) -> KeyValue.pair(key.key(), value), Grouped.with(Serdes.String(), Serdes.String()))
                .aggregate(
                        () -> "",
                        (key, value, texts) -> texts + "+" + value,
                        (key, value, texts) -> texts + "-" + value)
                .toStream()
                .to("out");
        try (TopologyTestDriver driver = driver()) {
            pipe(driver, "a", "a", 20);
            pipe(driver, "a", "b", 23);
            assertThat(driver.createOutputTopic("out", new StringDeserializer(), new StringDeserializer())
                            .readValuesToList())
                    .containsExactly("+a", "+a+b", "+a+b+ab");
        }
    }

    @Test
    void recordWithoutAValue_changesNothing_notEvenTime() {
        write(windows(FIVE, Duration.ZERO).reduce((first, second) -> first + second));
        try (TopologyTestDriver driver = driver()) {
            pipe(driver, "a", null, 1000);
            pipe(driver, null, "x", 1000);
            pipe(driver, "a", "a", 20);
            assertThat(written(driver, FIVE)).containsExactly("a[15,20]=a@20");
        }
    }

    @Test
    void restartedTask_knowsWhichRecordsAreLate() {
        write(windows(FIVE, Duration.ZERO).reduce((first, second) -> first + second));
        try (TopologyTestDriver driver = driver()) {
            pipe(driver, "b", "b", 100);
            driver.crash();
            driver.restart();
            pipe(driver, "a", "late", 94);
            pipe(driver, "a", "in no open window", 95);
            assertThat(written(driver, FIVE)).containsExactly("b[95,100]=b@100");
            pipe(driver, "a", "in time", 100);
            assertThat(written(driver, FIVE)).containsExactly("a[95,100]=in time@100");
        }
    }
}
