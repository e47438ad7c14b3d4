package io.streamwright.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streamwright.StreamsBuilder;
import io.streamwright.Topology;
import io.streamwright.kstream.Grouped;
import io.streamwright.kstream.Materialized;
import io.streamwright.kstream.Produced;
import io.streamwright.log.Logs;
import io.streamwright.log.kafka.KafkaBroker;
import io.streamwright.runtime.StreamsApp.State;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** Applications on Apache Kafka: word count, whatever is restarted. */
final class KafkaAppTest {
    private static final String COUNTED = "counted";

    private final KafkaBroker broker = KafkaBroker.shared();

    @TempDir
    private Path directory;

    private AppHarness harness;
    private String id;
    private String in;
    private String out;

    @BeforeEach
    void createTopics(TestInfo test) {
        id = test.getTestMethod().orElseThrow().getName();
        in = id + "-in";
        out = id + "-out";
        harness = new AppHarness(directory, Logs.installed(), broker.address());
        harness.createTopic(in, 2);
        harness.createTopic(out, 1);
    }

    @AfterEach
    void close() {
        harness.close();
    }

    @Test
    void wordCount_makesTheInternalTopicsOfKafkaStreams() throws InterruptedException {
        harness.write(in, "line", "to be or not to be");

        run(wordCount());

        assertThat(harness.log().topics().names())
                .contains(id + "-words-repartition", id + "-" + COUNTED + "-changelog");
        assertThat(harness.log().topics().describe(id + "-words-repartition").orElseThrow())
                .satisfies(topic -> assertThat(topic.partitions()).isEqualTo(2))
                .satisfies(topic -> assertThat(topic.config())
                        .containsEntry("cleanup.policy", "delete")
                        .containsEntry("retention.ms", "-1"));
        assertThat(harness.log()
                        .topics()
                        .describe(id + "-" + COUNTED + "-changelog")
                        .orElseThrow()
                        .config())
                .containsEntry("cleanup.policy", "compact");
        assertThat(lastCounts()).isEqualTo(Map.of("to", 2L, "be", 2L, "or", 1L, "not", 1L));
    }

    @Test
    void wordCount_isExact_overRestartsOfTheApplication() throws Exception {
        harness.write(in, "1", "a b a", "2", "b c");
        run(wordCount());

        harness.write(in, "1", "a c");
        run(wordCount());
        deleteState();
        harness.write(in, "2", "a b");
        run(wordCount());

        assertThat(allCounts())
                .containsExactlyInAnyOrder("a=1", "a=2", "a=3", "a=4", "b=1", "b=2", "b=3", "c=1", "c=2");
    }

    @Test
    void wordCount_isExact_whileTheBrokerIsRestarted() throws InterruptedException {
        try (StreamsApp app = new StreamsApp(wordCount(), settings())) {
            app.start();
            List<String> expected = new ArrayList<>();
            for (int round = 0; round < 3; round++) {
                for (int line = 0; line < 8; line++) {
                    harness.write(in, Integer.toString(line), "x y");
                    expected.add("x=" + (expected.size() / 2 + 1));
                    expected.add("y=" + (expected.size() / 2 + 1));
                    if (line == 6 && round < 2) {
                        restart(round == 0);
                    }
                }
            }

            assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();

            assertThat(app.state()).isEqualTo(State.RUNNING);
            assertThat(allCounts()).containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    private void restart(boolean inOrder) {
        if (inOrder) {
            broker.stop();
        } else {
            broker.kill();
        }
        broker.start();
    }

    @Test
    void instancesThatComeAndGo_shareTheTasks_andCountEachWordOnce() throws InterruptedException {
        try (StreamsApp first = new StreamsApp(wordCount(), settings())) {
            first.start();
            awaitTasks(first, 4);
            writeLines(10);
            try (StreamsApp second = new StreamsApp(
                    wordCount(),
                    harness.settings(
                            "application.id",
                            id,
                            "statestore.cache.max.bytes",
                            "0",
                            "state.dir",
                            directory.resolve("2").toString()))) {
                second.start();
                writeLines(10);
                awaitTasks(first, 2);
                awaitTasks(second, 2);
                writeLines(10);
            }
            writeLines(10);
            awaitTasks(first, 4);
            assertThat(first.awaitCaughtUp(AppHarness.LONG)).isTrue();
        }
        List<String> expected = new ArrayList<>();
        for (int count = 1; count <= 40; count++) {
            expected.add("x=" + count);
            expected.add("y=" + count);
        }
        assertThat(allCounts()).containsExactlyInAnyOrderElementsOf(expected);
    }

    private void writeLines(int lines) {
        for (int line = 0; line < lines; line++) {
            harness.write(in, Integer.toString(line), "x y");
        }
    }

    private static void awaitTasks(StreamsApp app, int tasks) {
        await().atMost(AppHarness.LONG)
                .until(() -> app.metadataForLocalThreads().stream()
                                .mapToInt(worker -> worker.activeTasks().size())
                                .sum()
                        == tasks);
    }

    private void run(Topology topology) throws InterruptedException {
        harness.runToEnd(topology, "application.id", id, "statestore.cache.max.bytes", "0");
    }

    private Properties settings() {
        return harness.settings("application.id", id, "statestore.cache.max.bytes", "0");
    }

    private Topology wordCount() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(in)
                .flatMapValues(line -> Arrays.asList(line.split(" ", -1)))
                .groupBy((key, word) -> word, Grouped.as("words"))
                .count(Materialized.as(COUNTED))
                .toStream()
                .to(out, Produced.with(Serdes.String(), Serdes.Long()));
        return builder.build();
    }

    private List<String> allCounts() {
        return harness.read(out, new LongDeserializer()).stream()
                .map(record -> record.key() + "=" + record.value())
                .toList();
    }

    private Map<String, Long> lastCounts() {
        Map<String, Long> counts = new TreeMap<>();
        harness.read(out, new LongDeserializer()).forEach(record -> counts.put(record.key(), record.value()));
        return counts;
    }

    private void deleteState() throws Exception {
        StreamsApp app = new StreamsApp(wordCount(), settings());
        app.cleanUp();
        assertThat(Files.exists(directory.resolve(id))).isFalse();
    }
}
