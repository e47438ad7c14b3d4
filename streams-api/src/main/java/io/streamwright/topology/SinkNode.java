package io.streamwright.topology;

import io.streamwright.processor.StreamPartitioner;
import io.streamwright.processor.TopicNameExtractor;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * A node that writes topics. Immutable.
 *
 * @param name the node's name
 * @param parents the nodes that forward to it
 * @param target which topic each record goes to
 * @param keySerializer null: the serializer of the configured default key serde
 * @param valueSerializer null: the serializer of the configured default value serde
 * @param partitioner null: by the hash of the serialized key, as Kafka's producer does
 */
public record SinkNode(
        String name,
        List<String> parents,
        Target target,
        @Nullable Serializer<?> keySerializer,
        @Nullable Serializer<?> valueSerializer,
        @Nullable StreamPartitioner<?, ?> partitioner)
        implements TopologyNode {
    public SinkNode {
        parents = List.copyOf(parents);
    }

    /** Returns the same with further parents. */
    SinkNode withParents(Collection<String> further) {
        List<String> all = new ArrayList<>(parents);
        all.addAll(further);
        return new SinkNode(name, all, target, keySerializer, valueSerializer, partitioner);
    }

    @Override
    public <R> R match(Cases<R> cases) {
        return cases.sink(this);
    }

    /** Where a sink's records go. */
    public sealed interface Target {}

    /**
     * Every record goes to one topic.
     *
     * @param topic the topic
     */
    public record FixedTopic(TopicRef topic) implements Target {}

    /**
     * The program chooses the topic of each record; the topics must exist.
     *
     * @param extractor chooses
     */
    public record ChosenTopic(TopicNameExtractor<?, ?> extractor) implements Target {}
}
