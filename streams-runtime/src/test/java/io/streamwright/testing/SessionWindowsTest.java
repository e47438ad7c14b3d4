package io.streamwright.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.KeyValue;
import io.streamwright.StreamsBuilder;
import io.streamwright.StreamsConfig;
import io.streamwright.kstream.EmitStrategy;
import io.streamwright.kstream.Grouped;
import io.streamwright.kstream.KTable;
import io.streamwright.kstream.Materialized;
import io.streamwright.kstream.Repartitioned;
import io.streamwright.kstream.SessionWindow;
import io.streamwright.kstream.SessionWindowedDeserializer;
import io.streamwright.kstream.SessionWindowedKStream;
import io.streamwright.kstream.SessionWindows;
import io.streamwright.kstream.Windowed;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.Record;
import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.SessionStore;
import io.streamwright.state.Stores;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is told of sessions, case by case. */
final class SessionWindowsTest {
    private static final Duration FIVE = Duration.ofMillis(5);

    @TempDir
    private Path directory;

    private final StreamsBuilder builder = new StreamsBuilder();

    private SessionWindowedKStream<String, String> sessions(Duration gap, Duration grace) {
        return builder.<String, String>stream("in")
                .groupByKey()
                .windowedBy(SessionWindows.ofInactivityGapAndGrace(gap, grace));
    }

    private static void write(KTable<Windowed<String>, String> results) {
        results.toStream().to("out");
    }

    private TopologyTestDriver driver() {
        return driver(0);
    }

    private TopologyTestDriver driver(long cacheBytes) {
        Properties settings = new Properties();
        settings.put(StreamsConfig.APPLICATION_ID_CONFIG, "app");
        settings.put(StreamsConfig.STATE_DIR_CONFIG, directory.toString());
        settings.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        settings.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        settings.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, cacheBytes);
        return new TopologyTestDriver(builder.build(), settings, Instant.EPOCH);
    }

    private static void pipe(TopologyTestDriver driver, String key, String value, long timestamp) {
        driver.createInputTopic("in", new StringSerializer(), new StringSerializer())
                .pipeInput(key, value, timestamp);
    }

    private static List<String> written(TopologyTestDriver driver) {
        return written(driver, "out");
    }

    private static List<String> written(TopologyTestDriver driver, String topic) {
        return driver
                .createOutputTopic(
                        topic, new SessionWindowedDeserializer<>(new StringDeserializer()), new StringDeserializer())
                .readRecordsToList()
                .stream()
                .map(record -> record.key().key() + "[" + record.key().window().start() + ","
                        + record.key().window().end() + "]=" + record.value() + "@" + record.timestamp())
                .toList();
    }

    @ParameterizedTest(name = "cache {0}")
    @ValueSource(longs = {0, 10_485_760})
    void merge_deletesTheSessionsBeforeItPutsTheNewOne(long cacheBytes) {
        write(sessions(FIVE, Duration.ofMillis(100)).reduce((first, second) -> first + second));
        try (TopologyTestDriver driver = driver(cacheBytes)) {
            pipe(driver, "k", "A", 0);
            pipe(driver, "k", "C", 8);
            assertThat(written(driver)).containsExactly("k[0,0]=A@0", "k[8,8]=C@8");
            // when
            pipe(driver, "k", "B", 4);
            // then
            assertThat(written(driver)).containsExactly("k[0,0]=null@0", "k[8,8]=null@8", "k[0,8]=ACB@8");
            assertThat(written(driver, "app-KSTREAM-REDUCE-STATE-STORE-0000000001-changelog"))
                    .containsExactly("k[0,0]=A@0", "k[8,8]=C@8", "k[0,0]=null@4", "k[8,8]=null@4", "k[0,8]=ACB@4");
        }
    }

    @Test
    void mergeThatIsAborted_leavesNoPartOfItselfBehind() {
        write(sessions(FIVE, Duration.ofMillis(100))
                .reduce((first, second) -> first + second, Materialized.as("kept")));
        try (TopologyTestDriver driver = driver()) {
            driver.commitByHand();
            pipe(driver, "k", "A", 0);
            pipe(driver, "k", "C", 8);
            driver.commit();
            written(driver);
            pipe(driver, "k", "B", 4);
            // when
            driver.abort();
            // then both sessions are back, and nothing is to be read
            assertThat(stored(driver)).containsExactly("k[0,0]=A", "k[8,8]=C");
            assertThat(written(driver)).isEmpty();
            driver.commit();
            assertThat(stored(driver)).containsExactly("k[0,8]=ACB");
            assertThat(written(driver)).containsExactly("k[0,0]=null@0", "k[8,8]=null@8", "k[0,8]=ACB@8");
        }
    }

    private static List<String> stored(TopologyTestDriver driver) {
        SessionStore<String, String> store = driver.getSessionStore("kept");
        List<String> stored = new ArrayList<>();
        try (KeyValueIterator<Windowed<String>, String> all = store.fetch(null, null)) {
            all.forEachRemaining(session -> stored.add(session.key.key() + "["
                    + session.key.window().start() + "," + session.key.window().end() + "]=" + session.value));
        }
        return stored;
    }

    @ParameterizedTest
    @EnumSource(Materialized.StoreType.class)
    void finalResults_areNotLostWhenTimeJumps(Materialized.StoreType type) {
        write(sessions(Duration.ofMinutes(1), Duration.ZERO)
                .emitStrategy(EmitStrategy.onWindowClose())
                .reduce(
                        (first, second) -> first + second,
                        Materialized.<String, String, SessionStore<Bytes, byte[]>>as("kept")
                                .withStoreType(type)));
        try (TopologyTestDriver driver = driver()) {
            pipe(driver, "a", "1", 1);
            pipe(driver, "z", "2", 30_000);
            pipe(driver, "z", "3", 60_001); // to the millisecond in which the session of a may still go on
            assertThat(written(driver)).isEmpty();
            pipe(driver, "z", "4", 60_002);
            assertThat(written(driver)).containsExactly("a[1,1]=1@1");
            pipe(driver, "z", "5", 400_000);
            assertThat(written(driver)).containsExactly("z[30000,60002]=234@60002");
            pipe(driver, "z", "6", 9_000_000);
            assertThat(written(driver)).containsExactly("z[400000,400000]=5@400000");
        }
    }

    /** Kafka Streams, if it keeps the closed session, emits it once more as a part of the late one. */
    @Test
    void finalResult_isNotContradictedByALateRecord() {
        write(sessions(FIVE, Duration.ZERO)
                .emitStrategy(EmitStrategy.onWindowClose())
                .reduce(
                        (first, second) -> first + second,
                        Materialized.<String, String, SessionStore<Bytes, byte[]>>as("kept")
                                .withRetention(Duration.ofMinutes(1))));
        try (TopologyTestDriver driver = driver()) {
            pipe(driver, "a", "a", 0);
            pipe(driver, "z", "z", 10);
            assertThat(written(driver)).containsExactly("a[0,0]=a@0");
            pipe(driver, "a", "b", 5);
            pipe(driver, "z", "y", 50);
            assertThat(written(driver)).containsExactly("a[5,5]=b@5", "z[10,10]=z@10");
        }
    }

    /** Kafka Streams has forgotten the session that the record belongs to. */
    @Test
    void recordOfTheLastMoment_joinsItsSession() {
        write(sessions(FIVE, Duration.ZERO).reduce((first, second) -> first + second));
        try (TopologyTestDriver driver = driver()) {
            pipe(driver, "a", "a", 5);
            pipe(driver, "z", "z", 10);
            pipe(driver, "a", "b", 10);
            assertThat(written(driver))
                    .containsExactly("a[5,5]=a@5", "z[10,10]=z@10", "a[5,5]=null@5", "a[5,10]=ab@10");
        }
    }

    /** Kafka Streams sends no old value with caching off. */
    @ParameterizedTest(name = "cache {0}")
    @ValueSource(longs = {0, 10_485_760})
    void recordsOfOneTime_replaceTheSessionsValue(long cacheBytes) {
        sessions(FIVE, FIVE)
                .reduce((first, second) -> first + second)
                .groupBy(
                        (key, value) -> KeyValue.pair(key.key(), value), Grouped.with(Serdes.String(), Serdes.String()))
                .aggregate(
                        () -> "",
                        (key, value, texts) -> texts + "+" + value,
                        (key, value, texts) -> texts + "-" + value)
                .toStream()
                .to("out");
        try (TopologyTestDriver driver = driver(cacheBytes)) {
            pipe(driver, "a", "a", 20);
            pipe(driver, "a", "b", 20);
            assertThat(driver.createOutputTopic("out", new StringDeserializer(), new StringDeserializer())
                            .readValuesToList())
                    .containsExactly("+a", "+a-a+ab");
        }
    }

    /** Kafka Streams passes on headers with caching alone. */
    @ParameterizedTest(name = "cache {0}")
    @ValueSource(longs = {0, 10_485_760})
    void updates_haveTheHeadersOfTheirRecord(long cacheBytes) {
        write(sessions(FIVE, FIVE).reduce((first, second) -> first + second));
        try (TopologyTestDriver driver = driver(cacheBytes)) {
            Headers headers = new RecordHeaders().add("h", "1".getBytes(StandardCharsets.UTF_8));
            driver.createInputTopic("in", new StringSerializer(), new StringSerializer())
                    .pipeInput(new TestRecord<>("k", "v", headers, 1L));
            assertThat(driver.createOutputTopic("out", new StringDeserializer(), new StringDeserializer())
                            .readRecord()
                            .headers())
                    .isEqualTo(headers);
        }
    }

    @Test
    void restartedTask_knowsWhichRecordsAreLate() {
        write(sessions(FIVE, Duration.ZERO).reduce((first, second) -> first + second));
        try (TopologyTestDriver driver = driver()) {
            pipe(driver, "b", "b", 100);
            driver.crash();
            driver.restart();
            pipe(driver, "a", "late", 94);
            pipe(driver, "a", "in time", 95);
            assertThat(written(driver)).containsExactly("b[100,100]=b@100", "a[95,95]=in time@95");
        }
    }

    @Test
    void sessionsOfAGapWithoutEnd_areOneForEachKey() {
        write(sessions(Duration.ofMillis(Long.MAX_VALUE), Duration.ZERO).reduce((first, second) -> first + second));
        try (TopologyTestDriver driver = driver()) {
            pipe(driver, "a", "1", 1_000_000_000_000L);
            pipe(driver, "a", "2", 5);
            assertThat(written(driver))
                    .containsExactly(
                            "a[1000000000000,1000000000000]=1@1000000000000",
                            "a[1000000000000,1000000000000]=null@1000000000000",
                            "a[5,1000000000000]=12@1000000000000");
        }
    }

    @Test
    void keysWithoutASerde_useTheDefaultOneEverywhere() {
        // a store, a repartition topic and a sink of keys in sessions
        sessions(FIVE, FIVE)
                .reduce((first, second) -> first + second)
                .filter((key, value) -> value.length() != 2, Materialized.as("kept-table"))
                .toStream()
                .repartition(Repartitioned.as("again"))
                .to("out");
        try (TopologyTestDriver driver = driver()) {
            pipe(driver, "b", "x", 2);
            pipe(driver, "b", "y", 3);
            pipe(driver, "b", "z", 5);
            assertThat(written(driver)).containsExactly("b[2,2]=x@2", "b[2,2]=null@2", "b[2,5]=xyz@5");
        }
    }

    @Test
    void processor_canUseASessionStoreByHand() {
        builder.addStateStore(Stores.sessionStoreBuilder(
                Stores.persistentSessionStore("kept", Duration.ofMinutes(1)), Serdes.String(), Serdes.String()));
        builder.<String, String>stream("in").process(Keeper::new, "kept").to("out");
        try (TopologyTestDriver driver = driver()) {
            pipe(driver, "k", "a", 10);
            pipe(driver, "k", "b", 20);
            driver.crash();
            driver.restart();
            pipe(driver, "k", "c", 30);
            // then
            assertThat(driver.createOutputTopic("out", new StringDeserializer(), new StringDeserializer())
                            .readValuesToList())
                    .containsExactly("1", "2", "3");
            assertThat(stored(driver)).containsExactly("k[5,10]=a", "k[10,20]=b", "k[15,30]=c");
            assertThat(driver.getWindowStore("kept")).isNull();
            assertThat(driver.getSessionStore("other")).isNull();
            assertThatThrownBy(() -> driver.getStateStore("kept"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("Store kept is a session store and should be accessed via `getSessionStore()`");
        }
    }

    /** Keeps each record in a session, and passes on how many there are of its key. */
    private static final class Keeper extends ContextualProcessor<String, String, String, String> {
        @Override
        public void process(Record<String, String> record) {
            SessionStore<String, String> store = context().getStateStore("kept");
            long end = record.timestamp();
            store.put(new Windowed<>(record.key(), new SessionWindow(end / 2, end)), record.value());
            int sessions = 0;
            try (KeyValueIterator<Windowed<String>, String> all = store.fetch(record.key())) {
                for (; all.hasNext(); all.next()) {
                    sessions++;
                }
            }
            context().forward(record.withValue(String.valueOf(sessions)));
        }
    }
}
