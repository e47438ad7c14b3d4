package io.streamwright.log.kafka;

import static io.streamwright.log.kafka.KafkaFailures.await;

import io.streamwright.log.LogTopics;
import io.streamwright.log.TopicSpec;
import io.streamwright.loop.Clock;
import io.streamwright.loop.Pause;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.UnstableOffsetCommitException;

/**
 * Topics and offsets of brokers.
 *
 * <p>Thread-safe: the admin client is.
 *
 * @param admin asks the brokers
 * @param replicationFactor of new topics; empty leaves it to the broker
 */
record KafkaTopics(Admin admin, Optional<Short> replicationFactor, Clock clock) implements LogTopics {
    private static final String MAX_MESSAGE_BYTES = "max.message.bytes";
    private static final Duration CREATION_LIMIT = Duration.ofSeconds(30);
    private static final long CREATION_POLL_MS = 5;

    @Override
    public boolean areMadeByOthers() {
        return true;
    }

    @Override
    public Set<String> names() {
        return await(admin.listTopics().names());
    }

    @Override
    public Optional<TopicSpec> describe(String topic) {
        try {
            int partitions = partitionCount(topic);
            Map<String, String> own = new HashMap<>();
            for (ConfigEntry entry : settings(topic).entries()) {
                if (entry.source() == ConfigEntry.ConfigSource.DYNAMIC_TOPIC_CONFIG) {
                    own.put(entry.name(), entry.value());
                }
            }
            return Optional.of(new TopicSpec(topic, partitions, own));
        } catch (UnknownTopicOrPartitionException none) {
            return Optional.empty();
        }
    }

    /**
     * Returns how many partitions a topic has.
     *
     * @throws UnknownTopicOrPartitionException if there is no such topic
     */
    int partitionCount(String topic) {
        return description(topic).partitions().size();
    }

    private TopicDescription description(String topic) {
        try {
            return await(admin.describeTopics(Set.of(topic)).topicNameValues(), topic);
        } catch (UnknownTopicOrPartitionException none) {
            throw new UnknownTopicOrPartitionException("topic " + topic + " does not exist", none);
        }
    }

    private Config settings(String topic) {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        return await(admin.describeConfigs(Set.of(resource)).values(), resource);
    }

    /** Returns how large a batch of a topic may be; as large as can be if the settings may not be read. */
    int maxMessageBytes(String topic) {
        try {
            return Integer.parseInt(settings(topic).get(MAX_MESSAGE_BYTES).value());
        } catch (TopicAuthorizationException notAllowed) {
            return Integer.MAX_VALUE;
        }
    }

    @Override
    public void create(TopicSpec spec) {
        NewTopic topic =
                new NewTopic(spec.name(), Optional.of(spec.partitions()), replicationFactor).configs(spec.config());
        await(admin.createTopics(Set.of(topic)).all());
        awaitLeaders(spec);
    }

    /** The controller has the topic; the brokers hear of it a little later. */
    private void awaitLeaders(TopicSpec spec) {
        long startNanos = clock.nanoTime();
        while (!hasLeaders(spec)) {
            if (clock.nanoTime() - startNanos > CREATION_LIMIT.toNanos()) {
                throw new TimeoutException(
                        "topic " + spec.name() + " was created, but not all of its partitions have a leader after "
                                + CREATION_LIMIT.toSeconds() + " s");
            }
            Pause.forMs(CREATION_POLL_MS);
        }
    }

    private boolean hasLeaders(TopicSpec spec) {
        try {
            TopicDescription description = description(spec.name());
            return description.partitions().size() >= spec.partitions()
                    && description.partitions().stream()
                            .allMatch(partition -> partition.leader() != null
                                    && !partition.leader().isEmpty());
        } catch (UnknownTopicOrPartitionException notYet) {
            return false;
        }
    }

    @Override
    public Map<TopicPartition, Long> startOffsets(Collection<TopicPartition> partitions) {
        return offsets(partitions, OffsetSpec.earliest());
    }

    @Override
    public Map<TopicPartition, Long> stableOffsets(Collection<TopicPartition> partitions) {
        return offsets(partitions, OffsetSpec.latest());
    }

    private Map<TopicPartition, Long> offsets(Collection<TopicPartition> partitions, OffsetSpec which) {
        if (partitions.isEmpty()) {
            return Map.of();
        }
        requireExisting(partitions);
        Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
        partitions.forEach(partition -> asked.put(partition, which));
        ListOffsetsResult answer = admin.listOffsets(asked, new ListOffsetsOptions(IsolationLevel.READ_COMMITTED));
        Map<TopicPartition, Long> offsets = new HashMap<>();
        asked.keySet()
                .forEach(partition -> offsets.put(
                        partition, await(answer.partitionResult(partition)).offset()));
        return offsets;
    }

    /** The admin client looks for a partition that does not exist until its time is over. */
    private void requireExisting(Collection<TopicPartition> partitions) {
        Map<String, Integer> counts = new HashMap<>();
        for (TopicPartition partition : partitions) {
            int count = counts.computeIfAbsent(partition.topic(), this::partitionCount);
            if (partition.partition() >= count) {
                throw new UnknownTopicOrPartitionException("partition " + partition + " does not exist: topic "
                        + partition.topic() + " has " + count + " partitions");
            }
        }
    }

    @Override
    public Map<TopicPartition, OffsetAndMetadata> committedOffsets(
            String groupId, Collection<TopicPartition> partitions) {
        if (partitions.isEmpty()) {
            return Map.of();
        }
        Map<TopicPartition, OffsetAndMetadata> answer = await(admin.listConsumerGroupOffsets(
                        Map.of(groupId, new ListConsumerGroupOffsetsSpec().topicPartitions(Set.copyOf(partitions))),
                        new ListConsumerGroupOffsetsOptions().requireStable(true))
                .partitionsToOffsetAndMetadata(groupId));
        // A partition without an offset is null; one whose offset the broker would not tell is not there at all.
        Set<TopicPartition> untold = new HashSet<>(partitions);
        untold.removeAll(answer.keySet());
        if (!untold.isEmpty()) {
            requireExisting(untold);
            throw new UnstableOffsetCommitException("offsets of group " + groupId + " for " + untold
                    + " depend on a transaction that is not decided yet: try again");
        }
        Map<TopicPartition, OffsetAndMetadata> committed = new HashMap<>();
        answer.forEach((partition, offset) -> {
            if (offset != null) {
                committed.put(partition, new OffsetAndMetadata(offset.offset(), offset.metadata()));
            }
        });
        return committed;
    }

    @Override
    public void deleteRecordsBefore(Map<TopicPartition, Long> offsets) {
        if (offsets.isEmpty()) {
            return;
        }
        requireExisting(offsets.keySet());
        Map<TopicPartition, RecordsToDelete> asked = new HashMap<>();
        offsets.forEach((partition, offset) -> asked.put(partition, RecordsToDelete.beforeOffset(offset)));
        await(admin.deleteRecords(asked).all());
    }
}
