package io.streamwright.testing;

import io.streamwright.KeyValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.StringJoiner;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * Takes what a {@link TopologyTestDriver}'s application has committed to a topic, each record once.
 *
 * <p>Owner: the driver's thread.
 *
 * @param <K> keys
 * @param <V> values
 */
public class TestOutputTopic<K, V> {
    private final TopologyTestDriver driver;
    private final String topic;
    private final Deserializer<K> keyDeserializer;
    private final Deserializer<V> valueDeserializer;

    TestOutputTopic(
            TopologyTestDriver driver,
            String topicName,
            Deserializer<K> keyDeserializer,
            Deserializer<V> valueDeserializer) {
        this.driver = driver;
        this.topic = Objects.requireNonNull(topicName, "topicName cannot be null");
        this.keyDeserializer = Objects.requireNonNull(keyDeserializer, "keyDeserializer cannot be null");
        this.valueDeserializer = Objects.requireNonNull(valueDeserializer, "valueDeserializer cannot be null");
    }

    /**
     * Takes the next record and returns its value.
     *
     * @throws java.util.NoSuchElementException if there is none
     */
    public @Nullable V readValue() {
        return readRecord().value();
    }

    /**
     * Takes the next record and returns its key and value.
     *
     * @throws java.util.NoSuchElementException if there is none
     */
    @SuppressWarnings("NullAway") // a record's key and value may be null, those of a pair are not said to be
    public KeyValue<K, V> readKeyValue() {
        TestRecord<K, V> record = readRecord();
        return KeyValue.pair(record.key(), record.value());
    }

    /**
     * Takes the next record.
     *
     * @throws java.util.NoSuchElementException if there is none
     */
    public TestRecord<K, V> readRecord() {
        return driver.read(topic, keyDeserializer, valueDeserializer);
    }

    /** Takes all records. */
    public List<TestRecord<K, V>> readRecordsToList() {
        List<TestRecord<K, V>> records = new ArrayList<>();
        while (!isEmpty()) {
            records.add(readRecord());
        }
        return records;
    }

    /**
     * Takes all records and returns the last value of each key.
     *
     * @throws IllegalStateException if a record has no key; it and those before it are taken
     */
    @SuppressWarnings("NullAway") // a tombstone's value is null in the map, as in Kafka Streams
    public Map<K, V> readKeyValuesToMap() {
        Map<K, V> last = new HashMap<>();
        while (!isEmpty()) {
            TestRecord<K, V> record = readRecord();
            if (record.key() == null) {
                throw new IllegalStateException("Null keys not allowed with readKeyValuesToMap method");
            }
            last.put(record.key(), record.value());
        }
        return last;
    }

    /** Takes all records and returns their keys and values. */
    public List<KeyValue<K, V>> readKeyValuesToList() {
        List<KeyValue<K, V>> pairs = new ArrayList<>();
        while (!isEmpty()) {
            pairs.add(readKeyValue());
        }
        return pairs;
    }

    /** Takes all records and returns their values. */
    @SuppressWarnings("NullAway") // a tombstone's value is null in the list, as in Kafka Streams
    public List<V> readValuesToList() {
        List<V> values = new ArrayList<>();
        while (!isEmpty()) {
            values.add(readValue());
        }
        return values;
    }

    /** Returns how many records there are to take. */
    public final long getQueueSize() {
        return driver.queueSize(topic);
    }

    /** Returns whether there is nothing to take. */
    public final boolean isEmpty() {
        return getQueueSize() == 0;
    }

    @Override
    public String toString() {
        return new StringJoiner(", ", TestOutputTopic.class.getSimpleName() + "[", "]")
                .add("topic='" + topic + "'")
                .add("keyDeserializer=" + keyDeserializer.getClass().getSimpleName())
                .add("valueDeserializer=" + valueDeserializer.getClass().getSimpleName())
                .add("size=" + getQueueSize())
                .toString();
    }
}
