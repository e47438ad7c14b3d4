package io.streamwright.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.StreamsBuilder;
import io.streamwright.Topology;
import io.streamwright.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import io.streamwright.kstream.EmitStrategy;
import io.streamwright.kstream.KStream;
import io.streamwright.kstream.KTable;
import io.streamwright.kstream.Materialized;
import io.streamwright.kstream.Produced;
import io.streamwright.kstream.Repartitioned;
import io.streamwright.kstream.TimeWindowedDeserializer;
import io.streamwright.kstream.TimeWindows;
import io.streamwright.kstream.UnlimitedWindows;
import io.streamwright.kstream.Windowed;
import io.streamwright.log.KeyPartitioner;
import io.streamwright.state.WindowStore;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Windows on the engine, where time, failures and restarts come in. */
class WindowsOnEngineTest {
    private static final Duration TEN = Duration.ofMillis(10);

    @TempDir
    Path directory;

    private static ProducerRecord<String, String> record(String key, long timestamp) {
        return new ProducerRecord<>("in", null, timestamp, key, "v");
    }

    private static List<ProducerRecord<String, String>> records(Object... keysAndTimestamps) {
        List<ProducerRecord<String, String>> records = new ArrayList<>();
        for (int index = 0; index < keysAndTimestamps.length; index += 2) {
            records.add(record((String) keysAndTimestamps[index], ((Number) keysAndTimestamps[index + 1]).longValue()));
        }
        return records;
    }

    private static Topology counts(TimeWindows windows) {
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> stream = builder.stream("in");
        stream.groupByKey().windowedBy(windows).count().toStream().to("out", Produced.valueSerde(Serdes.Long()));
        return builder.build();
    }

    /** Returns the counts of windows: key, start and end of the window, count and timestamp. */
    private static List<String> written(AppHarness harness, TimeWindows windows) {
        TimeWindowedDeserializer<String> keys =
                new TimeWindowedDeserializer<>(new StringDeserializer(), windows.size());
        return harness.readBytes("out").stream()
                .map(row -> {
                    Windowed<String> key = keys.deserialize("out", row.key());
                    Long count = new LongDeserializer().deserialize("out", row.value());
                    return key.key() + "[" + key.window().start() + ","
                            + key.window().end() + ")=" + count + "@" + row.timestamp();
                })
                .toList();
    }

    private List<String> run(TimeWindows windows, List<ProducerRecord<String, String>> input)
            throws InterruptedException {
        try (AppHarness harness = new AppHarness(directory)) {
            harness.createTopic("in", 1);
            harness.createTopic("out", 1);
            harness.write("in", input);
            harness.runToEnd(counts(windows), "statestore.cache.max.bytes", "0");
            return written(harness, windows);
        }
    }

    @Test
    void c014_hoppingWindows_takeRecordsFromStartToEnd() throws InterruptedException {
        TimeWindows hopping = TimeWindows.ofSizeWithNoGrace(TEN).advanceBy(Duration.ofMillis(4));
        assertThat(run(hopping, records("k", 8, "k", 0, "k", 10, "k", 9, "k", 12, "k", 14)))
                .containsExactly(
                        "k[0,10)=1@8",
                        "k[4,14)=1@8",
                        "k[8,18)=1@8",
                        "k[0,10)=2@8",
                        "k[4,14)=2@10",
                        "k[8,18)=2@10",
                        "k[4,14)=3@10",
                        "k[8,18)=3@10",
                        "k[4,14)=4@12",
                        "k[8,18)=4@12",
                        "k[12,22)=1@12",
                        "k[8,18)=5@14",
                        "k[12,22)=2@14");
    }

    @Test
    void c014_tumblingWindows_takeRecordsToTheEndOfTheirGrace() throws InterruptedException {
        TimeWindows tumbling = TimeWindows.ofSizeAndGrace(TEN, Duration.ofMillis(5));
        assertThat(run(tumbling, records("k", 3, "z", 14, "k", 4, "z", 15, "k", 5, "k", 10)))
                .containsExactly("k[0,10)=1@3", "z[10,20)=1@14", "k[0,10)=2@4", "z[10,20)=2@15", "k[10,20)=1@10");
    }

    @ParameterizedTest
    @EnumSource(Materialized.StoreType.class)
    void c019_finalResults_areNotLostWhenTimeJumps(Materialized.StoreType type) throws InterruptedException {
        // given
        TimeWindows minutes = TimeWindows.ofSizeWithNoGrace(Duration.ofMinutes(1));
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> stream = builder.stream("in");
        KTable<Windowed<String>, Long> counts = stream.groupByKey()
                .windowedBy(minutes)
                .emitStrategy(EmitStrategy.onWindowClose())
                .count(Materialized.<String, Long, WindowStore<Bytes, byte[]>>as("counts")
                        .withStoreType(type));
        counts.toStream().to("out", Produced.valueSerde(Serdes.Long()));
        try (AppHarness harness = new AppHarness(directory)) {
            harness.createTopic("in", 1);
            harness.createTopic("out", 1);
            harness.write("in", records("a", 1, "z", 60_001, "z", 120_500, "z", 400_000, "z", 500_000));
            // when
            harness.runToEnd(builder.build());
            // then
            assertThat(written(harness, minutes))
                    .containsExactly(
                            "a[0,60000)=1@1",
                            "z[60000,120000)=1@60001",
                            "z[120000,180000)=1@120500",
                            "z[360000,420000)=1@400000");
        }
    }

    @Test
    void windowsOfAKey_goToThePartitionOfTheKey() throws InterruptedException {
        try (AppHarness harness = new AppHarness(directory)) {
            harness.createTopic("in", 1);
            harness.createTopic("out", 7);
            harness.write("in", records("a", 1, "a", 15, "b", 16, "a", 100, "b", 200));
            // when
            harness.runToEnd(counts(TimeWindows.ofSizeWithNoGrace(TEN)));
            // then
            List<ConsumerRecord<byte[], byte[]>> written = harness.readBytes("out");
            assertThat(written).hasSize(5);
            for (ConsumerRecord<byte[], byte[]> row : written) {
                byte[] key = new String(row.key(), 0, 1, StandardCharsets.US_ASCII).getBytes(StandardCharsets.US_ASCII);
                assertThat(row.partition()).isEqualTo(KeyPartitioner.partition(key, 7));
            }
        }
    }

    @Test
    void c023_windowedKeysWithoutASerde_useTheDefaultOneEverywhere() throws InterruptedException {
        // given a store, a repartition topic and a sink of windowed keys
        TimeWindows windows = TimeWindows.ofSizeWithNoGrace(TEN);
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> stream = builder.stream("in");
        stream.groupByKey()
                .windowedBy(windows)
                .count()
                .filter((key, count) -> count != 2, Materialized.as("kept"))
                .toStream()
                .repartition(Repartitioned.as("again"))
                .to("out");
        try (AppHarness harness = new AppHarness(directory)) {
            harness.createTopic("in", 1);
            harness.createTopic("out", 1);
            harness.write("in", records("b", 2, "b", 3, "z", 40));
            // when
            harness.runToEnd(builder.build(), "statestore.cache.max.bytes", "0");
            // then the second record deletes what the first has left in the store
            assertThat(written(harness, windows)).containsExactly("b[0,10)=1@2", "b[0,10)=null@3", "z[40,50)=1@40");
        }
    }

    @Test
    void changelogOfWindows_isCutOffADayBehindTheirRetention() throws InterruptedException {
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> stream = builder.stream("in");
        stream.groupByKey()
                .windowedBy(TimeWindows.ofSizeAndGrace(TEN, Duration.ofMillis(5)))
                .count(Materialized.as("counts"));
        stream.groupByKey().windowedBy(UnlimitedWindows.of()).count(Materialized.as("for-ever"));
        try (AppHarness harness = new AppHarness(directory)) {
            harness.createTopic("in", 1);
            // when
            harness.runToEnd(builder.build());
            // then
            assertThat(config(harness, "app-counts-changelog"))
                    .containsEntry("cleanup.policy", "compact,delete")
                    .containsEntry("retention.ms", "86400015");
            assertThat(config(harness, "app-for-ever-changelog"))
                    .containsEntry("retention.ms", String.valueOf(Long.MAX_VALUE));
        }
    }

    private static Map<String, String> config(AppHarness harness, String topic) {
        return harness.log().topics().describe(topic).orElseThrow().config();
    }

    @Test
    void restartedApplication_knowsWhichRecordsAreLate() throws InterruptedException {
        TimeWindows windows = TimeWindows.ofSizeWithNoGrace(TEN);
        try (AppHarness harness = new AppHarness(directory)) {
            harness.createTopic("in", 1);
            harness.createTopic("out", 1);
            harness.write("in", records("a", 1, "b", 15));
            harness.runToEnd(counts(windows), "statestore.cache.max.bytes", "0");
            // when
            harness.write("in", records("a", 2, "a", 12));
            harness.runToEnd(counts(windows), "statestore.cache.max.bytes", "0");
            // then a@2 is as late as it would have been without the restart
            assertThat(written(harness, windows)).containsExactly("a[0,10)=1@1", "b[10,20)=1@15", "a[10,20)=1@12");
        }
    }

    @Test
    void abort_takesBackCountsAndTimeOfItsWindows() throws InterruptedException {
        // given a program that fails twice, when time has jumped and a window was closed
        TimeWindows windows = TimeWindows.ofSizeWithNoGrace(TEN);
        AtomicInteger failures = new AtomicInteger(2);
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> stream = builder.stream("in");
        stream.groupByKey()
                .windowedBy(windows)
                .emitStrategy(EmitStrategy.onWindowClose())
                .count()
                .toStream()
                .peek((key, count) -> {
                    if (failures.getAndDecrement() > 0) {
                        throw new IllegalStateException("as the test wants it");
                    }
                })
                .to("out", Produced.valueSerde(Serdes.Long()));
        try (AppHarness harness = new AppHarness(directory)) {
            harness.createTopic("in", 1);
            harness.createTopic("out", 1);
            harness.write("in", records("a", 1, "a", 2, "b", 500_000, "a", 3, "b", 500_001, "c", 500_020));
            StreamsApp app = new StreamsApp(builder.build(), harness.settings("retry.backoff.ms", "0"));
            app.setUncaughtExceptionHandler(failure -> StreamThreadExceptionResponse.REPLACE_THREAD);
            // when
            try (app) {
                app.start();
                assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();
            }
            // then
            assertThat(failures.get()).isNegative();
            assertThat(written(harness, windows)).containsExactly("a[0,10)=2@2", "b[500000,500010)=2@500001");
        }
    }
}
