package io.streamwright.task;

import io.streamwright.processor.StreamPartitioner;
import io.streamwright.processor.api.Record;
import io.streamwright.task.fault.RecordFaults;
import io.streamwright.task.output.Output;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Serializes records and appends them to the task's transaction: the way out of the graph.
 *
 * <p>An output that cannot be serialized or that is refused is one fault, whatever else comes of the same record: of a record that
 * goes to several partitions, the others are written.
 *
 * <p>Owner: the task.
 */
final class SinkStep extends GraphNode {
    /** What {@link #serialize} returns for a record that is to be left out. */
    private static final byte[] LEFT_OUT = new byte[0];

    private static final int MAX_KEY_LENGTH_IN_MESSAGES = 200;

    private final TaskContext task;
    private final Function<Record<@Nullable Object, @Nullable Object>, String> target;
    private final OutputFormat keys;
    private final OutputFormat values;
    private final @Nullable StreamPartitioner<@Nullable Object, @Nullable Object> partitioner;
    private final Output output;
    private final RecordFaults faults;

    /**
     * Makes a sink.
     *
     * @param target returns the name of a record's topic
     * @param partitioner null: by the serialized key
     * @param output the transaction
     * @param faults asked about records that cannot be sent
     */
    SinkStep(
            String name,
            TaskContext task,
            Function<Record<@Nullable Object, @Nullable Object>, String> target,
            OutputFormat keys,
            OutputFormat values,
            @Nullable StreamPartitioner<@Nullable Object, @Nullable Object> partitioner,
            Output output,
            RecordFaults faults) {
        super(name);
        this.task = task;
        this.target = target;
        this.keys = keys;
        this.values = values;
        this.partitioner = partitioner;
        this.output = output;
        this.faults = faults;
    }

    @Override
    void init() {}

    @Override
    void process(Record<@Nullable Object, @Nullable Object> record) {
        String topic = topicOf(record);
        if (topic == null) {
            return;
        }
        byte[] key = serialize(keys, topic, record);
        if (key == LEFT_OUT) {
            return;
        }
        byte[] value = serialize(values, topic, record);
        if (value == LEFT_OUT) {
            return;
        }
        if (partitioner == null) {
            send(topic, null, key, value, record);
        } else {
            sendAsChosen(partitioner, topic, key, value, record);
        }
    }

    /** Returns null if the program's choice of a topic failed and the record is to be dropped. */
    private @Nullable String topicOf(Record<@Nullable Object, @Nullable Object> record) {
        try {
            String topic = target.apply(record);
            if (topic == null) {
                throw new IllegalStateException("the topic name extractor of sink " + name() + " returned null");
            }
            return topic;
        } catch (Exception e) { // also checked ones, which other languages throw undeclared
            faults.unprocessed(task.faultContext(this), record, e);
            return null;
        }
    }

    private void sendAsChosen(
            StreamPartitioner<@Nullable Object, @Nullable Object> chooser,
            String topic,
            byte @Nullable [] key,
            byte @Nullable [] value,
            Record<@Nullable Object, @Nullable Object> record) {
        KafkaException refusal = output.lookUp(topic);
        for (int attempt = 1; refusal != null; attempt++) {
            if (!isTriedAgain(topic, null, key, value, record, refusal, attempt)) {
                return;
            }
            refusal = output.lookUp(topic);
        }
        Optional<Set<Integer>> chosen;
        try {
            chosen = chooser.partitions(
                    topic, record.key(), record.value(), record.headers(), output.partitionCount(topic));
        } catch (Exception e) { // as above
            faults.unprocessed(task.faultContext(this), record, e);
            return;
        }
        if (chosen.isEmpty()) {
            send(topic, null, key, value, record);
            return;
        }
        for (int partition : chosen.get()) {
            send(topic, partition, key, value, record);
        }
    }

    private void send(
            String topic,
            @Nullable Integer partition,
            byte @Nullable [] key,
            byte @Nullable [] value,
            Record<@Nullable Object, @Nullable Object> record) {
        Header[] headers = record.headers().toArray();
        KafkaException refusal = output.send(topic, partition, record.timestamp(), key, value, headers);
        for (int attempt = 1; refusal != null; attempt++) {
            if (!isTriedAgain(topic, partition, key, value, record, refusal, attempt)) {
                return;
            }
            refusal = output.send(topic, partition, record.timestamp(), key, value, headers);
        }
    }

    private boolean isTriedAgain(
            String topic,
            @Nullable Integer partition,
            byte @Nullable [] key,
            byte @Nullable [] value,
            Record<@Nullable Object, @Nullable Object> record,
            KafkaException refusal,
            int attempt) {
        // a record of Kafka's cannot be made with a negative partition, which is what may have been refused
        Integer shown = partition == null || partition < 0 ? null : partition;
        return faults.isTriedAgain(
                task.faultContext(this),
                new ProducerRecord<>(topic, shown, record.timestamp(), key, value, record.headers()),
                "a record for topic " + topic + " with key " + shortened(record.key()) + " is refused",
                refusal,
                attempt);
    }

    private static String shortened(@Nullable Object key) {
        String text = String.valueOf(key);
        return text.length() <= MAX_KEY_LENGTH_IN_MESSAGES
                ? text
                : text.substring(0, MAX_KEY_LENGTH_IN_MESSAGES) + "...";
    }

    private byte @Nullable [] serialize(
            OutputFormat format, String topic, Record<@Nullable Object, @Nullable Object> record) {
        Object data = format.isKey() ? record.key() : record.value();
        if (data == null) {
            return null;
        }
        try {
            return format.serializer().serialize(topic, record.headers(), data);
        } catch (Exception e) { // as above
            faults.unserializable(
                    task.faultContext(this),
                    new ProducerRecord<>(
                            topic, null, record.timestamp(), record.key(), record.value(), record.headers()),
                    format.mismatch(data, topic),
                    e,
                    format.origin());
            return LEFT_OUT;
        }
    }

    @Override
    void close() {}
}
