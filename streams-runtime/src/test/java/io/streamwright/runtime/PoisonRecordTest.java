package io.streamwright.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.StreamsBuilder;
import io.streamwright.StreamsConfig;
import io.streamwright.Topology;
import io.streamwright.errors.ErrorCategory;
import io.streamwright.errors.LogAndContinueProcessingExceptionHandler;
import io.streamwright.testing.FaultyLog;
import io.streamwright.testing.LogCall;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.common.errors.TransactionAbortableException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One record with which every transaction aborts does not stop its partition, and its neighbours are processed once. */
class PoisonRecordTest {
    private static final int RECORDS = 10_000;
    private static final int MOST_ABORTS = 20;

    @TempDir
    Path directory;

    private final FaultyLog log = new FaultyLog();
    private AppHarness harness;

    @BeforeEach
    void openLog() {
        harness = new AppHarness(directory);
        harness.createTopic("in", 1);
        harness.createTopic("out", 1);
        harness.createTopic("dead", 1);
    }

    @AfterEach
    void closeLog() {
        harness.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 4_711, RECORDS - 1})
    void poisonRecord_isIsolatedAndItsNeighboursAreProcessedOnce(int poison) throws InterruptedException {
        // given a log that refuses every transaction with this record in it
        String[] keysAndValues = IntStream.range(0, RECORDS)
                .boxed()
                .flatMap(i -> Stream.of("k" + i, "v" + i))
                .toArray(String[]::new);
        harness.write("in", keysAndValues);
        byte[] poisoned = ("v" + poison).getBytes(StandardCharsets.UTF_8);
        log.at(LogCall.COMMIT)
                .ofWriter("app-0_0")
                .withRecord(record -> record.topic().equals("out") && Arrays.equals(record.value(), poisoned))
                .before()
                .always()
                .fail(() -> new TransactionAbortableException("there is something in it"));
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("in").to("out");
        Topology topology = builder.build();
        Properties settings = harness.settings();
        settings.put(
                StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG,
                LogAndContinueProcessingExceptionHandler.class);
        settings.put(StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG, "dead");
        // when
        AppProgress progress;
        try (StreamsApp app = new StreamsApp(topology, settings, log)) {
            app.start();
            assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();
            progress = app.progress();
        }
        // then
        List<String> expected = new ArrayList<>();
        IntStream.range(0, RECORDS).filter(i -> i != poison).forEach(i -> expected.add("k" + i + "=v" + i + "@" + i));
        assertThat(harness.read("out")).isEqualTo(expected);
        assertThat(harness.read("dead")).hasSize(1);
        assertThat(progress.aborts()).isBetween(2L, (long) MOST_ABORTS);
        assertThat(progress.errors()).isEqualTo(Map.of(ErrorCategory.ABORTABLE, progress.aborts()));
        assertThat(progress.droppedRecords()).isEqualTo(1);
    }
}
