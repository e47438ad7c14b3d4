package io.streamwright.testing;

import io.streamwright.KeyValue;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.StringJoiner;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * Pipes records into a topic that a {@link TopologyTestDriver}'s application reads.
 *
 * <p>A record without a timestamp gets the topic's time, which then advances by a step of its own.
 *
 * <p>Owner: the driver's thread.
 *
 * @param <K> keys
 * @param <V> values
 */
public class TestInputTopic<K, V> {
    private final TopologyTestDriver driver;
    private final String topic;
    private final Serializer<K> keySerializer;
    private final Serializer<V> valueSerializer;
    private final Duration autoAdvance;
    private Instant currentTime;

    TestInputTopic(
            TopologyTestDriver driver,
            String topicName,
            Serializer<K> keySerializer,
            Serializer<V> valueSerializer,
            Instant startTimestamp,
            Duration autoAdvance) {
        this.driver = driver;
        this.topic = Objects.requireNonNull(topicName, "topicName cannot be null");
        this.keySerializer = Objects.requireNonNull(keySerializer, "keySerializer cannot be null");
        this.valueSerializer = Objects.requireNonNull(valueSerializer, "valueSerializer cannot be null");
        this.currentTime = Objects.requireNonNull(startTimestamp, "startTimestamp cannot be null");
        this.autoAdvance = Objects.requireNonNull(autoAdvance, "autoAdvance cannot be null");
        if (autoAdvance.isNegative()) {
            throw new IllegalArgumentException("autoAdvance must be positive");
        }
    }

    /**
     * Moves the topic's time.
     *
     * @throws IllegalArgumentException if it would go back
     */
    public void advanceTime(Duration advance) {
        if (advance.isNegative()) {
            throw new IllegalArgumentException("advance must be positive");
        }
        currentTime = currentTime.plus(advance);
    }

    private Instant takeTime() {
        Instant taken = currentTime;
        currentTime = currentTime.plus(autoAdvance);
        return taken;
    }

    /**
     * Pipes a record, and lets the application process it.
     *
     * @throws IllegalArgumentException if the application does not read the topic
     * @throws io.streamwright.errors.StreamsException if the application fails; the record stays on the log, uncommitted
     */
    public void pipeInput(TestRecord<K, V> record) {
        driver.pipe(topic, null, record, timeOf(record), keySerializer, valueSerializer);
    }

    /**
     * As {@link #pipeInput(TestRecord)}, into a certain partition. Other records go where their key sends them, those without a key to
     * the first partition.
     *
     * @throws IllegalArgumentException if the topic has no such partition
     */
    public void pipeInputTo(int partition, TestRecord<K, V> record) {
        driver.pipe(topic, partition, record, timeOf(record), keySerializer, valueSerializer);
    }

    private Instant timeOf(TestRecord<K, V> record) {
        Instant given = record.getRecordTime();
        return given == null ? takeTime() : given;
    }

    /** Pipes a value without a key. */
    public void pipeInput(@Nullable V value) {
        pipeInput(new TestRecord<>(value));
    }

    /** Pipes a key and a value. */
    public void pipeInput(@Nullable K key, @Nullable V value) {
        pipeInput(new TestRecord<>(key, value));
    }

    /** Pipes a value without a key, with a timestamp. */
    public void pipeInput(@Nullable V value, Instant timestamp) {
        pipeInput(new TestRecord<>(null, value, timestamp));
    }

    /** Pipes a key and a value with a timestamp in milliseconds since the epoch. */
    public void pipeInput(@Nullable K key, @Nullable V value, long timestampMs) {
        pipeInput(new TestRecord<>(key, value, null, timestampMs));
    }

    /** Pipes a key and a value with a timestamp. */
    public void pipeInput(@Nullable K key, @Nullable V value, Instant timestamp) {
        pipeInput(new TestRecord<>(key, value, timestamp));
    }

    /** Pipes records, one by one. */
    public void pipeRecordList(List<? extends TestRecord<K, V>> records) {
        records.forEach(this::pipeInput);
    }

    /** Pipes keys and values, one by one. */
    public void pipeKeyValueList(List<KeyValue<K, V>> keyValues) {
        keyValues.forEach(pair -> pipeInput(pair.key, pair.value));
    }

    /** Pipes values without keys, one by one. */
    public void pipeValueList(List<V> values) {
        values.forEach(value -> pipeInput(value));
    }

    /**
     * Pipes keys and values, one by one, with timestamps of their own.
     *
     * @param startTimestamp of the first
     * @param advance what is added for each further one
     */
    public void pipeKeyValueList(List<KeyValue<K, V>> keyValues, Instant startTimestamp, Duration advance) {
        Instant time = startTimestamp;
        for (KeyValue<K, V> pair : keyValues) {
            pipeInput(pair.key, pair.value, time);
            time = time.plus(advance);
        }
    }

    /** As {@link #pipeKeyValueList(List, Instant, Duration)}, without keys. */
    public void pipeValueList(List<V> values, Instant startTimestamp, Duration advance) {
        Instant time = startTimestamp;
        for (V value : values) {
            pipeInput(value, time);
            time = time.plus(advance);
        }
    }

    @Override
    public String toString() {
        return new StringJoiner(", ", TestInputTopic.class.getSimpleName() + "[", "]")
                .add("topic='" + topic + "'")
                .add("keySerializer=" + keySerializer.getClass().getSimpleName())
                .add("valueSerializer=" + valueSerializer.getClass().getSimpleName())
                .toString();
    }
}
