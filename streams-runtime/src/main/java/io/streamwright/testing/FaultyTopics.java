package io.streamwright.testing;

import io.streamwright.log.LogTopics;
import io.streamwright.log.TopicSpec;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Topics, bounds and offsets whose calls may be struck by faults.
 *
 * <p>Thread-safe: holds nothing that changes.
 */
final class FaultyTopics implements LogTopics {
    private final LogTopics topics;
    private final Faults faults;

    FaultyTopics(LogTopics topics, Faults faults) {
        this.topics = topics;
        this.faults = faults;
    }

    @Override
    public boolean areMadeByOthers() {
        return topics.areMadeByOthers();
    }

    @Override
    public Set<String> names() {
        return faults.get(MadeCall.of(LogCall.TOPIC_NAMES), topics::names);
    }

    @Override
    public Optional<TopicSpec> describe(String topic) {
        return faults.get(MadeCall.onTopics(LogCall.DESCRIBE_TOPIC, List.of(topic)), () -> topics.describe(topic));
    }

    @Override
    public void create(TopicSpec spec) {
        faults.run(MadeCall.onTopics(LogCall.CREATE_TOPIC, List.of(spec.name())), () -> topics.create(spec));
    }

    @Override
    public Map<TopicPartition, Long> startOffsets(Collection<TopicPartition> partitions) {
        return faults.get(
                MadeCall.onPartitions(LogCall.START_OFFSETS, partitions), () -> topics.startOffsets(partitions));
    }

    @Override
    public Map<TopicPartition, Long> stableOffsets(Collection<TopicPartition> partitions) {
        return faults.get(
                MadeCall.onPartitions(LogCall.STABLE_OFFSETS, partitions), () -> topics.stableOffsets(partitions));
    }

    @Override
    public Map<TopicPartition, OffsetAndMetadata> committedOffsets(
            String groupId, Collection<TopicPartition> partitions) {
        return faults.get(
                MadeCall.onPartitions(LogCall.COMMITTED_OFFSETS, partitions),
                () -> topics.committedOffsets(groupId, partitions));
    }

    @Override
    public void deleteRecordsBefore(Map<TopicPartition, Long> offsets) {
        faults.run(
                MadeCall.onPartitions(LogCall.DELETE_RECORDS, offsets.keySet()),
                () -> topics.deleteRecordsBefore(offsets));
    }
}
