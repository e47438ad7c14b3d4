package io.streamwright;

import io.streamwright.processor.TopicNameExtractor;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link Topology} is made of, for people and for tools that draw it. Immutable.
 *
 * <p>{@link Object#toString()} gives the text that Kafka Streams gives for the same program, to the character.
 */
public interface TopologyDescription {

    /** Returns the parts that are connected without a topic in between, by id. */
    Set<Subtopology> subtopologies();

    /** Returns the stores of which every instance of the application holds a full copy, by id. */
    Set<GlobalStore> globalStores();

    /** A connected part of the topology: what one task runs. */
    interface Subtopology {
        /** Returns the number of the part, as in task ids. */
        int id();

        /** Returns all nodes of the part; those with the most nodes behind them come first. */
        Set<Node> nodes();
    }

    /** A store that reads a whole topic into every instance of the application. */
    interface GlobalStore {
        /** Returns the source that reads the topic. */
        Source source();

        /** Returns the processor that keeps the store up to date. */
        Processor processor();

        /** Returns the number of the part, counted together with the sub-topologies. */
        int id();
    }

    /** One node. */
    interface Node {
        /** Returns the name, unique within the topology. */
        String name();

        /** Returns the nodes that forward to this one; empty for a source. */
        Set<Node> predecessors();

        /** Returns the nodes that this one forwards to; empty for a sink. */
        Set<Node> successors();
    }

    /** A node that reads topics. */
    interface Source extends Node {
        /** Returns the names of the topics it reads; null if a pattern selects them. */
        @Nullable
        Set<String> topicSet();

        /** Returns the pattern that selects the topics it reads; null if they are named. */
        @Nullable
        Pattern topicPattern();
    }

    /** A node that runs a processor. */
    interface Processor extends Node {
        /** Returns the names of the stores it may use. */
        Set<String> stores();
    }

    /** A node that writes topics. */
    interface Sink extends Node {
        /** Returns the topic it writes; null if an extractor chooses the topic of each record. */
        @Nullable
        String topic();

        /** Returns what chooses the topic of each record; null if all go to one topic. */
        @Nullable
        TopicNameExtractor<?, ?> topicNameExtractor();
    }
}
