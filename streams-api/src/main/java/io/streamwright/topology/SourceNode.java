package io.streamwright.topology;

import io.streamwright.AutoOffsetReset;
import io.streamwright.processor.TimestampExtractor;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * A node that reads topics. Immutable.
 *
 * @param name the node's name
 * @param topics the topics read; empty if {@code pattern} selects them
 * @param pattern selects topics by name when the application starts; empty if {@code topics} names them
 * @param keyDeserializer null: the deserializer of the configured default key serde
 * @param valueDeserializer null: the deserializer of the configured default value serde
 * @param timestampExtractor null: the configured default extractor
 * @param offsetReset null: the configured default
 */
public record SourceNode(
        String name,
        List<TopicRef> topics,
        Optional<Pattern> pattern,
        @Nullable Deserializer<?> keyDeserializer,
        @Nullable Deserializer<?> valueDeserializer,
        @Nullable TimestampExtractor timestampExtractor,
        @Nullable AutoOffsetReset offsetReset)
        implements TopologyNode {
    public SourceNode {
        topics = List.copyOf(topics);
        if (topics.isEmpty() == pattern.isEmpty()) {
            throw new IllegalArgumentException("source " + name + " needs either topics or a pattern");
        }
    }

    @Override
    public List<String> parents() {
        return List.of();
    }

    @Override
    public <R> R match(Cases<R> cases) {
        return cases.source(this);
    }
}
