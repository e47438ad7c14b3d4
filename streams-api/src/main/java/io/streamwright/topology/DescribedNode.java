package io.streamwright.topology;

import static java.util.stream.Collectors.joining;

import io.streamwright.TopologyDescription;
import io.streamwright.processor.TopicNameExtractor;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One node of a description. Two are equal if they print the same.
 *
 * <p>Immutable once {@link DescribedTopology} has linked it to its neighbours, before anybody else sees it.
 */
abstract sealed class DescribedNode implements TopologyDescription.Node {
    private final String name;
    private final Set<TopologyDescription.Node> predecessors = new LinkedHashSet<>();
    private final Set<TopologyDescription.Node> successors = new LinkedHashSet<>();

    private DescribedNode(String name) {
        this.name = name;
    }

    /** Takes the neighbours, in the order in which they are printed. */
    final void link(List<DescribedNode> before, List<DescribedNode> after) {
        predecessors.addAll(before);
        successors.addAll(after);
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final Set<TopologyDescription.Node> predecessors() {
        return Collections.unmodifiableSet(predecessors);
    }

    @Override
    public final Set<TopologyDescription.Node> successors() {
        return Collections.unmodifiableSet(successors);
    }

    @Override
    public final boolean equals(@Nullable Object other) {
        return other instanceof DescribedNode node && toString().equals(node.toString());
    }

    @Override
    public final int hashCode() {
        return name.hashCode();
    }

    @Override
    public abstract String toString();

    final String arrowsFrom() {
        return "\n      <-- " + names(predecessors);
    }

    final String arrowsTo() {
        return "\n      --> " + names(successors);
    }

    private static String names(Set<TopologyDescription.Node> nodes) {
        return nodes.isEmpty()
                ? "none"
                : nodes.stream().map(TopologyDescription.Node::name).collect(joining(", "));
    }

    /** A source. */
    static final class Source extends DescribedNode implements TopologyDescription.Source {
        private final @Nullable Set<String> topics;
        private final @Nullable Pattern pattern;

        Source(SourceNode node) {
            super(node.name());
            this.pattern = node.pattern().orElse(null);
            this.topics = pattern != null
                    ? null
                    : hashed(node.topics().stream().map(TopicRef::name).toList());
        }

        /** Returns the names in a hash set: its order is the one printed. */
        private static Set<String> hashed(List<String> names) {
            return Collections.unmodifiableSet(new HashSet<>(names));
        }

        @Override
        public @Nullable Set<String> topicSet() {
            return topics;
        }

        @Override
        public @Nullable Pattern topicPattern() {
            return pattern;
        }

        @Override
        public String toString() {
            return "Source: " + name() + " (topics: " + (pattern != null ? pattern : topics) + ")" + arrowsTo();
        }
    }

    /** A processor. */
    static final class Processor extends DescribedNode implements TopologyDescription.Processor {
        private final Set<String> stores;

        /**
         * Describes a processor.
         *
         * @param stores the connected stores, in the order of a hash set they were added to one by one
         */
        Processor(ProcessorNode node, Set<String> stores) {
            super(node.name());
            this.stores = Collections.unmodifiableSet(new HashSet<>(stores));
        }

        @Override
        public Set<String> stores() {
            return stores;
        }

        @Override
        public String toString() {
            return "Processor: " + name() + " (stores: " + stores + ")" + arrowsTo() + arrowsFrom();
        }
    }

    /** A sink. */
    static final class Sink extends DescribedNode implements TopologyDescription.Sink {
        private final SinkNode.Target target;

        Sink(SinkNode node) {
            super(node.name());
            this.target = node.target();
        }

        @Override
        public @Nullable String topic() {
            return target instanceof SinkNode.FixedTopic fixed ? fixed.topic().name() : null;
        }

        @Override
        public @Nullable TopicNameExtractor<?, ?> topicNameExtractor() {
            return target instanceof SinkNode.ChosenTopic chosen ? chosen.extractor() : null;
        }

        @Override
        public String toString() {
            String topic = topic();
            return "Sink: " + name()
                    + (topic != null ? " (topic: " + topic : " (extractor class: " + topicNameExtractor()) + ")"
                    + arrowsFrom();
        }
    }
}
