package io.streamwright.testing;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * A call that is being made. Immutable.
 *
 * @param kind which
 * @param transactionalId whose; null if it is no writer's
 * @param topics the topics it names
 * @param byRecord faults whose record is the one appended or, at a later call, one of the transaction's
 */
record MadeCall(LogCall kind, @Nullable String transactionalId, Set<String> topics, Set<Fault> byRecord) {

    MadeCall {
        topics = Set.copyOf(topics);
        byRecord = Set.copyOf(byRecord);
    }

    static MadeCall of(LogCall kind) {
        return onTopics(kind, List.of());
    }

    static MadeCall onTopics(LogCall kind, Collection<String> topics) {
        return new MadeCall(kind, null, Set.copyOf(topics), Set.of());
    }

    static MadeCall onPartitions(LogCall kind, Collection<TopicPartition> partitions) {
        return onTopics(kind, topicsOf(partitions));
    }

    static MadeCall ofWriter(LogCall kind, String transactionalId) {
        return new MadeCall(kind, transactionalId, Set.of(), Set.of());
    }

    static List<String> topicsOf(Collection<TopicPartition> partitions) {
        return partitions.stream().map(TopicPartition::topic).distinct().toList();
    }
}
