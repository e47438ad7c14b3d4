package io.streamwright.processor;

import io.streamwright.errors.StreamsException;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Takes the record's own timestamp; a record with a negative one fails its task. The default. Immutable. */
public class FailOnInvalidTimestamp extends ExtractRecordMetadataTimestamp {

    /** Makes the extractor. */
    public FailOnInvalidTimestamp() {}

    /** Throws, always. */
    @Override
    public long onInvalidTimestamp(ConsumerRecord<Object, Object> record, long recordTimestamp, long partitionTime) {
        throw new StreamsException("record without a valid timestamp: " + place(record) + ", timestamp "
                + recordTimestamp + "; if such records are meant to be read, set default.timestamp.extractor to "
                + LogAndSkipOnInvalidTimestamp.class.getSimpleName() + ", "
                + UsePartitionTimeOnInvalidTimestamp.class.getSimpleName() + " or an extractor of your own");
    }
}
