package io.streamwright.log.kafka;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * What topics take: their partitions and the size of their records, looked up once for each topic and then kept.
 *
 * <p>What can be refused is refused before the producer sees it: there it would end the transaction, and a record that is too large
 * beside one that is small would be sent again and again.
 *
 * <p>Thread-safe: looked up twice at worst.
 */
final class TopicLimits {
    private final KafkaTopics topics;
    private final Map<String, Limit> known = new ConcurrentHashMap<>();

    TopicLimits(KafkaTopics topics) {
        this.topics = topics;
    }

    /**
     * Returns what a partition's topic takes; blocks if it was not asked for before.
     *
     * @throws UnknownTopicOrPartitionException if the partition does not exist
     */
    Limit of(TopicPartition partition) {
        Limit limit = known.get(partition.topic());
        if (limit == null || partition.partition() >= limit.partitions()) {
            limit = new Limit(topics.partitionCount(partition.topic()), topics.maxMessageBytes(partition.topic()));
            known.put(partition.topic(), limit);
        }
        if (partition.partition() >= limit.partitions()) {
            throw new UnknownTopicOrPartitionException("partition " + partition + " does not exist: topic "
                    + partition.topic() + " has " + limit.partitions() + " partitions");
        }
        return limit;
    }

    /** Has the topic looked up anew when it is used next. */
    void forget(String topic) {
        known.remove(topic);
    }

    /**
     * What one topic takes. Immutable.
     *
     * @param partitions how many it has
     * @param maxMessageBytes of a batch that holds a record alone
     */
    record Limit(int partitions, int maxMessageBytes) {

        void check(TopicPartition partition, byte @Nullable [] key, byte @Nullable [] value, Header[] headers) {
            long bytes = RecordSize.inBatchOfItsOwn(key, value, headers);
            if (bytes > maxMessageBytes) {
                throw new RecordTooLargeException("record for partition " + partition + " takes " + bytes
                        + " bytes in a batch of its own, topic " + partition.topic() + " allows max.message.bytes="
                        + maxMessageBytes + ": make the record smaller, or raise the topic's max.message.bytes");
            }
        }
    }
}
