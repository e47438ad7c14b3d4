package io.streamwright.task;

import io.streamwright.log.LogRecord;
import io.streamwright.processor.RecordContext;
import io.streamwright.processor.api.Record;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * What a topic name extractor is told of a record: where it came from, and the time and headers it is about to leave with.
 * Immutable; valid during the call.
 *
 * @param cursor where the task stands
 * @param record the record that leaves
 */
record SentRecordContext(Cursor cursor, Record<?, ?> record) implements RecordContext {
    @Override
    public @Nullable String topic() {
        TopicPartition source = cursor.partition();
        return source == null ? null : source.topic();
    }

    @Override
    public int partition() {
        TopicPartition source = cursor.partition();
        return source == null ? -1 : source.partition();
    }

    @Override
    public long offset() {
        return cursor.offset();
    }

    @Override
    public long timestamp() {
        return record.timestamp();
    }

    @Override
    public Headers headers() {
        return record.headers();
    }

    @Override
    public byte @Nullable [] sourceRawKey() {
        LogRecord raw = cursor.raw();
        return raw == null ? null : raw.key();
    }

    @Override
    public byte @Nullable [] sourceRawValue() {
        LogRecord raw = cursor.raw();
        return raw == null ? null : raw.value();
    }
}
