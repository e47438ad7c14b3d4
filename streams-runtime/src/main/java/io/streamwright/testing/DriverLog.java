package io.streamwright.testing;

import io.streamwright.log.FetchedRecords;
import io.streamwright.log.KeyPartitioner;
import io.streamwright.log.LogClient;
import io.streamwright.log.LogReader;
import io.streamwright.log.LogRecord;
import io.streamwright.log.ReaderOptions;
import io.streamwright.log.TopicSpec;
import io.streamwright.log.TransactionalWriter;
import io.streamwright.log.WriterOptions;
import io.streamwright.log.embedded.EmbeddedLog;
import io.streamwright.log.embedded.EmbeddedLogSettings;
import io.streamwright.log.embedded.coordinator.CoordinatorLimits;
import io.streamwright.log.embedded.execution.LogLimits;
import io.streamwright.log.embedded.storage.MemoryLogStorage;
import io.streamwright.loop.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * The log under a driver, as the outside world sees it: writes what is piped, and reads what the application has committed.
 *
 * <p>Owner: the driver.
 */
final class DriverLog implements AutoCloseable {
    private static final String NAME = "topology-test-driver";
    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    /** A test may let years pass, and no id is forgotten for that. */
    private static final long NEVER_MS = Long.MAX_VALUE / 4;

    private static final LogLimits LIMITS = new LogLimits(
            new CoordinatorLimits(CoordinatorLimits.DEFAULT.maxTransactionTimeoutMs(), NEVER_MS),
            LogLimits.DEFAULT.tailCacheBytes(),
            LogLimits.DEFAULT.inFlightBytes(),
            NEVER_MS);

    private final EmbeddedLog log;
    private final LogClient client;
    private final LogReader reader;
    private final TransactionalWriter writer;
    private final Map<String, Deque<ProducerRecord<byte[], byte[]>>> produced = new LinkedHashMap<>();
    private final Set<Place> piped = new HashSet<>();

    DriverLog(Clock clock) {
        log = EmbeddedLog.byHand(new MemoryLogStorage(NAME), EmbeddedLogSettings.DEFAULT.with(LIMITS), clock);
        client = log.client();
        reader = client.openReader(ReaderOptions.DEFAULT);
        writer = client.openWriter(new WriterOptions(NAME, TIMEOUT, TIMEOUT));
    }

    /** Returns a client for the application. */
    LogClient newClient() {
        return log.client();
    }

    boolean hasTopic(String topic) {
        return client.topics().describe(topic).isPresent();
    }

    Set<String> topics() {
        return client.topics().names();
    }

    void create(String topic, int partitions) {
        client.topics().create(new TopicSpec(topic, partitions, Map.of()));
    }

    /** Does what has fallen due by the clock. */
    void step() {
        log.step();
    }

    /** Returns the partition of a record that names none: by its key; the first if it has none. */
    int partitionOf(String topic, byte @Nullable [] key) {
        return key == null ? 0 : KeyPartitioner.partition(key, partitions(topic));
    }

    int partitions(String topic) {
        return client.topics().describe(topic).map(TopicSpec::partitions).orElse(0);
    }

    /** Writes a record and commits it. */
    void append(
            TopicPartition partition, long timestamp, byte @Nullable [] key, byte @Nullable [] value, Headers headers) {
        writer.begin();
        try {
            writer.append(partition, timestamp, key, value, headers.toArray());
        } catch (RuntimeException e) {
            writer.abort().join();
            throw e;
        }
        Long next = writer.commit().join().nextOffsets().get(partition);
        if (next == null) {
            throw new IllegalStateException("the log does not say where it put a record of partition " + partition);
        }
        piped.add(new Place(partition, next - 1));
    }

    /** Reads what the application has committed since the last call. */
    void takeOutputs() {
        assignNewTopics();
        List<FetchedRecords> fetched = reader.poll(Duration.ZERO);
        while (!fetched.isEmpty()) {
            for (FetchedRecords ofPartition : fetched) {
                TopicPartition partition = ofPartition.partition();
                for (LogRecord record : ofPartition.records()) {
                    if (!piped.remove(new Place(partition, record.offset()))) {
                        take(partition, record);
                    }
                }
            }
            fetched = reader.poll(Duration.ZERO);
        }
    }

    private void assignNewTopics() {
        Set<TopicPartition> assigned = reader.assignment();
        List<TopicPartition> added = new ArrayList<>();
        for (String topic : topics()) {
            if (!assigned.contains(new TopicPartition(topic, 0))) {
                for (int partition = 0; partition < partitions(topic); partition++) {
                    added.add(new TopicPartition(topic, partition));
                }
            }
        }
        if (!added.isEmpty()) {
            List<TopicPartition> all = new ArrayList<>(assigned);
            all.addAll(added);
            reader.assign(all);
            added.forEach(partition -> reader.seek(partition, 0));
        }
    }

    private void take(TopicPartition partition, LogRecord record) {
        produced.computeIfAbsent(partition.topic(), topic -> new ArrayDeque<>())
                .add(new ProducerRecord<>(
                        partition.topic(),
                        partition.partition(),
                        record.timestamp(),
                        record.key(),
                        record.value(),
                        new RecordHeaders(record.headers())));
    }

    /** Returns the topics that the application ever wrote to. */
    Set<String> producedTopics() {
        return Collections.unmodifiableSet(produced.keySet());
    }

    /** Returns what was committed to a topic and not taken yet; null if nothing ever was. */
    @Nullable
    Deque<ProducerRecord<byte[], byte[]>> produced(String topic) {
        return produced.get(topic);
    }

    @Override
    public void close() {
        writer.close();
        reader.close();
        client.close();
        log.close();
    }

    private record Place(TopicPartition partition, long offset) {}
}
