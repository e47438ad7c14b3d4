package io.streamwright.processor;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Takes the timestamp that the record carries, and leaves open what to do if that is negative.
 *
 * <p>Immutable.
 */
abstract class ExtractRecordMetadataTimestamp implements TimestampExtractor {

    @Override
    public long extract(ConsumerRecord<Object, Object> record, long partitionTime) {
        long timestamp = record.timestamp();
        return timestamp >= 0 ? timestamp : onInvalidTimestamp(record, timestamp, partitionTime);
    }

    /**
     * Answers for a record whose own timestamp is negative.
     *
     * @param record the record
     * @param recordTimestamp its timestamp
     * @param partitionTime the highest timestamp extracted from the partition so far; -1 if there is none
     * @return milliseconds since the epoch; a negative number drops the record
     */
    public abstract long onInvalidTimestamp(
            ConsumerRecord<Object, Object> record, long recordTimestamp, long partitionTime);

    /** Returns where a record stands, for messages. */
    static String place(ConsumerRecord<Object, Object> record) {
        return "topic " + record.topic() + ", partition " + record.partition() + ", offset " + record.offset();
    }
}
