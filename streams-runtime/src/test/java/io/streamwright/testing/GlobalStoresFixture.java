package io.streamwright.testing;

import io.streamwright.StreamsConfig;
import io.streamwright.Topology;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.Record;
import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.KeyValueStore;
import io.streamwright.state.StoreBuilder;
import io.streamwright.state.Stores;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.apache.kafka.common.serialization.IntegerDeserializer;
import org.apache.kafka.common.serialization.IntegerSerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.io.TempDir;

/** Drivers with a global store, and what their tests look at. Owner: one test. */
abstract class GlobalStoresFixture {
    @TempDir
    Path directory;

    final List<String> seen = new ArrayList<>();

    TopologyTestDriver driver(Topology topology, Object... more) {
        Properties settings = new Properties();
        settings.put(StreamsConfig.APPLICATION_ID_CONFIG, "app");
        settings.put(StreamsConfig.STATE_DIR_CONFIG, directory.toString());
        settings.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        settings.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        for (int index = 0; index < more.length; index += 2) {
            settings.put(more[index], more[index + 1]);
        }
        return new TopologyTestDriver(topology, settings, Instant.EPOCH, Map.of("global", 3));
    }

    static void pipe(TopologyTestDriver driver, String topic, String key, String value) {
        driver.createInputTopic(topic, new StringSerializer(), new StringSerializer())
                .pipeInput(key, value, Instant.ofEpochMilli(7));
    }

    static List<String> out(TopologyTestDriver driver) {
        return driver.createOutputTopic("out", new StringDeserializer(), new StringDeserializer())
                .readValuesToList();
    }

    static Map<String, String> content(TopologyTestDriver driver, String store) {
        Map<String, String> content = new TreeMap<>();
        try (KeyValueIterator<String, String> all =
                driver.<String, String>getKeyValueStore(store).all()) {
            all.forEachRemaining(entry -> content.put(entry.key, entry.value));
        }
        return content;
    }

    static StoreBuilder<KeyValueStore<String, String>> strings(String name) {
        return Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore(name), Serdes.String(), Serdes.String());
    }

    /** Keeps a store as the argument says. */
    static final class Keeper extends ContextualProcessor<String, Integer, Void, Void> {
        private final BiConsumer<KeyValueStore<String, String>, Record<String, Integer>> work;

        Keeper(BiConsumer<KeyValueStore<String, String>, Record<String, Integer>> work) {
            this.work = work;
        }

        @Override
        public void process(Record<String, Integer> record) {
            work.accept(context().getStateStore("kept"), record);
        }
    }

    static Topology kept(BiConsumer<KeyValueStore<String, String>, Record<String, Integer>> work) {
        return new Topology()
                .addGlobalStore(
                        strings("kept"),
                        "source",
                        new StringDeserializer(),
                        new IntegerDeserializer(),
                        "global",
                        "keeper",
                        () -> new Keeper(work));
    }

    static void pipe(TopologyTestDriver driver, String topic, String key, int value) {
        driver.createInputTopic(topic, new StringSerializer(), new IntegerSerializer())
                .pipeInput(key, value, Instant.ofEpochMilli(7));
    }
}
