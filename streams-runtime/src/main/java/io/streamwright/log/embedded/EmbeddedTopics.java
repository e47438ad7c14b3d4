package io.streamwright.log.embedded;

import io.streamwright.log.LogTopics;
import io.streamwright.log.TopicSpec;
import io.streamwright.log.embedded.execution.CreateTopic;
import io.streamwright.log.embedded.execution.FetchOffsets;
import io.streamwright.log.embedded.execution.TrimPartitions;
import io.streamwright.log.embedded.read.PartitionVisibility;
import io.streamwright.log.embedded.storage.PartitionKey;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidPartitionsException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.jspecify.annotations.Nullable;

/**
 * Topics and offsets of the embedded log. Bounds are those last published; the rest is asked of the loop.
 *
 * @param log whose topics they are
 */
record EmbeddedTopics(EmbeddedLog log) implements LogTopics {
    private static final int MAX_NAME_LENGTH = 249;
    /** Each partition of a topic costs memory for as long as the log is open, whether it is used or not. */
    static final int MAX_PARTITIONS = 100_000;

    private static final Pattern LEGAL_NAME = Pattern.compile("[a-zA-Z0-9._-]{1," + MAX_NAME_LENGTH + "}");

    @Override
    public Set<String> names() {
        return log.topics().names();
    }

    @Override
    public Optional<TopicSpec> describe(String topic) {
        return log.topics().describe(topic);
    }

    @Override
    public void create(TopicSpec spec) {
        String name = spec.name();
        if (!LEGAL_NAME.matcher(name).matches() || name.equals(".") || name.equals("..")) {
            throw new InvalidTopicException("\"" + name + "\" is no legal topic name: use 1 to " + MAX_NAME_LENGTH
                    + " letters, digits, dots, underscores and hyphens, and not only dots");
        }
        if (spec.partitions() > MAX_PARTITIONS) {
            throw new InvalidPartitionsException("topic " + name + " would have " + spec.partitions()
                    + " partitions, but a topic of the embedded log has at most " + MAX_PARTITIONS + ": use fewer");
        }
        RecordLimit.of(spec);
        log.<@Nullable Void>call(
                "topic " + name + " to be created", EmbeddedLog.REPLY_TIMEOUT, reply -> new CreateTopic(spec, reply));
    }

    @Override
    public Map<TopicPartition, Long> startOffsets(Collection<TopicPartition> partitions) {
        return bounds(partitions, PartitionVisibility::startOffset);
    }

    @Override
    public Map<TopicPartition, Long> stableOffsets(Collection<TopicPartition> partitions) {
        return bounds(partitions, PartitionVisibility::stableOffset);
    }

    private Map<TopicPartition, Long> bounds(
            Collection<TopicPartition> partitions, ToLongFunction<PartitionVisibility> bound) {
        Map<TopicPartition, Long> bounds = new HashMap<>();
        for (TopicPartition partition : partitions) {
            bounds.put(partition, bound.applyAsLong(log.topics().view(partition).visible()));
        }
        return bounds;
    }

    @Override
    public Map<TopicPartition, OffsetAndMetadata> committedOffsets(
            String groupId, Collection<TopicPartition> partitions) {
        Set<TopicPartition> asked = Set.copyOf(partitions);
        return log.call(
                "offsets of group " + groupId,
                EmbeddedLog.REPLY_TIMEOUT,
                reply -> new FetchOffsets(groupId, asked, reply));
    }

    @Override
    public void deleteRecordsBefore(Map<TopicPartition, Long> offsets) {
        Map<PartitionKey, Long> byKey = new HashMap<>();
        offsets.forEach(
                (partition, offset) -> byKey.put(log.topics().view(partition).key(), offset));
        log.<@Nullable Void>call(
                "records before " + offsets + " to be deleted",
                EmbeddedLog.REPLY_TIMEOUT,
                reply -> new TrimPartitions(byKey, reply));
    }
}
