package io.streamwright.processor;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes the record's own timestamp; a record with a negative one is dropped with a warning. Thread-safe: holds nothing. */
public class LogAndSkipOnInvalidTimestamp extends ExtractRecordMetadataTimestamp {

    private static final Logger log = LoggerFactory.getLogger(LogAndSkipOnInvalidTimestamp.class);

    /** Makes the extractor. */
    public LogAndSkipOnInvalidTimestamp() {}

    /** Returns the negative timestamp, which drops the record. */
    @Override
    public long onInvalidTimestamp(ConsumerRecord<Object, Object> record, long recordTimestamp, long partitionTime) {
        log.warn("record without a valid timestamp is skipped: {}, timestamp {}", place(record), recordTimestamp);
        return recordTimestamp;
    }
}
