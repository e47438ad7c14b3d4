package io.streamwright.processor;

import io.streamwright.errors.StreamsException;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Takes the record's own timestamp; a record with a negative one gets the partition's highest so far. Immutable. */
public class UsePartitionTimeOnInvalidTimestamp extends ExtractRecordMetadataTimestamp {

    /** Makes the extractor. */
    public UsePartitionTimeOnInvalidTimestamp() {}

    /**
     * Returns the partition time.
     *
     * @throws StreamsException if there is none, because no record before this one had a valid timestamp
     */
    @Override
    public long onInvalidTimestamp(ConsumerRecord<Object, Object> record, long recordTimestamp, long partitionTime) {
        if (partitionTime < 0) {
            throw new StreamsException("record without a valid timestamp: " + place(record) + ", timestamp "
                    + recordTimestamp + "; no record before it in the partition had one to take instead");
        }
        return partitionTime;
    }
}
