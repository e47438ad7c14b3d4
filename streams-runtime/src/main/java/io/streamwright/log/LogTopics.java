package io.streamwright.log;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Topics of a log, their bounds and the committed offsets of groups.
 *
 * <p>Thread-safe. Calls may block for a round trip to the log; none belongs on the way of a record.
 */
public interface LogTopics {

    /**
     * Returns whether those who run the log make the topics that programs name: an application then makes its internal topics only.
     */
    default boolean areMadeByOthers() {
        return false;
    }

    /** Returns the names of all topics. */
    Set<String> names();

    /** Returns the topic's description; empty if there is no such topic. */
    Optional<TopicSpec> describe(String topic);

    /**
     * Creates a topic, durably.
     *
     * @param spec name, partitions and settings
     * @throws org.apache.kafka.common.errors.TopicExistsException if there is one of that name; nothing was changed
     * @throws org.apache.kafka.common.errors.InvalidTopicException if the name is not legal
     */
    void create(TopicSpec spec);

    /**
     * Returns the offset of the first record still held, by partition.
     *
     * @throws org.apache.kafka.common.errors.UnknownTopicOrPartitionException if a partition does not exist
     */
    Map<TopicPartition, Long> startOffsets(Collection<TopicPartition> partitions);

    /**
     * Returns where read-committed readers stop, by partition: the last stable offset (KIP-98).
     *
     * @throws org.apache.kafka.common.errors.UnknownTopicOrPartitionException if a partition does not exist
     */
    Map<TopicPartition, Long> stableOffsets(Collection<TopicPartition> partitions);

    /**
     * Returns the offsets that a group has committed; partitions without one are left out.
     *
     * @throws org.apache.kafka.common.errors.UnstableOffsetCommitException if a transaction on one of them is undecided
     *     (KIP-447); try again
     */
    Map<TopicPartition, OffsetAndMetadata> committedOffsets(String groupId, Collection<TopicPartition> partitions);

    /**
     * Lets the log drop records before the given offsets, when it pleases. A request below the current start does nothing.
     */
    void deleteRecordsBefore(Map<TopicPartition, Long> offsets);
}
