package io.streamwright.log.kafka;

import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * What the records of one producer are held against before it sees them.
 *
 * <p>Thread-safe: the topics' limits are, the rest does not change.
 *
 * @param maxRequestBytes what the producer takes
 * @param compresses whether batches become smaller than their records, so that only the broker can tell whether one is too large
 */
record RecordLimits(TopicLimits topics, int maxRequestBytes, boolean compresses) {

    static RecordLimits of(TopicLimits topics, Map<String, Object> producer) {
        return new RecordLimits(
                topics, KafkaLogSettings.maxRequestBytes(producer), KafkaLogSettings.compresses(producer));
    }

    /**
     * Passes if the record can be written.
     *
     * @throws RecordTooLargeException if it is too large; the transaction is as it was
     * @throws UnknownTopicOrPartitionException if the partition does not exist; the transaction is as it was
     */
    void check(
            OpenTransaction open,
            TopicPartition partition,
            byte @Nullable [] key,
            byte @Nullable [] value,
            Header[] headers) {
        TopicLimits.Limit limit;
        try {
            limit = topics.of(partition);
        } catch (UnknownTopicOrPartitionException unknown) {
            throw unknown;
        } catch (RuntimeException failure) {
            RuntimeException reason = KafkaFailures.ofRecords("a record for partition " + partition, failure);
            open.fail(reason);
            throw reason;
        }
        if (!compresses) {
            limit.check(partition, key, value, headers);
        }
        long bytes = RecordSize.upperBound(key, value, headers);
        if (bytes > maxRequestBytes) {
            throw new RecordTooLargeException("record for partition " + partition + " takes up to " + bytes
                    + " bytes, the producer allows max.request.size=" + maxRequestBytes
                    + ": make the record smaller, or raise producer.max.request.size");
        }
    }

    void forget(String topic) {
        topics.forget(topic);
    }
}
