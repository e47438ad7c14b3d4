package io.streamwright.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.KeyValue;
import io.streamwright.StreamsBuilder;
import io.streamwright.errors.ErrorHandlerContext;
import io.streamwright.errors.ProcessingExceptionHandler;
import io.streamwright.errors.StreamsException;
import io.streamwright.kstream.KStream;
import io.streamwright.kstream.KTable;
import io.streamwright.kstream.Materialized;
import io.streamwright.kstream.Produced;
import io.streamwright.kstream.Suppressed;
import io.streamwright.kstream.Suppressed.BufferConfig;
import io.streamwright.kstream.TimeWindows;
import io.streamwright.kstream.Windowed;
import io.streamwright.processor.api.ContextualFixedKeyProcessor;
import io.streamwright.processor.api.FixedKeyRecord;
import io.streamwright.processor.api.Record;
import io.streamwright.processor.api.RecordMetadata;
import io.streamwright.state.Stores;
import io.streamwright.state.WindowBytesStoreSupplier;
import io.streamwright.topology.TimeOrderedBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What programs that hold updates back rely on. */
final class SuppressionTest {
    private final Properties settings = new Properties();
    private final StreamsBuilder builder = new StreamsBuilder();

    SuppressionTest() {
        settings.put("default.key.serde", Serdes.StringSerde.class);
        settings.put("default.value.serde", Serdes.StringSerde.class);
    }

    private TopologyTestDriver driver() {
        return new TopologyTestDriver(builder.build(), settings, Instant.EPOCH);
    }

    private static TestInputTopic<String, String> in(TopologyTestDriver driver) {
        return driver.createInputTopic("in", new StringSerializer(), new StringSerializer());
    }

    private static void pipe(TopologyTestDriver driver, String key, String value, long timestamp) {
        in(driver).pipeInput(key, value, timestamp);
    }

    /** Takes what was written since the last call. */
    private static List<String> out(TopologyTestDriver driver) {
        return driver
                .createOutputTopic("out", new StringDeserializer(), new StringDeserializer())
                .readRecordsToList()
                .stream()
                .map(record -> record.key() + "=" + record.value() + "@" + record.timestamp())
                .toList();
    }

    private static void write(KTable<Windowed<String>, Long> counts) {
        counts.toStream((window, count) -> window.key() + "[" + window.window().start() + ","
                        + window.window().end() + ")")
                .mapValues(String::valueOf)
                .to("out", Produced.with(Serdes.String(), Serdes.String()));
    }

    private KTable<Windowed<String>, Long> windows(long sizeMs, long graceMs) {
        KStream<String, String> stream = builder.stream("in");
        return stream.groupByKey()
                .windowedBy(TimeWindows.ofSizeAndGrace(Duration.ofMillis(sizeMs), Duration.ofMillis(graceMs)))
                .count();
    }

    @SuppressWarnings("unchecked") // the test asks for what it has built
    private static TimeOrderedBuffer<Object, Object> buffer(TopologyTestDriver driver) {
        return driver.getAllStateStores().values().stream()
                .filter(TimeOrderedBuffer.class::isInstance)
                .map(store -> (TimeOrderedBuffer<Object, Object>) store)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void resultOfAWindow_leavesWhenStreamTimeClosesItAndNotBefore() {
        write(windows(10, 5).suppress(Suppressed.untilWindowCloses(BufferConfig.unbounded())));
        try (TopologyTestDriver driver = driver()) {
            pipe(driver, "b", "v", 2);
            pipe(driver, "a", "v", 1);
            pipe(driver, "a", "v", 9);
            pipe(driver, "a", "v", 14);
            // when
            driver.advanceWallClockTime(Duration.ofSeconds(100));
            pipe(driver, "a", "v", 3);
            // then
            assertThat(out(driver)).isEmpty();
            // and what waits says for what
            TimeOrderedBuffer<Object, Object> waiting = buffer(driver);
            assertThat(waiting.records()).isEqualTo(3);
            assertThat(waiting.firstTimeMs()).isEqualTo(10);
            assertThat(waiting.streamTimeMs()).isEqualTo(14);
            // when
            pipe(driver, "z", "v", 15);
            // then
            assertThat(out(driver)).containsExactly("a[0,10)=3@9", "b[0,10)=1@2");
            pipe(driver, "a", "v", 4);
            pipe(driver, "z", "v", 40);
            assertThat(out(driver)).containsExactly("a[10,20)=1@14", "z[10,20)=1@15");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void resultsOfAllWindows_leaveAlsoWhenTimeJumps(boolean persistent) {
        // given
        Duration size = Duration.ofSeconds(60);
        WindowBytesStoreSupplier supplier = persistent
                ? Stores.persistentWindowStore("counts", size, size, false)
                : Stores.inMemoryWindowStore("counts", size, size, false);
        KStream<String, String> stream = builder.stream("in");
        write(stream.groupByKey()
                .windowedBy(TimeWindows.ofSizeWithNoGrace(size))
                .count(Materialized.as(supplier))
                .suppress(Suppressed.untilWindowCloses(BufferConfig.unbounded())));
        try (TopologyTestDriver driver = driver()) {
            // when, then
            pipe(driver, "a", "v", 1);
            driver.advanceWallClockTime(Duration.ofSeconds(2));
            pipe(driver, "z", "v", 60_001);
            assertThat(out(driver)).containsExactly("a[0,60000)=1@1");
            driver.advanceWallClockTime(Duration.ofSeconds(2));
            pipe(driver, "z", "v", 120_500);
            assertThat(out(driver)).containsExactly("z[60000,120000)=1@60001");
            pipe(driver, "z", "v", 400_000);
            assertThat(out(driver)).containsExactly("z[120000,180000)=1@120500");
            pipe(driver, "z", "v", 500_000);
            assertThat(out(driver)).containsExactly("z[360000,420000)=1@400000");
        }
    }

    @Test
    void bufferThatIsTooFull_failsTheTransactionAndSaysWhereAndByHowMuch() {
        // given
        RecordingHandler.FAILURES.clear();
        settings.put("processing.exception.handler", RecordingHandler.class);
        write(windows(10, 0)
                .suppress(
                        Suppressed.untilWindowCloses(BufferConfig.maxRecords(2).shutDownWhenFull())
                                .withName("final-counts")));
        try (TopologyTestDriver driver = driver()) {
            driver.commitByHand();
            pipe(driver, "x", "v", 1);
            pipe(driver, "y", "v", 25);
            pipe(driver, "z", "v", 26);
            // when
            assertThatThrownBy(() -> {
                        pipe(driver, "w", "v", 27);
                        driver.commit();
                    })
                    .isInstanceOf(StreamsException.class)
                    .hasStackTraceContaining("final-counts")
                    .hasStackTraceContaining("records 3/2")
                    .hasStackTraceContaining("bytes 141/unlimited")
                    .hasStackTraceContaining("emitEarlyWhenFull");
            // then
            assertThat(RecordingHandler.FAILURES).isNotEmpty();
            assertThat(RecordingHandler.FAILURES.get(0))
                    .contains("final-counts")
                    .contains("records 3/2");
            assertThat(driver.producedTopicNames()).isEmpty();
        }
    }

    /** Notes what it is asked about, and has the task fail. */
    public static final class RecordingHandler implements ProcessingExceptionHandler {
        private static final List<String> FAILURES = new ArrayList<>();

        @Override
        public Response handleError(ErrorHandlerContext context, Record<?, ?> record, Exception exception) {
            FAILURES.add(context.processorNodeId() + ": " + exception.getMessage());
            return Response.fail();
        }

        @Override
        public void configure(Map<String, ?> configs) {}
    }

    @Test
    void updateThatLeavesAFullBuffer_isTheNewestOfItsKeyAndMayBeADeletion() {
        // given
        KTable<String, String> table = builder.table("in");
        table.suppress(Suppressed.untilTimeLimit(Duration.ofMillis(10), BufferConfig.maxRecords(1)))
                .toStream()
                .to("out");
        settings.put("statestore.cache.max.bytes", "0");
        try (TopologyTestDriver driver = driver()) {
            // when, then
            pipe(driver, "a", "1", 0);
            pipe(driver, "a", "2", 1);
            assertThat(out(driver)).isEmpty();
            pipe(driver, "b", "1", 2);
            assertThat(out(driver)).containsExactly("a=2@1");
            pipe(driver, "b", null, 3);
            assertThat(out(driver)).isEmpty();
            pipe(driver, "c", null, 4);
            assertThat(out(driver)).containsExactly("b=null@3");
            pipe(driver, "d", "x", 20);
            assertThat(out(driver)).containsExactly("c=null@4");
        }
    }

    @Test
    void windowsWithDefaultSerdesOnly_needNoSerdeOfTheirOwn() {
        write(windows(10, 5).suppress(Suppressed.untilWindowCloses(BufferConfig.unbounded())));
        try (TopologyTestDriver driver = driver()) {
            // when
            pipe(driver, "b", "v", 2);
            driver.crash();
            driver.restart();
            pipe(driver, "z", "v", 40);
            // then
            assertThat(out(driver)).containsExactly("b[0,10)=1@2");
        }
    }

    @Test
    void null_neverReachesASerde() {
        // given
        settings.put("default.key.serde", NoNulls.class);
        settings.put("default.value.serde", NoNulls.class);
        settings.put("statestore.cache.max.bytes", "0");
        KTable<String, String> held = builder.<String, String>table("in")
                .suppress(Suppressed.untilTimeLimit(Duration.ofMillis(10), BufferConfig.unbounded()));
        held.join(held.filter((key, value) -> true), (one, other) -> one + other);
        held.toStream().to("out", Produced.with(Serdes.String(), Serdes.String()));
        try (TopologyTestDriver driver = driver()) {
            RecordHeaders headers = new RecordHeaders();
            headers.add("nothing", null);
            // when
            in(driver).pipeInput(new TestRecord<>("a", null, headers, 0L));
            in(driver).pipeInput(new TestRecord<>("b", "1", headers, 1L));
            in(driver).pipeInput(new TestRecord<>("b", null, headers, 2L));
            driver.crash();
            driver.restart();
            pipe(driver, "c", "x", 20);
            // then
            assertThat(driver.createOutputTopic("out", new StringDeserializer(), new StringDeserializer())
                            .readRecordsToList())
                    .containsExactly(
                            new TestRecord<>("a", null, headers, 0L), new TestRecord<>("b", null, headers, 2L));
        }
    }

    /** Fails where it is asked about nothing. */
    public static final class NoNulls implements Serde<String> {
        @Override
        public Serializer<String> serializer() {
            return (topic, data) -> Objects.requireNonNull(data).getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public Deserializer<String> deserializer() {
            return (topic, data) -> new String(Objects.requireNonNull(data), StandardCharsets.UTF_8);
        }
    }

    @Test
    void oldValueBelow_isTheOneThatWasPassedOn() {
        // given
        builder.<String, String>table("in")
                .suppress(Suppressed.untilTimeLimit(Duration.ofMillis(10), BufferConfig.unbounded()))
                .groupBy((key, value) -> KeyValue.pair("all", value))
                .aggregate(() -> "", (key, value, all) -> all + "+" + value, (key, value, all) -> all + "-" + value)
                .toStream()
                .to("out");
        settings.put("statestore.cache.max.bytes", "0");
        try (TopologyTestDriver driver = driver()) {
            // when
            pipe(driver, "a", "1", 0);
            pipe(driver, "a", "2", 1);
            pipe(driver, "z", "9", 12);
            pipe(driver, "a", "3", 13);
            pipe(driver, "a", "4", 14);
            pipe(driver, "z", "8", 15);
            pipe(driver, "z", null, 16);
            pipe(driver, "y", "0", 40);
            // then what was added is subtracted, and nothing else: Kafka Streams would subtract 3 and 8
            assertThat(out(driver)).containsExactly("all=+2@1", "all=+2-2+4@14");
        }
    }

    @Test
    void deletionBelow_isNotLostWhereTheRowChangedBefore() {
        // given
        builder.<String, String>table("in")
                .suppress(Suppressed.untilTimeLimit(Duration.ofMillis(10), BufferConfig.unbounded()))
                .filter((key, value) -> !value.equals("no"))
                .toStream()
                .to("out");
        try (TopologyTestDriver driver = driver()) {
            pipe(driver, "a", "yes", 0);
            pipe(driver, "b", "x", 20);
            assertThat(out(driver)).containsExactly("a=yes@0");
            // when
            pipe(driver, "a", "no", 21);
            pipe(driver, "a", null, 22);
            pipe(driver, "c", "yes", 23);
            pipe(driver, "c", null, 24);
            pipe(driver, "b", "y", 50);
            // then, where Kafka Streams leaves a and deletes c, of which nobody knows
            assertThat(out(driver)).containsExactly("b=y@50", "a=null@22");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "10485760"})
    void recordBelow_isOfTheInputThatMadeIt(String cacheBytes) {
        // given
        settings.put("statestore.cache.max.bytes", cacheBytes);
        builder.<String, String>table("in")
                .suppress(Suppressed.untilTimeLimit(Duration.ofMillis(10), BufferConfig.unbounded()))
                .toStream()
                .processValues(Origin::new)
                .to("out");
        try (TopologyTestDriver driver = driver()) {
            // when
            driver.commitByHand();
            pipe(driver, "a", "1", 0);
            pipe(driver, "b", "2", 1);
            driver.commit();
            pipe(driver, "c", "3", 30);
            driver.commit();
            // then (each record of the input is a transaction, whose end has an offset as well)
            assertThat(out(driver)).containsExactly("a=1 in-0 0@0", "b=2 in-0 2@1");
        }
    }

    /** Appends where a record came from. */
    private static final class Origin extends ContextualFixedKeyProcessor<String, String, String> {
        @Override
        public void process(FixedKeyRecord<String, String> record) {
            Optional<RecordMetadata> origin = context().recordMetadata();
            String from = origin.map(at -> at.topic() + "-" + at.partition() + " " + at.offset())
                    .orElse("nowhere");
            context().forward(record.withValue(record.value() + " " + from));
        }
    }

    @Test
    void tableJoinedWithItself_meetsWhatIsPassedOn() {
        // given
        KTable<String, String> held = builder.<String, String>table("in")
                .suppress(Suppressed.untilTimeLimit(Duration.ofMillis(10), BufferConfig.unbounded()));
        held.join(held.mapValues(value -> value + "!"), (one, other) -> one + other)
                .toStream()
                .to("out");
        settings.put("statestore.cache.max.bytes", "0");
        try (TopologyTestDriver driver = driver()) {
            // when
            pipe(driver, "a", "1", 0);
            pipe(driver, "b", "x", 20);
            // then
            assertThat(out(driver)).containsExactly("a=11!@0", "a=11!@0");
        }
    }

    @Test
    void streamTime_isKnownAfterACrash() {
        // given
        builder.<String, String>table("in", Materialized.as(Stores.inMemoryKeyValueStore("rows")))
                .suppress(Suppressed.untilTimeLimit(Duration.ofMillis(10), BufferConfig.unbounded()))
                .toStream()
                .to("out");
        try (TopologyTestDriver driver = driver()) {
            pipe(driver, "a", "1", 100);
            pipe(driver, "a", "2", 50);
            driver.crash();
            driver.restart();
            // when
            pipe(driver, "b", "late", 90);
            // then it has waited long enough already, as it had without the crash
            assertThat(out(driver)).containsExactly("b=late@90");
            assertThat(buffer(driver).streamTimeMs()).isEqualTo(100);
        }
    }

    @Test
    void bufferWithoutAChangelog_survivesAnAbortAndNoCrash() {
        // given
        builder.<String, String>table("in")
                .suppress(Suppressed.untilTimeLimit(
                        Duration.ofMillis(10), BufferConfig.unbounded().withLoggingDisabled()))
                .toStream()
                .to("out");
        try (TopologyTestDriver driver = driver()) {
            driver.commitByHand();
            pipe(driver, "a", "1", 0);
            driver.commit();
            pipe(driver, "b", "2", 30);
            // when
            driver.abort();
            // then
            driver.commit();
            assertThat(out(driver)).containsExactly("a=1@0");
            assertThat(buffer(driver).records()).isEqualTo(1);
            driver.crash();
            driver.restart();
            assertThat(buffer(driver).records()).isZero();
        }
    }
}
