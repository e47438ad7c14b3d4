package io.streamwright.task;

import io.streamwright.log.KeyPartitioner;
import io.streamwright.processor.StreamPartitioner;
import io.streamwright.processor.api.Record;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * Serializes records and appends them to the task's transaction: the way out of the graph.
 *
 * <p>Owner: the task.
 */
final class SinkStep extends GraphNode {
    private static final int RECORDS_BEFORE_NEXT_PARTITION = 256;

    private final Function<Record<@Nullable Object, @Nullable Object>, OutputTopic> target;
    private final Serializer<Object> keySerializer;
    private final Serializer<Object> valueSerializer;
    private final @Nullable StreamPartitioner<@Nullable Object, @Nullable Object> partitioner;
    private final Output output;
    private int recordsWithoutKey;

    /**
     * Makes a sink.
     *
     * @param target returns the topic of a record
     * @param partitioner null: by the serialized key
     * @param output the transaction
     */
    SinkStep(
            String name,
            Function<Record<@Nullable Object, @Nullable Object>, OutputTopic> target,
            Serializer<Object> keySerializer,
            Serializer<Object> valueSerializer,
            @Nullable StreamPartitioner<@Nullable Object, @Nullable Object> partitioner,
            Output output) {
        super(name);
        this.target = target;
        this.keySerializer = keySerializer;
        this.valueSerializer = valueSerializer;
        this.partitioner = partitioner;
        this.output = output;
    }

    @Override
    void init() {}

    @Override
    void process(Record<@Nullable Object, @Nullable Object> record) {
        OutputTopic topic = target.apply(record);
        Headers headers = record.headers();
        byte[] key = serialize(keySerializer, "key", topic.name(), headers, record.key());
        byte[] value = serialize(valueSerializer, "value", topic.name(), headers, record.value());
        Header[] sent = headers.toArray();
        if (partitioner != null) {
            Optional<Set<Integer>> chosen =
                    partitioner.partitions(topic.name(), record.key(), record.value(), headers, topic.partitionCount());
            if (chosen.isPresent()) {
                for (int partition : chosen.get()) {
                    output.append(checked(topic, partition), record.timestamp(), key, value, sent);
                }
                return;
            }
        }
        int partition = key == null ? nextWithoutKey(topic) : KeyPartitioner.partition(key, topic.partitionCount());
        output.append(topic.partition(partition), record.timestamp(), key, value, sent);
    }

    /** Records without a key go to one partition for a while, then to the next, so that batches fill. */
    private int nextWithoutKey(OutputTopic topic) {
        return ((recordsWithoutKey++ & Integer.MAX_VALUE) / RECORDS_BEFORE_NEXT_PARTITION) % topic.partitionCount();
    }

    private static TopicPartition checked(OutputTopic topic, int partition) {
        if (partition < 0 || partition >= topic.partitionCount()) {
            throw new IllegalArgumentException("the stream partitioner chose partition " + partition + " of topic "
                    + topic.name() + ", which has " + topic.partitionCount());
        }
        return topic.partition(partition);
    }

    private byte @Nullable [] serialize(
            Serializer<Object> serializer, String part, String topic, Headers headers, @Nullable Object data) {
        if (data == null) {
            return null;
        }
        try {
            return serializer.serialize(topic, headers, data);
        } catch (RuntimeException e) {
            throw new RecordFault(
                    "cannot serialize the " + part + " of type "
                            + data.getClass().getName() + " for topic " + topic
                            + " with " + serializer.getClass().getName()
                            + "; give the sink a matching serde, by Produced.with or the default." + part
                            + ".serde setting",
                    e);
        }
    }

    @Override
    void close() {}

    /** Where a sink's records go: the task's transaction. */
    interface Output {
        void append(
                TopicPartition partition,
                long timestamp,
                byte @Nullable [] key,
                byte @Nullable [] value,
                Header[] headers);
    }
}
