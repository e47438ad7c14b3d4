package io.streamwright.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streamwright.StreamsBuilder;
import io.streamwright.StreamsConfig;
import io.streamwright.StreamsMetadata;
import io.streamwright.Topology;
import io.streamwright.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import io.streamwright.kstream.Consumed;
import io.streamwright.kstream.Grouped;
import io.streamwright.kstream.Materialized;
import io.streamwright.processor.TaskId;
import io.streamwright.processor.api.ContextualFixedKeyProcessor;
import io.streamwright.processor.api.FixedKeyProcessorContext;
import io.streamwright.processor.api.FixedKeyRecord;
import io.streamwright.runtime.StreamsApp.State;
import io.streamwright.state.Stores;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Instances come and go; they share the tasks, and nothing is lost or counted twice. */
final class SharedTasksTest {
    private static final int PARTITIONS = 4;
    private static final String POISON = "poison";

    private static final List<String> KEYS =
            IntStream.range(0, 24).mapToObj(number -> "key-" + number).toList();

    @TempDir
    Path directory;

    private final SharedGroup group = new SharedGroup();
    private final Map<String, Integer> openings = new ConcurrentHashMap<>();
    private final List<StreamsApp> apps = new ArrayList<>();
    private AppHarness harness;
    private int rounds;

    @BeforeEach
    void openLog() {
        harness = new AppHarness(directory, group);
        harness.createTopic("in", PARTITIONS);
        harness.createTopic("out", 1);
    }

    @AfterEach
    void closeAll() {
        apps.forEach(StreamsApp::close);
        group.close();
        harness.close();
        assertThat(group.failures()).isEmpty();
    }

    private void write() {
        rounds++;
        KEYS.forEach(key -> harness.write("in", key, "x"));
    }

    private Topology counting(String instance) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("in", Consumed.with(Serdes.String(), Serdes.String()))
                .processValues(() -> new Noting(instance))
                .groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
                .count(Materialized.<String, Long>as(Stores.persistentKeyValueStore("counts"))
                        .withKeySerde(Serdes.String())
                        .withValueSerde(Serdes.Long()))
                .toStream()
                .mapValues(String::valueOf)
                .to("out");
        return builder.build();
    }

    private StreamsApp start(String instance) {
        StreamsApp app = prepare(instance);
        app.start();
        return app;
    }

    private StreamsApp prepare(String instance) {
        StreamsApp app = new StreamsApp(
                counting(instance),
                new StreamsConfig(harness.settings(
                        StreamsConfig.STATE_DIR_CONFIG,
                        directory.resolve(instance).toString(),
                        StreamsConfig.CLIENT_ID_CONFIG,
                        instance,
                        StreamsConfig.APPLICATION_SERVER_CONFIG,
                        instance + ":1",
                        StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG,
                        "0")),
                group);
        apps.add(app);
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
        harness.read("out").forEach(line -> {
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
    void instanceThatTheGroupForgot_writesNothingMore_andComesBack() throws Exception {
        StreamsApp first = start("first");
        StreamsApp second = start("second");
        awaitShare(first, 2);
        awaitShare(second, 2);
        write();
        awaitCaughtUp(first, second);

        SharedGroup.Member forgotten = group.forgetOldest();
        awaitShare(second, PARTITIONS);
        write(); // both read it
        awaitCaughtUp(second);
        assertCountedOnce();

        group.tell(forgotten);
        awaitShare(first, 2);
        awaitShare(second, 2);
        write();
        awaitCaughtUp(first, second);
        assertCountedOnce();
    }

    @Test
    void oneThatFailsForAll_stopsAll() throws Exception {
        StreamsApp first = start("first");
        StreamsApp second = prepare("second");
        second.setUncaughtExceptionHandler(error -> StreamThreadExceptionResponse.SHUTDOWN_APPLICATION);
        second.start();
        awaitShare(first, 2);
        awaitShare(second, 2);

        KEYS.forEach(key -> harness.write("in", key, POISON)); // the first only forwards it

        await().atMost(AppHarness.LONG).until(() -> first.state() == State.ERROR && second.state() == State.ERROR);
        assertThat(first.failure())
                .hasValueSatisfying(failure -> assertThat(failure)
                        .hasMessageContaining("asked all of them to shut down")
                        .hasMessageContaining("second cannot bear it"));
        assertThat(second.failure())
                .hasValueSatisfying(failure -> assertThat(failure).hasMessageContaining("second cannot bear it"));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void instancesComeAndGoAtRandom(long seed) throws Exception {
        Random random = new Random(seed);
        List<StreamsApp> running = new ArrayList<>(List.of(start("instance-0")));
        List<SharedGroup.Member> forgotten = new ArrayList<>();
        for (int step = 1; step <= 12; step++) {
            switch (random.nextInt(4)) {
                case 0 -> running.add(start("instance-" + step));
                case 1 -> {
                    if (running.size() > 1) {
                        running.remove(random.nextInt(running.size())).close();
                    }
                }
                case 2 -> {
                    if (running.size() > 1 && forgotten.isEmpty()) {
                        forgotten.add(group.forgetOldest());
                    }
                }
                default -> {
                    forgotten.forEach(group::tell);
                    forgotten.clear();
                }
            }
            write();
        }
        forgotten.forEach(group::tell);
        await().atMost(AppHarness.LONG)
                .until(() -> running.stream().allMatch(app -> app.state() == State.RUNNING)
                        && running.stream().mapToInt(SharedTasksTest::tasksOf).sum() == PARTITIONS);
        awaitCaughtUp(running.toArray(StreamsApp[]::new));
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
            TaskId task = context.taskId();
            openings.merge(instance + " " + task, 1, Integer::sum);
        }

        @Override
        public void process(FixedKeyRecord<String, String> record) {
            if (instance.equals("second") && record.value().equals(POISON)) {
                throw new IllegalStateException(instance + " cannot bear it");
            }
            context().forward(record);
        }
    }
}
