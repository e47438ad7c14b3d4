package io.streamwright.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.Topology;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.Record;
import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.KeyValueStore;
import io.streamwright.state.Stores;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** A store that keeps the entries that were used last shows and logs what that of Kafka Streams does. */
final class LruDifferentialTest {
    private static final String STORE = "lru";

    /** What a test sees. */
    record Seen(List<String> results, Map<String, String> changelog) {}

    /** What is done with a key. */
    record Use(String key, String work) {}

    @Provide
    Arbitrary<List<Use>> uses() {
        return Combinators.combine(
                        Arbitraries.of("a", "b", "c", "d", "e"),
                        Arbitraries.of("put", "put", "put", "get", "get", "delete", "absent", "all", "range", "count"))
                .as(Use::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(60);
    }

    @Property
    void readsAndChangelog_areThoseOfKafkaStreams(
            @ForAll("uses") List<Use> uses, @ForAll @IntRange(min = 1, max = 4) int most) {
        assertThat(ours(uses, most)).isEqualTo(theirs(uses, most));
    }

    /** Kafka Streams logs the deletion first and then the entry, which comes back when the store is restored. */
    @Example
    void storeForNoEntries_leavesNothingInTheChangelog() {
        List<Use> uses = List.of(new Use("a", "put"), new Use("a", "get"), new Use("a", "count"));
        assertThat(ours(uses, 0)).isEqualTo(new Seen(List.of("put ", "get null", "count 0"), Map.of()));
        assertThat(theirs(uses, 0).changelog()).containsKey("a");
    }

    @Example
    void negativeNumber_isRefused_asInKafkaStreams() {
        assertThatThrownBy(() -> Stores.lruMap(STORE, -1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("-1");
        assertThatThrownBy(() -> org.apache.kafka.streams.state.Stores.lruMap(STORE, -1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Stores.lruMap(null, 1)).isInstanceOf(NullPointerException.class);
        assertThat(Stores.lruMap(STORE, 1).metricsScope())
                .isEqualTo(
                        org.apache.kafka.streams.state.Stores.lruMap(STORE, 1).metricsScope());
    }

    private static Seen ours(List<Use> uses, int most) {
        Topology topology = new Topology()
                .addSource("source", new StringDeserializer(), new StringDeserializer(), "in")
                .addProcessor("user", Ours::new, "source")
                .addSink("sink", "out", new StringSerializer(), new StringSerializer(), "user")
                .addStateStore(
                        Stores.keyValueStoreBuilder(Stores.lruMap(STORE, most), Serdes.String(), Serdes.String()),
                        "user");
        try (TopologyTestDriver driver = new TopologyTestDriver(topology, settings())) {
            TestInputTopic<String, String> in =
                    driver.createInputTopic("in", new StringSerializer(), new StringSerializer());
            uses.forEach(use -> in.pipeInput(use.key, use.work));
            TestOutputTopic<String, String> changelog = driver.createOutputTopic(
                    "lru-test-lru-changelog", new StringDeserializer(), new StringDeserializer());
            return new Seen(
                    driver.createOutputTopic("out", new StringDeserializer(), new StringDeserializer())
                            .readValuesToList(),
                    compacted(changelog.readKeyValuesToList().stream()
                            .map(pair -> new String[] {pair.key, pair.value})
                            .toList()));
        }
    }

    private static Seen theirs(List<Use> uses, int most) {
        org.apache.kafka.streams.Topology topology = new org.apache.kafka.streams.Topology()
                .addSource("source", new StringDeserializer(), new StringDeserializer(), "in")
                .addProcessor("user", Theirs::new, "source")
                .addSink("sink", "out", new StringSerializer(), new StringSerializer(), "user")
                .addStateStore(
                        org.apache.kafka.streams.state.Stores.keyValueStoreBuilder(
                                org.apache.kafka.streams.state.Stores.lruMap(STORE, most),
                                Serdes.String(),
                                Serdes.String()),
                        "user");
        try (org.apache.kafka.streams.TopologyTestDriver driver =
                new org.apache.kafka.streams.TopologyTestDriver(topology, settings())) {
            org.apache.kafka.streams.TestInputTopic<String, String> in =
                    driver.createInputTopic("in", new StringSerializer(), new StringSerializer());
            uses.forEach(use -> in.pipeInput(use.key, use.work));
            org.apache.kafka.streams.TestOutputTopic<String, String> changelog = driver.createOutputTopic(
                    "lru-test-lru-changelog", new StringDeserializer(), new StringDeserializer());
            return new Seen(
                    driver.createOutputTopic("out", new StringDeserializer(), new StringDeserializer())
                            .readValuesToList(),
                    compacted(changelog.readKeyValuesToList().stream()
                            .map(pair -> new String[] {pair.key, pair.value})
                            .toList()));
        }
    }

    private static Properties settings() {
        Properties settings = new Properties();
        settings.put("application.id", "lru-test");
        settings.put("bootstrap.servers", "nowhere:9092");
        return settings;
    }

    /** Here a transaction logs the last change of a key alone: what is left behind is the same. */
    private static Map<String, String> compacted(List<String[]> records) {
        Map<String, String> left = new TreeMap<>();
        for (String[] record : records) {
            if (record[1] == null) {
                left.remove(record[0]);
            } else {
                left.put(record[0], record[1]);
            }
        }
        return left;
    }

    private static final class Ours extends ContextualProcessor<String, String, String, String> {
        private int number;

        @Override
        public void process(Record<String, String> record) {
            KeyValueStore<String, String> store = context().getStateStore(STORE);
            String key = record.key();
            String value = key + number++;
            String result = switch (record.value()) {
                case "put" -> {
                    store.put(key, value);
                    yield "";
                }
                case "get" -> store.get(key);
                case "delete" -> store.delete(key);
                case "absent" -> store.putIfAbsent(key, value);
                case "count" -> "" + store.approximateNumEntries();
                case "range" -> walked(store.reverseRange("b", "d"));
                default -> walked(store.all());
            };
            context().forward(record.withValue(record.value() + " " + result));
        }

        private static String walked(KeyValueIterator<String, String> entries) {
            List<String> found = new ArrayList<>();
            try (entries) {
                entries.forEachRemaining(entry -> found.add(entry.key + "=" + entry.value));
            }
            return found.toString();
        }
    }

    private static final class Theirs
            extends org.apache.kafka.streams.processor.api.ContextualProcessor<String, String, String, String> {
        private int number;

        @Override
        public void process(org.apache.kafka.streams.processor.api.Record<String, String> record) {
            org.apache.kafka.streams.state.KeyValueStore<String, String> store =
                    context().getStateStore(STORE);
            String key = record.key();
            String value = key + number++;
            String result = switch (record.value()) {
                case "put" -> {
                    store.put(key, value);
                    yield "";
                }
                case "get" -> store.get(key);
                case "delete" -> store.delete(key);
                case "absent" -> store.putIfAbsent(key, value);
                case "count" -> "" + store.approximateNumEntries();
                case "range" -> walked(store.reverseRange("b", "d"));
                default -> walked(store.all());
            };
            context().forward(record.withValue(record.value() + " " + result));
        }

        private static String walked(org.apache.kafka.streams.state.KeyValueIterator<String, String> entries) {
            List<String> found = new ArrayList<>();
            try (entries) {
                entries.forEachRemaining(entry -> found.add(entry.key + "=" + entry.value));
            }
            return found.toString();
        }
    }
}
