package io.streamwright.testing;

import io.streamwright.topology.Blueprint;
import io.streamwright.topology.SourceNode;
import io.streamwright.topology.TopicRef;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The topics that a program reads. Immutable. */
final class ProgramTopics {
    private final Set<String> named;
    private final Set<String> read;
    private final List<Pattern> patterns;

    ProgramTopics(Blueprint program, String applicationId) {
        List<SourceNode> sources = Stream.concat(program.subTopologies().stream(), program.globals().stream())
                .flatMap(part -> part.nodes().stream())
                .filter(SourceNode.class::isInstance)
                .map(SourceNode.class::cast)
                .toList();
        named = topics(sources)
                .filter(topic -> !topic.internal())
                .map(TopicRef::name)
                .collect(Collectors.toUnmodifiableSet());
        read = topics(sources).map(topic -> topic.resolve(applicationId)).collect(Collectors.toUnmodifiableSet());
        patterns = sources.stream()
                .map(SourceNode::pattern)
                .flatMap(Optional::stream)
                .toList();
    }

    private static Stream<TopicRef> topics(List<SourceNode> sources) {
        return sources.stream().flatMap(source -> source.topics().stream());
    }

    /** Returns the names of the topics that must exist before the program runs. */
    Set<String> named() {
        return named;
    }

    /** Returns whether the program reads a topic, or would if there was one of that name. */
    boolean isRead(String topic) {
        return read.contains(topic)
                || patterns.stream().anyMatch(pattern -> pattern.matcher(topic).matches());
    }

    /** Returns whether each of the program's patterns has a topic that it matches. */
    boolean isComplete(Set<String> existing) {
        return patterns.stream()
                .allMatch(pattern -> existing.stream()
                        .anyMatch(topic -> pattern.matcher(topic).matches()));
    }
}
