package io.streamwright.assign;

import io.streamwright.topology.SourceNode;
import io.streamwright.topology.SubTopology;
import io.streamwright.topology.TopicRef;
import java.util.List;

/** Which topics source nodes read. Thread-safe: holds nothing. */
final class SourceTopics {
    private SourceTopics() {}

    static List<SourceNode> sources(SubTopology part) {
        return part.nodes().stream()
                .filter(SourceNode.class::isInstance)
                .map(SourceNode.class::cast)
                .toList();
    }

    /** Returns the topics that a source names or, with a pattern, those that match it now. */
    static List<TopicRef> of(SourceNode source, TopicCatalog topics) {
        return source.pattern()
                .map(pattern -> topics.names().stream()
                        .filter(name -> pattern.matcher(name).matches())
                        .sorted()
                        .map(TopicRef::external)
                        .toList())
                .orElse(source.topics());
    }
}
