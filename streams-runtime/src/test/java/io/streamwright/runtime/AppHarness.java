package io.streamwright.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.StreamsConfig;
import io.streamwright.Topology;
import io.streamwright.log.LogClient;
import io.streamwright.log.LogProvider;
import io.streamwright.log.Logs;
import io.streamwright.log.TopicReader;
import io.streamwright.log.TopicSpec;
import io.streamwright.log.TopicWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * A log in memory and what a test needs to run applications on it.
 *
 * <p>Owner: the test.
 */
final class AppHarness implements AutoCloseable {
    static final Duration LONG = Duration.ofSeconds(30);

    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final String address;
    private final LogProvider provider;
    private final LogClient log;
    private final Path stateDirectory;
    private int writers;

    AppHarness(Path stateDirectory) {
        this(stateDirectory, Logs.installed());
    }

    /** With a log of the test's choice. */
    AppHarness(Path stateDirectory, LogProvider provider) {
        this(stateDirectory, provider, "memory:app-harness-" + NUMBER.incrementAndGet());
    }

    /** With a log at a place of the test's choice. */
    AppHarness(Path stateDirectory, LogProvider provider, String address) {
        this.stateDirectory = stateDirectory;
        this.provider = provider;
        this.address = address;
        this.log = provider.open(address, Map.of());
    }

    LogClient log() {
        return log;
    }

    void createTopic(String name, int partitions) {
        log.topics().create(new TopicSpec(name, partitions, Map.of()));
    }

    /** Writes and commits; record n has timestamp n. */
    void write(String topic, String... keysAndValues) {
        try (TopicWriter<String, String> writer =
                TopicWriter.open(log, topic, new StringSerializer(), new StringSerializer(), nextWriter())) {
            for (int index = 0; index < keysAndValues.length; index += 2) {
                writer.write(keysAndValues[index], keysAndValues[index + 1], index / 2);
            }
            writer.commit();
        }
    }

    /** Writes and commits records with timestamps of their own; key and value may be null. */
    void write(String topic, List<ProducerRecord<String, String>> records) {
        try (TopicWriter<String, String> writer =
                TopicWriter.open(log, topic, new StringSerializer(), new StringSerializer(), nextWriter())) {
            records.forEach(record -> writer.write(record.key(), record.value(), record.timestamp()));
            writer.commit();
        }
    }

    private String nextWriter() {
        writers++;
        return "harness-" + writers;
    }

    List<String> read(String topic) {
        return read(topic, new StringDeserializer()).stream()
                .map(record -> record.key() + "=" + record.value() + "@" + record.timestamp())
                .toList();
    }

    <V> List<ConsumerRecord<String, V>> read(String topic, Deserializer<V> values) {
        List<ConsumerRecord<String, V>> records = new ArrayList<>();
        try (TopicReader<String, V> reader = TopicReader.open(log, topic, new StringDeserializer(), values)) {
            reader.readAll().forEach(records::add);
        }
        return records;
    }

    List<ConsumerRecord<byte[], byte[]>> readBytes(String topic) {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        try (TopicReader<byte[], byte[]> reader =
                TopicReader.open(log, topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            reader.readAll().forEach(records::add);
        }
        return records;
    }

    Properties settings(String... more) {
        Properties settings = new Properties();
        settings.put(StreamsConfig.APPLICATION_ID_CONFIG, "app");
        settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, address);
        settings.put(StreamsConfig.STATE_DIR_CONFIG, stateDirectory.toString());
        settings.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, "20");
        settings.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        settings.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        for (int index = 0; index < more.length; index += 2) {
            settings.put(more[index], more[index + 1]);
        }
        return settings;
    }

    /** Runs an application until it has processed everything, and closes it. */
    void runToEnd(Topology topology, String... moreSettings) throws InterruptedException {
        try (StreamsApp app = new StreamsApp(topology, settings(moreSettings), provider)) {
            app.start();
            assertThat(app.awaitCaughtUp(LONG)).isTrue();
        }
    }

    @Override
    public void close() {
        log.close();
    }
}
