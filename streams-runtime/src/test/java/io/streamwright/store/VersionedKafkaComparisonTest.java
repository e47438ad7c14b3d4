package io.streamwright.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.state.StoreBuilder;
import io.streamwright.state.Stores;
import io.streamwright.state.VersionedKeyValueStore;
import io.streamwright.state.VersionedRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.Record;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A versioned store answers as that of Kafka Streams does, and has a changelog of the same records. */
final class VersionedKafkaComparisonTest {
    private static final String STORE = "store";
    private static final Duration RETENTION = Duration.ofMillis(30);
    private static final TopicPartition CHANGELOG = TaskSetup.changelogOf(STORE);

    enum Kind {
        PUT,
        PUT_AGAIN,
        PUT_NULL,
        DELETE,
        GET,
        GET_AS_OF
    }

    /** What to do; a time is counted from the begin, so that later steps tend to later times. */
    record Step(Kind kind, int key, int time) {}

    /** A changelog record in text. */
    record Logged(String key, String value, long timestamp) {}

    @Provide
    Arbitrary<List<Step>> steps() {
        return Combinators.combine(
                        Arbitraries.of(Kind.class),
                        Arbitraries.integers().between(0, 2),
                        Arbitraries.integers().between(0, 50))
                .as(Step::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(80);
    }

    @Property
    void anyCalls_areAnsweredAndLoggedAsByKafkaStreams(@ForAll("steps") List<Step> steps) throws IOException {
        Path directory = Files.createTempDirectory("versioned-comparison");
        try (Theirs driver = new Theirs(directory);
                TaskStores stores = setup(directory.resolve("ours")).open()) {
            List<Logged> theirs = new ArrayList<>();
            for (int index = 0; index < steps.size(); index++) {
                compare(driver, stores, steps.get(index), index, theirs);
            }
            // what Kafka Streams logged is the same store, too
            checkRestored(directory, theirs, driver);
        } finally {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    @Test
    void deletionAtTheTimeOfTheOnlyVersion_isKept(@TempDir Path directory) {
        try (Theirs theirs = new Theirs(directory);
                TaskStores stores = setup(directory.resolve("ours")).open()) {
            VersionedKeyValueStore<String, String> ours = TaskSetup.store(stores, STORE);
            // given
            ours.put("k", "v", 20);
            theirs.call(store -> store.put("k", "v", 20));
            ours.put("k", null, 20);
            theirs.call(store -> store.put("k", null, 20));
            // when
            long validTo = ours.put("k", "older", 10);
            Object theirValidTo = theirs.call(store -> store.put("k", "older", 10));
            // then nothing older comes back, as it does there
            assertThat(validTo).isEqualTo(20);
            assertThat(ours.get("k")).isNull();
            assertThat(theirValidTo).isEqualTo(-1L);
            assertThat(text(theirs.call(store -> store.get("k")))).isEqualTo("<older,10,Optional.empty>");
        }
    }

    private static TaskSetup setup(Path directory) {
        StoreBuilder<VersionedKeyValueStore<String, String>> builder = Stores.versionedKeyValueStoreBuilder(
                Stores.persistentVersionedKeyValueStore(STORE, RETENTION, Duration.ofMillis(4)),
                Serdes.String(),
                Serdes.String());
        return new TaskSetup(directory).logged(builder);
    }

    /** The store of Kafka Streams in its driver, which logs what a processor does. Owner: the test's thread. */
    private static final class Theirs implements AutoCloseable {
        private final TopologyTestDriver driver;
        private Function<org.apache.kafka.streams.state.VersionedKeyValueStore<String, String>, Object> next;
        private Object answer;

        Theirs(Path directory) {
            org.apache.kafka.streams.Topology topology = new org.apache.kafka.streams.Topology();
            topology.addSource("source", "in")
                    .addProcessor("processor", this::processor, "source")
                    .addStateStore(
                            org.apache.kafka.streams.state.Stores.versionedKeyValueStoreBuilder(
                                    org.apache.kafka.streams.state.Stores.persistentVersionedKeyValueStore(
                                            STORE, RETENTION, Duration.ofMillis(4)),
                                    Serdes.String(),
                                    Serdes.String()),
                            "processor");
            Properties settings = new Properties();
            settings.setProperty("application.id", "app");
            settings.setProperty("bootstrap.servers", "unused:1");
            settings.setProperty("state.dir", directory.resolve("theirs").toString());
            settings.setProperty("default.key.serde", "org.apache.kafka.common.serialization.Serdes$StringSerde");
            settings.setProperty("default.value.serde", "org.apache.kafka.common.serialization.Serdes$StringSerde");
            driver = new TopologyTestDriver(topology, settings);
        }

        private Processor<Object, Object, Object, Object> processor() {
            return new ContextualProcessor<>() {
                @Override
                public void process(Record<Object, Object> record) {
                    answer = next.apply(context().getStateStore(STORE));
                }
            };
        }

        /** Returns what a call of the store returns. */
        Object call(Function<org.apache.kafka.streams.state.VersionedKeyValueStore<String, String>, Object> operation) {
            next = operation;
            driver.createInputTopic("in", new StringSerializer(), new StringSerializer())
                    .pipeInput("any", "any", 0L);
            return answer;
        }

        List<Logged> logged() {
            List<Logged> logged = new ArrayList<>();
            driver.createOutputTopic("app-store-changelog", new StringDeserializer(), new StringDeserializer())
                    .readRecordsToList()
                    .forEach(record -> logged.add(new Logged(record.key(), record.value(), record.timestamp())));
            return logged;
        }

        @Override
        public void close() {
            driver.close();
        }
    }

    private static void compare(Theirs theirs, TaskStores stores, Step step, long start, List<Logged> theirLog) {
        VersionedKeyValueStore<String, String> ours = TaskSetup.store(stores, STORE);
        String key = "k" + step.key;
        long time = start + step.time;
        VersionedRecord<String> newest = ours.get(key);
        boolean deletes = step.kind == Kind.PUT_NULL || step.kind == Kind.DELETE;
        if (deletes && newest != null && newest.timestamp() == time) {
            return; // Kafka Streams forgets such a deletion, see deletionAtTheTimeOfTheOnlyVersion_isKept
        }
        boolean outOfOrder = false;
        switch (step.kind) {
            case PUT, PUT_AGAIN, PUT_NULL -> {
                String value = step.kind == Kind.PUT_NULL ? null : "v" + start;
                long validTo = ours.put(key, value, time);
                assertThat(validTo).as("%s", step).isEqualTo(theirs.call(store -> store.put(key, value, time)));
                outOfOrder = validTo >= 0;
            }
            case DELETE -> {
                outOfOrder = newest != null && newest.timestamp() > time;
                assertThat(text(ours.delete(key, time))).isEqualTo(text(theirs.call(store -> store.delete(key, time))));
            }
            case GET -> assertThat(text(ours.get(key))).isEqualTo(text(theirs.call(store -> store.get(key))));
            case GET_AS_OF ->
                assertThat(text(ours.get(key, time))).isEqualTo(text(theirs.call(store -> store.get(key, time))));
        }
        List<Logged> expected = theirs.logged();
        theirLog.addAll(expected);
        checkLogged(commit(stores), expected, outOfOrder, ours.get(key));
    }

    private static String text(Object record) {
        return record == null ? "" : record.toString();
    }

    /** As Kafka Streams, but what was refused is not logged, and what is newest is logged again behind what came out of order. */
    private static void checkLogged(
            List<Logged> logged, List<Logged> theirs, boolean outOfOrder, VersionedRecord<String> newest) {
        if (!logged.isEmpty()) {
            assertThat(logged.subList(0, 1)).isEqualTo(theirs);
        }
        if (outOfOrder && newest != null && !logged.isEmpty()) {
            Logged last = logged.get(logged.size() - 1);
            assertThat(last).isEqualTo(new Logged(last.key, newest.value(), newest.timestamp()));
        }
        assertThat(logged.size()).isLessThanOrEqualTo(2);
    }

    private static List<Logged> commit(TaskStores stores) {
        List<Logged> logged = new ArrayList<>();
        Map<TopicPartition, Long> next = new HashMap<>();
        stores.writeChanges((changelog, timestamp, key, value, headers) -> {
            logged.add(new Logged(string(key), value == null ? null : string(value), timestamp));
            next.put(CHANGELOG, stores.position(STORE) + logged.size() + 1);
        });
        stores.seal();
        stores.commit(next);
        return logged;
    }

    private static String string(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static void checkRestored(Path directory, List<Logged> theirLog, Theirs theirs) {
        FakeLog log = new FakeLog().recordsPerPoll(7);
        theirLog.forEach(record -> log.partition(CHANGELOG)
                .record(
                        record.key.getBytes(StandardCharsets.UTF_8),
                        record.value == null ? null : record.value.getBytes(StandardCharsets.UTF_8),
                        record.timestamp));
        log.partition(CHANGELOG);
        try (TaskStores stores = setup(directory.resolve("restored")).open();
                RestoreProcess process = RestoreProcess.start(log, stores, RestoreProgress.NONE)) {
            while (!process.step(Duration.ZERO)) {}
            VersionedKeyValueStore<String, String> ours = TaskSetup.store(stores, STORE);
            assertThat(everything((key, time) -> ours.get(key, time)))
                    .isEqualTo(theirs.call(store -> everything((key, time) -> store.get(key, time))));
        }
    }

    private static List<String> everything(BiFunction<String, Long, Object> store) {
        List<String> found = new ArrayList<>();
        for (String key : List.of("k0", "k1", "k2")) {
            for (long time = 0; time < 200; time++) {
                found.add(text(store.apply(key, time)));
            }
        }
        return found;
    }
}
