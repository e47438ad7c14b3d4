package io.streamwright.log.embedded.read;

import io.streamwright.log.TopicSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * The topics that exist, with a view of each of their partitions.
 *
 * <p>Thread-safe: the log's loop adds whole topics, anybody reads.
 */
public final class PublishedTopics {
    private final String location;
    private final Map<String, PublishedTopic> topics = new ConcurrentHashMap<>();

    /**
     * Makes it without topics.
     *
     * @param location of the log, for messages
     */
    public PublishedTopics(String location) {
        this.location = location;
    }

    /** Makes a topic visible. Loop only. */
    public void add(TopicSpec spec, List<PartitionView> views) {
        topics.put(spec.name(), new PublishedTopic(spec, List.copyOf(views)));
    }

    public Set<String> names() {
        return Set.copyOf(topics.keySet());
    }

    /** Returns the topic's description; empty if there is no such topic. */
    public Optional<TopicSpec> describe(String topic) {
        return Optional.ofNullable(topics.get(topic)).map(PublishedTopic::spec);
    }

    /**
     * Returns the view of a partition.
     *
     * @throws UnknownTopicOrPartitionException if it does not exist; says whether the topic does
     */
    public PartitionView view(TopicPartition partition) {
        PublishedTopic topic = topics.get(partition.topic());
        if (topic == null) {
            throw new UnknownTopicOrPartitionException("no topic " + partition.topic() + " in the log in " + location
                    + ": create it before it is read or written");
        }
        if (partition.partition() < 0 || partition.partition() >= topic.views.size()) {
            throw new UnknownTopicOrPartitionException("no partition " + partition + " in the log in " + location
                    + ": the topic has " + topic.views.size() + " partitions, numbered from 0");
        }
        return topic.views.get(partition.partition());
    }

    private record PublishedTopic(TopicSpec spec, List<PartitionView> views) {}
}
