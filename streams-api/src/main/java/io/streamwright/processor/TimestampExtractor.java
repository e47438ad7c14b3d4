package io.streamwright.processor;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Says when the event of an input record happened.
 *
 * <p>One extractor may serve several tasks: it must be thread-safe, or hold nothing.
 */
@FunctionalInterface
public interface TimestampExtractor {

    /**
     * Returns the record's event time.
     *
     * @param record the record, deserialized
     * @param partitionTime the highest timestamp extracted from the partition so far; -1 if there is none
     * @return milliseconds since the epoch; a negative number drops the record
     */
    long extract(ConsumerRecord<Object, Object> record, long partitionTime);
}
