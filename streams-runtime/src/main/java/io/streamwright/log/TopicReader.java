package io.streamwright.log;

import io.streamwright.loop.Owner;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Queue;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the typed, committed records of one topic from its beginning.
 *
 * <p>Owner: the thread that uses it first.
 *
 * @param <K> keys
 * @param <V> values
 */
public final class TopicReader<K, V> implements AutoCloseable {
    private final LogClient client;
    private final boolean ownsClient;
    private final String topic;
    private final Deserializer<K> keyDeserializer;
    private final Deserializer<V> valueDeserializer;
    private final Owner owner;
    private final List<TopicPartition> partitions = new ArrayList<>();
    private final LogReader reader;

    private TopicReader(
            LogClient client,
            boolean ownsClient,
            String topic,
            Deserializer<K> keyDeserializer,
            Deserializer<V> valueDeserializer) {
        this.client = client;
        this.ownsClient = ownsClient;
        this.topic = topic;
        this.keyDeserializer = keyDeserializer;
        this.valueDeserializer = valueDeserializer;
        this.owner = new Owner("reader of topic " + topic);
        TopicSpec spec = client.topics()
                .describe(topic)
                .orElseThrow(() -> new UnknownTopicOrPartitionException(
                        "no topic " + topic + ": nothing has created it; the log has "
                                + client.topics().names()));
        for (int number = 0; number < spec.partitions(); number++) {
            partitions.add(new TopicPartition(topic, number));
        }
        this.reader = client.openReader(ReaderOptions.DEFAULT);
        reader.assign(partitions);
        client.topics().startOffsets(partitions).forEach(reader::seek);
    }

    /**
     * Opens a reader at the beginning of a topic.
     *
     * @param address of the log, as in {@code bootstrap.servers}
     * @param topic an existing topic
     * @throws UnknownTopicOrPartitionException if there is no such topic
     */
    public static <K, V> TopicReader<K, V> open(
            String address, String topic, Deserializer<K> keyDeserializer, Deserializer<V> valueDeserializer) {
        LogClient client = Logs.open(address, Map.of());
        try {
            return new TopicReader<>(client, true, topic, keyDeserializer, valueDeserializer);
        } catch (RuntimeException failure) {
            client.close();
            throw failure;
        }
    }

    /**
     * Opens a reader at the beginning of a topic, on a client that stays open when the reader is closed.
     *
     * @param client the log
     * @param topic an existing topic
     * @throws UnknownTopicOrPartitionException if there is no such topic
     */
    public static <K, V> TopicReader<K, V> open(
            LogClient client, String topic, Deserializer<K> keyDeserializer, Deserializer<V> valueDeserializer) {
        return new TopicReader<>(client, false, topic, keyDeserializer, valueDeserializer);
    }

    /** Returns the topic's partitions, by number. */
    public List<TopicPartition> partitions() {
        return List.copyOf(partitions);
    }

    /**
     * Returns committed records that were not returned before, in the order of offsets within each partition.
     *
     * @param timeout how long to wait for the first
     * @return empty if nothing was committed in that time
     * @throws SerializationException if the next record cannot be deserialized; names it, and its partition goes on behind it
     */
    public List<ConsumerRecord<K, V>> poll(Duration timeout) {
        owner.check();
        List<ConsumerRecord<K, V>> records = new ArrayList<>();
        List<FetchedRecords> all = reader.poll(timeout);
        for (int index = 0; index < all.size(); index++) {
            FetchedRecords fetched = all.get(index);
            for (LogRecord record : fetched.records()) {
                try {
                    records.add(deserialize(fetched.partition(), record));
                } catch (SerializationException failure) {
                    boolean first = records.isEmpty();
                    reader.seek(fetched.partition(), first ? record.offset() + 1 : record.offset());
                    all.subList(index + 1, all.size()).forEach(this::putBack);
                    if (first) {
                        throw failure;
                    }
                    return records;
                }
            }
        }
        return records;
    }

    private void putBack(FetchedRecords fetched) {
        if (!fetched.records().isEmpty()) {
            reader.seek(fetched.partition(), fetched.records().get(0).offset());
        }
    }

    /**
     * Returns the committed records between the present position and what is stable now, while they are read. What is committed
     * meanwhile is left for the next call.
     *
     * @return to be gone through once; a record that cannot be deserialized ends it with a {@link SerializationException}, and the
     *     next call or {@link #poll} goes on behind that record, with the rest
     */
    public Iterable<ConsumerRecord<K, V>> readAll() {
        owner.check();
        Map<TopicPartition, Long> ends = client.topics().stableOffsets(partitions);
        return () -> new Remaining(new HashMap<>(ends));
    }

    private ConsumerRecord<K, V> deserialize(TopicPartition partition, LogRecord record) {
        Headers headers = new RecordHeaders(record.headers());
        byte[] key = record.key();
        byte[] value = record.value();
        return newRecord(
                partition,
                record,
                key == null ? null : deserialize("key", keyDeserializer, partition, record, headers, key),
                value == null ? null : deserialize("value", valueDeserializer, partition, record, headers, value),
                headers);
    }

    private <T> T deserialize(
            String part,
            Deserializer<T> deserializer,
            TopicPartition partition,
            LogRecord record,
            Headers headers,
            byte[] bytes) {
        try {
            return deserializer.deserialize(topic, headers, bytes);
        } catch (RuntimeException cause) {
            throw new SerializationException(
                    part + " of the record at offset " + record.offset() + " of partition " + partition
                            + " cannot be deserialized by "
                            + deserializer.getClass().getName(),
                    cause);
        }
    }

    @SuppressWarnings("NullAway") // a record may have no key or no value, which Kafka's class cannot say
    private ConsumerRecord<K, V> newRecord(
            TopicPartition partition, LogRecord record, @Nullable K key, @Nullable V value, Headers headers) {
        return new ConsumerRecord<>(
                topic,
                partition.partition(),
                record.offset(),
                record.timestamp(),
                TimestampType.CREATE_TIME,
                record.key() == null ? ConsumerRecord.NULL_SIZE : record.key().length,
                record.value() == null ? ConsumerRecord.NULL_SIZE : record.value().length,
                key,
                value,
                headers,
                Optional.empty());
    }

    @Override
    public void close() {
        reader.close();
        if (ownsClient) {
            client.close();
        }
    }

    /** Reads each partition up to a fixed end. Owner: the reader's. */
    private final class Remaining implements Iterator<ConsumerRecord<K, V>> {
        private static final Duration WAIT = Duration.ofSeconds(1);

        private final Map<TopicPartition, Long> ends;
        private final Queue<Fetched> ready = new ArrayDeque<>();

        Remaining(Map<TopicPartition, Long> ends) {
            this.ends = ends;
        }

        @Override
        public boolean hasNext() {
            while (ready.isEmpty() && !ends.isEmpty()) {
                fetch();
            }
            return !ready.isEmpty();
        }

        private void fetch() {
            owner.check();
            ends.entrySet().removeIf(end -> reader.position(end.getKey()) >= end.getValue());
            if (ends.isEmpty()) {
                return;
            }
            List<TopicPartition> others = partitions.stream()
                    .filter(partition -> !ends.containsKey(partition))
                    .toList();
            reader.pause(others);
            try {
                reader.poll(WAIT).forEach(this::take);
            } finally {
                reader.resume(others);
            }
        }

        private void take(FetchedRecords fetched) {
            Long end = ends.get(fetched.partition());
            if (end == null) {
                throw new IllegalStateException("partition " + fetched.partition() + " is paused and was read");
            }
            for (LogRecord record : fetched.records()) {
                if (record.offset() < end) {
                    ready.add(new Fetched(fetched.partition(), record));
                }
            }
            if (fetched.nextOffset() >= end) {
                reader.seek(fetched.partition(), end);
                ends.remove(fetched.partition());
            }
        }

        @Override
        public ConsumerRecord<K, V> next() {
            if (!hasNext()) {
                throw new NoSuchElementException("everything up to the end was read");
            }
            Fetched next = ready.remove();
            try {
                return deserialize(next.partition, next.record);
            } catch (SerializationException failure) {
                endBehind(next);
                throw failure;
            }
        }

        /** Ends the iteration, and puts back what was fetched and not returned. */
        private void endBehind(Fetched bad) {
            Map<TopicPartition, Long> positions = new HashMap<>();
            positions.put(bad.partition, bad.record.offset() + 1);
            for (Fetched rest : ready) {
                positions.putIfAbsent(rest.partition, rest.record.offset());
            }
            positions.forEach(reader::seek);
            ready.clear();
            ends.clear();
        }
    }

    /** A record that is not deserialized yet. Immutable. */
    private record Fetched(TopicPartition partition, LogRecord record) {}
}
