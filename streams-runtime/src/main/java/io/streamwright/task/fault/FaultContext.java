package io.streamwright.task.fault;

import io.streamwright.errors.ErrorHandlerContext;
import io.streamwright.log.LogRecord;
import io.streamwright.processor.TaskId;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * Where a task stood when it met a fault. Immutable.
 *
 * <p>Headers are those that were read, whatever processors have added to them since: a dead letter shows the record as it came.
 *
 * @param taskId the task
 * @param processorNodeId the source, processor or sink
 * @param processor the same with the place at which the program asked for it, for messages
 * @param timestamp of the input record, as it was extracted, or of the punctuation
 * @param source where the input record is from; null if there is none
 * @param raw the input record as the log holds it; null if there is none
 */
public record FaultContext(
        TaskId taskId,
        String processorNodeId,
        String processor,
        long timestamp,
        @Nullable TopicPartition source,
        @Nullable LogRecord raw)
        implements ErrorHandlerContext {
    @Override
    public @Nullable String topic() {
        return source == null ? null : source.topic();
    }

    @Override
    public int partition() {
        return source == null ? -1 : source.partition();
    }

    @Override
    public long offset() {
        return raw == null ? -1 : raw.offset();
    }

    @Override
    public Headers headers() {
        return new RecordHeaders(raw == null ? LogRecord.NO_HEADERS : raw.headers());
    }

    @Override
    public byte @Nullable [] sourceRawKey() {
        return raw == null ? null : raw.key();
    }

    @Override
    public byte @Nullable [] sourceRawValue() {
        return raw == null ? null : raw.value();
    }

    /** Returns the place in words, for messages. */
    String describe() {
        String node = "processor=" + processor;
        return source == null
                ? node
                : "topic=" + source.topic() + " partition=" + source.partition() + " offset=" + offset() + " " + node;
    }
}
