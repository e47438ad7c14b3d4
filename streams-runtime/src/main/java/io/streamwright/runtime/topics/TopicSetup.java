package io.streamwright.runtime.topics;

import io.streamwright.StreamsConfig;
import io.streamwright.assign.TopicCatalog;
import io.streamwright.log.LogTopics;
import io.streamwright.log.TopicSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The topics of the log, as an application needs them.
 *
 * <p>Thread-safe: holds nothing that changes.
 */
public final class TopicSetup implements TopicCatalog {
    private static final Logger LOG = LoggerFactory.getLogger(TopicSetup.class);

    private final LogTopics topics;
    private final boolean autoCreate;
    private final int defaultPartitions;

    public TopicSetup(LogTopics topics, boolean autoCreate, int defaultPartitions) {
        this.topics = topics;
        this.autoCreate = autoCreate;
        this.defaultPartitions = defaultPartitions;
    }

    @Override
    public Set<String> names() {
        return topics.names();
    }

    @Override
    public OptionalInt partitionCount(String topic) {
        return topics.describe(topic)
                .map(spec -> OptionalInt.of(spec.partitions()))
                .orElse(OptionalInt.empty());
    }

    /**
     * Creates what is missing of the application's internal topics.
     *
     * @param internalTopics all of them
     * @param settings the program's own topic settings, which go before
     * @return how many were created
     */
    public int createMissing(List<TopicSpec> internalTopics, Map<String, String> settings) {
        int created = 0;
        for (TopicSpec topic : internalTopics) {
            if (partitionCount(topic.name()).isEmpty()) {
                Map<String, String> config = new HashMap<>(topic.config());
                config.putAll(settings);
                create(new TopicSpec(topic.name(), topic.partitions(), config));
                created++;
            }
        }
        return created;
    }

    /**
     * Returns how many partitions an output topic has; creates it if there is none and that is allowed.
     *
     * @throws UnknownTopicOrPartitionException if there is none and it may not be created
     */
    public int outputPartitions(String topic) {
        OptionalInt existing = partitionCount(topic);
        if (existing.isPresent()) {
            return existing.getAsInt();
        }
        if (!autoCreate) {
            throw new UnknownTopicOrPartitionException("output topic " + topic + " does not exist"
                    + (topics.areMadeByOthers()
                            ? ": create it on the brokers, which no application does by itself"
                            : " and " + StreamsConfig.EMBEDDED_AUTO_CREATE_TOPICS_CONFIG
                                    + " is off; create it, or switch that on"));
        }
        create(new TopicSpec(topic, defaultPartitions, Map.of()));
        return partitionCount(topic).orElse(defaultPartitions);
    }

    private void create(TopicSpec topic) {
        try {
            topics.create(topic);
            LOG.info("topic created name={} partitions={}", topic.name(), topic.partitions());
        } catch (TopicExistsException e) {
            LOG.debug("topic {} was created by somebody else meanwhile", topic.name(), e);
        }
    }
}
