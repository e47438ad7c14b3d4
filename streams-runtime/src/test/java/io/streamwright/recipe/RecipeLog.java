package io.streamwright.recipe;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.StreamsConfig;
import io.streamwright.Topology;
import io.streamwright.log.LogClient;
import io.streamwright.log.Logs;
import io.streamwright.log.TopicReader;
import io.streamwright.log.TopicSpec;
import io.streamwright.log.TopicWriter;
import io.streamwright.runtime.StreamsApp;
import io.streamwright.testing.FaultyLog;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * A log in memory with a topic that recipes read and one that they write, and faults at its calls.
 *
 * <p>Owner: the test.
 */
final class RecipeLog implements AutoCloseable {
    static final Duration LONG = Duration.ofSeconds(30);

    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final String address = "memory:recipe-" + NUMBER.incrementAndGet();
    private final LogClient log = Logs.open(address, Map.of());
    private final FaultyLog faults = new FaultyLog();
    private final Path stateDirectory;

    RecipeLog(Path stateDirectory) {
        this.stateDirectory = stateDirectory;
        for (String topic : List.of("in", "out", "dead-letters", "too-large")) {
            log.topics().create(new TopicSpec(topic, 1, Map.of("max.message.bytes", "100000")));
        }
    }

    FaultyLog faults() {
        return faults;
    }

    /** Writes and commits values, each with itself as the key. */
    void write(String... values) {
        try (TopicWriter<String, String> writer =
                TopicWriter.open(address, "in", new StringSerializer(), new StringSerializer())) {
            for (String value : values) {
                writer.write(value, value);
            }
            writer.commit();
        }
    }

    /** Returns the committed values of a topic. */
    List<String> read(String topic) {
        return records(topic).stream()
                .map(record -> new StringDeserializer().deserialize(topic, record.value()))
                .toList();
    }

    /** Returns the committed records of a topic. */
    List<ConsumerRecord<byte[], byte[]>> records(String topic) {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        try (TopicReader<byte[], byte[]> reader =
                TopicReader.open(address, topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            reader.readAll().forEach(records::add);
        }
        return records;
    }

    Properties settings() {
        Properties settings = new Properties();
        settings.put(StreamsConfig.APPLICATION_ID_CONFIG, "app");
        settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, address);
        settings.put(StreamsConfig.STATE_DIR_CONFIG, stateDirectory.toString());
        settings.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 20);
        settings.put(StreamsConfig.RETRY_BACKOFF_MS_CONFIG, 10);
        settings.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        settings.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        return settings;
    }

    StreamsApp app(Topology topology, Properties settings) {
        return new StreamsApp(topology, settings, faults);
    }

    /** Runs an application until everything is processed. */
    void run(Topology topology, Properties settings) throws InterruptedException {
        run(app(topology, settings));
    }

    /** As {@link #run(Topology, Properties)}, and closes it. */
    void run(StreamsApp app) throws InterruptedException {
        try (app) {
            app.start();
            assertThat(app.awaitCaughtUp(LONG)).isTrue();
        }
    }

    @Override
    public void close() {
        log.close();
    }
}
