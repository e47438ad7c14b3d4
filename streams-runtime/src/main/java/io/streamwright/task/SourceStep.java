package io.streamwright.task;

import io.streamwright.log.LogRecord;
import io.streamwright.processor.TimestampExtractor;
import io.streamwright.processor.api.Record;
import io.streamwright.task.input.InputRecord;
import io.streamwright.task.input.InputSource;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * Turns what the log holds into records of the program: the way into the graph.
 *
 * <p>Owner: the task.
 */
final class SourceStep extends GraphNode implements InputSource {
    private final TaskContext task;
    private final Deserializer<?> keyDeserializer;
    private final Deserializer<?> valueDeserializer;
    private final TimestampExtractor extractor;
    private final boolean takesRecordTimestamp;

    /**
     * Makes a source.
     *
     * @param takesRecordTimestamp whether the extractor returns a valid timestamp of the record as it is, so that it need not
     *     be asked
     */
    SourceStep(
            String name,
            TaskContext task,
            Deserializer<?> keyDeserializer,
            Deserializer<?> valueDeserializer,
            TimestampExtractor extractor,
            boolean takesRecordTimestamp) {
        super(name);
        this.task = task;
        this.keyDeserializer = keyDeserializer;
        this.valueDeserializer = valueDeserializer;
        this.extractor = extractor;
        this.takesRecordTimestamp = takesRecordTimestamp;
    }

    @Override
    public @Nullable InputRecord decode(TopicPartition partition, LogRecord record, long partitionTime) {
        task.cursor().enterRecord(partition, record);
        task.cursor().moveTo(this);
        Headers headers = new RecordHeaders(record.headers());
        Object key = deserialize(keyDeserializer, "key", partition.topic(), headers, record.key());
        Object value = deserialize(valueDeserializer, "value", partition.topic(), headers, record.value());
        long timestamp = takesRecordTimestamp && record.timestamp() >= 0
                ? record.timestamp()
                : extractor.extract(consumerRecord(partition, record, key, value, headers), partitionTime);
        task.cursor().moveTo(null);
        return timestamp < 0
                ? null
                : new InputRecord(
                        record, new Record<@Nullable Object, @Nullable Object>(key, value, timestamp, headers));
    }

    private @Nullable Object deserialize(
            Deserializer<?> deserializer, String part, String topic, Headers headers, byte @Nullable [] bytes) {
        if (bytes == null) {
            return null;
        }
        try {
            return deserializer.deserialize(topic, headers, bytes);
        } catch (RuntimeException e) {
            throw new RecordFault(
                    "cannot deserialize the " + part + " (" + bytes.length + " bytes) with "
                            + deserializer.getClass().getName()
                            + "; give the source the serde the topic was written with, by Consumed.with or the default."
                            + part + ".serde setting",
                    e);
        }
    }

    private static ConsumerRecord<Object, Object> consumerRecord(
            TopicPartition partition, LogRecord record, @Nullable Object key, @Nullable Object value, Headers headers) {
        return new ConsumerRecord<>(
                partition.topic(),
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
    void init() {}

    @Override
    public void process(Record<@Nullable Object, @Nullable Object> record) {
        Cursor cursor = task.cursor();
        for (GraphNode child : children()) {
            cursor.moveTo(child);
            child.process(record);
        }
        cursor.moveTo(null);
    }

    @Override
    void close() {}
}
