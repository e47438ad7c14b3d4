package io.streamwright.processor;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Takes the time at which the record is processed: processing time in place of event time.
 *
 * <p>Thread-safe: holds nothing. A record that is processed again after a rewind gets a later timestamp.
 */
public class WallclockTimestampExtractor implements TimestampExtractor {

    /** Makes the extractor. */
    public WallclockTimestampExtractor() {}

    /** Returns the current time. */
    @Override
    public long extract(ConsumerRecord<Object, Object> record, long partitionTime) {
        return System.currentTimeMillis();
    }
}
