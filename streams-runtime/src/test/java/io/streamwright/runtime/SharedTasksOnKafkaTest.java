package io.streamwright.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streamwright.StreamsBuilder;
import io.streamwright.StreamsConfig;
import io.streamwright.StreamsMetadata;
import io.streamwright.Topology;
import io.streamwright.kstream.Consumed;
import io.streamwright.kstream.Grouped;
import io.streamwright.kstream.Materialized;
import io.streamwright.log.Logs;
import io.streamwright.log.kafka.KafkaBroker;
import io.streamwright.processor.api.ContextualFixedKeyProcessor;
import io.streamwright.processor.api.FixedKeyProcessorContext;
import io.streamwright.processor.api.FixedKeyRecord;
import io.streamwright.runtime.StreamsApp.State;
import io.streamwright.state.KeyValueStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** Instances on Apache Kafka come and go; they share the tasks, and nothing is lost or counted twice. */
final class SharedTasksOnKafkaTest {
    private static final int PARTITIONS = 4;
    private static final List<String> KEYS =
            IntStream.range(0, 24).mapToObj(number -> "key-" + number).toList();

    @TempDir
    Path directory;

    private final KafkaBroker broker = KafkaBroker.shared();
    private final Map<String, Integer> openings = new ConcurrentHashMap<>();
    private final List<StreamsApp> apps = new ArrayList<>();
    private AppHarness harness;
    private String id;
    private int rounds;

    @BeforeEach
    void openLog(TestInfo test) {
        id = test.getTestMethod().orElseThrow().getName();
        harness = new AppHarness(directory, Logs.installed(), broker.address());
        harness.createTopic(id + "-in", PARTITIONS);
        harness.createTopic(id + "-out", 1);
    }

    @AfterEach
    void closeAll() {
        apps.forEach(StreamsApp::close);
        harness.close();
    }

    private void write() {
        rounds++;
        harness.write(
                id + "-in",
                KEYS.stream().flatMap(key -> List.of(key, "x").stream()).toArray(String[]::new));
    }

    private Topology counting(String instance) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream(id + "-in", Consumed.with(Serdes.String(), Serdes.String()))
                .processValues(() -> new Noting(instance))
                .groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
                .count(Materialized.<String, Long, KeyValueStore<Bytes, byte[]>>as("counts")
                        .withKeySerde(Serdes.String())
                        .withValueSerde(Serdes.Long()))
                .toStream()
                .mapValues(String::valueOf)
                .to(id + "-out");
        return builder.build();
    }

    private StreamsApp start(String instance) {
        StreamsApp app = new StreamsApp(
                counting(instance),
                harness.settings(
                        StreamsConfig.APPLICATION_ID_CONFIG,
                        id,
                        StreamsConfig.STATE_DIR_CONFIG,
                        directory.resolve(instance).toString(),
                        StreamsConfig.CLIENT_ID_CONFIG,
                        instance,
                        StreamsConfig.APPLICATION_SERVER_CONFIG,
                        instance + ":1",
                        StreamsConfig.consumerPrefix("heartbeat.interval.ms"),
                        "300",
                        StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG,
                        "0"));
        apps.add(app);
        app.start();
        return app;
    }

    private static int tasksOf(StreamsApp app) {
        return app.metadataForLocalThreads().stream()
                .mapToInt(worker -> worker.activeTasks().size())
                .sum();
    }

    private static void awaitShare(StreamsApp app, int tasks) {
        await().atMost(AppHarness.LONG).until(() -> app.state() == State.RUNNING && tasksOf(app) == tasks);
    }

    /** Every record was counted once: each key went through all numbers, in order. */
    private void assertCountedOnce() {
        Map<String, List<String>> counts = new TreeMap<>();
        harness.read(id + "-out").forEach(line -> {
            String key = line.substring(0, line.indexOf('='));
            counts.computeIfAbsent(key, any -> new ArrayList<>())
                    .add(line.substring(line.indexOf('=') + 1, line.indexOf('@')));
        });
        List<String> numbers =
                IntStream.rangeClosed(1, rounds).mapToObj(String::valueOf).toList();
        Map<String, List<String>> expected = new TreeMap<>();
        KEYS.forEach(key -> expected.put(key, numbers));
        assertThat(counts).isEqualTo(expected);
    }

    private static void awaitCaughtUp(StreamsApp... running) throws InterruptedException {
        for (StreamsApp app : running) {
            assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();
        }
    }

    @Test
    void instancesShareTheTasks_andThoseThatStayAreNotOpenedAgain() throws Exception {
        StreamsApp first = start("first");
        awaitShare(first, PARTITIONS);
        write();
        awaitCaughtUp(first);

        StreamsApp second = start("second");
        awaitShare(first, 2);
        awaitShare(second, 2);
        write();
        awaitCaughtUp(first, second);
        assertCountedOnce();
        assertThat(openings.values())
                .as("openings of each task on each instance")
                .containsOnly(1);
        assertThat(first.metadataForAllStreamsClients())
                .hasSameSizeAs(second.metadataForAllStreamsClients())
                .extracting(StreamsMetadata::host)
                .containsExactlyInAnyOrder("first", "second");

        second.close();
        awaitShare(first, PARTITIONS);
        write();
        awaitCaughtUp(first);
        assertCountedOnce();
    }

    @Test
    void brokerIsRestarted_whileInstancesCome() throws Exception {
        StreamsApp first = start("first");
        write();
        broker.kill();
        broker.start();
        StreamsApp second = start("second");
        write();
        awaitShare(first, 2);
        awaitShare(second, 2);
        broker.stop();
        broker.start();
        write();
        awaitCaughtUp(first, second);
        assertCountedOnce();
    }

    /** Notes which instance has opened which task, and how often. */
    private final class Noting extends ContextualFixedKeyProcessor<String, String, String> {
        private final String instance;

        Noting(String instance) {
            this.instance = instance;
        }

        @Override
        public void init(FixedKeyProcessorContext<String, String> context) {
            super.init(context);
            openings.merge(instance + " " + context.taskId(), 1, Integer::sum);
        }

        @Override
        public void process(FixedKeyRecord<String, String> record) {
            context().forward(record);
        }
    }
}
