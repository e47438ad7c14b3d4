package io.streamwright.task;

import io.streamwright.log.LogRecord;
import io.streamwright.processor.TimestampExtractor;
import io.streamwright.processor.api.Record;
import io.streamwright.task.fault.RecordFaults;
import io.streamwright.task.input.InputRecord;
import io.streamwright.task.input.InputSource;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;

/**
 * Turns what the log holds into records of the program: the way into the graph.
 *
 * <p>Owner: the task.
 */
final class SourceStep extends GraphNode implements InputSource {
    private final TaskContext task;
    private final RecordFaults faults;
    private final InputFormat keys;
    private final InputFormat values;
    private final TimestampExtractor extractor;
    private final boolean takesRecordTimestamp;

    /**
     * Makes a source.
     *
     * @param faults asked about records that cannot be deserialized
     * @param takesRecordTimestamp whether the extractor returns a valid timestamp of the record as it is, so that it need not
     *     be asked
     */
    SourceStep(
            String name,
            TaskContext task,
            RecordFaults faults,
            InputFormat keys,
            InputFormat values,
            TimestampExtractor extractor,
            boolean takesRecordTimestamp) {
        super(name);
        this.task = task;
        this.faults = faults;
        this.keys = keys;
        this.values = values;
        this.extractor = extractor;
        this.takesRecordTimestamp = takesRecordTimestamp;
    }

    @Override
    public @Nullable InputRecord decode(TopicPartition partition, LogRecord record, long partitionTime) {
        task.cursor().enterRecord(partition, record);
        task.cursor().moveTo(this);
        Headers headers = new RecordHeaders(record.headers());
        InputFormat part = keys;
        Object key;
        Object value;
        try {
            key = deserialize(keys, partition.topic(), headers, record.key());
            part = values;
            value = deserialize(values, partition.topic(), headers, record.value());
        } catch (Exception e) { // also checked ones, which other languages throw undeclared
            unreadable(partition, record, part, e);
            task.cursor().moveTo(null);
            return null;
        }
        // What an extractor throws fails the task, as in Kafka Streams: no handler is asked about it.
        long timestamp = takesRecordTimestamp && record.timestamp() >= 0
                ? record.timestamp()
                : extractor.extract(consumerRecord(partition, record, key, value, headers), partitionTime);
        task.cursor().moveTo(null);
        return timestamp < 0
                ? null
                : new InputRecord(
                        record, new Record<@Nullable Object, @Nullable Object>(key, value, timestamp, headers));
    }

    private static @Nullable Object deserialize(
            InputFormat format, String topic, Headers headers, byte @Nullable [] bytes) {
        return bytes == null ? null : format.deserializer().deserialize(topic, headers, bytes);
    }

    private void unreadable(TopicPartition partition, LogRecord record, InputFormat part, Exception error) {
        faults.unreadable(
                task.faultContext(this),
                consumerRecord(partition, record, record.key(), record.value(), new RecordHeaders(record.headers())),
                part.mismatch(size(part.isKey() ? record.key() : record.value())),
                error);
    }

    private static int size(byte @Nullable [] bytes) {
        return bytes == null ? ConsumerRecord.NULL_SIZE : bytes.length;
    }

    private static <T> ConsumerRecord<T, T> consumerRecord(
            TopicPartition partition, LogRecord record, @Nullable T key, @Nullable T value, Headers headers) {
        return new ConsumerRecord<>(
                partition.topic(),
                partition.partition(),
                record.offset(),
                record.timestamp(),
                TimestampType.CREATE_TIME,
                size(record.key()),
                size(record.value()),
                key,
                value,
                headers,
                Optional.empty());
    }

    @Override
    void init() {}

    @Override
    public void condemn(Record<@Nullable Object, @Nullable Object> record, Exception error) {
        faults.unprocessed(task.faultContext(this), record, error);
    }

    @Override
    public void process(Record<@Nullable Object, @Nullable Object> record) {
        Cursor cursor = task.cursor();
        cursor.headers(record.headers());
        for (GraphNode child : children()) {
            cursor.moveTo(child);
            child.process(record);
        }
        cursor.moveTo(null);
    }

    @Override
    void close() {}
}
