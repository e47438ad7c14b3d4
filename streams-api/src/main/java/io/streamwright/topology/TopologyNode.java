package io.streamwright.topology;

import java.util.List;

/** One named node of a topology. Immutable. */
public sealed interface TopologyNode permits SourceNode, ProcessorNode, SinkNode {

    /** Returns the name, unique within the topology. */
    String name();

    /** Returns the names of the nodes that forward to this one, in the order in which they were given; empty for a source. */
    List<String> parents();

    /** Calls the case that this node is. */
    <R> R match(Cases<R> cases);

    /**
     * One method for each kind of node: a new kind breaks every caller at compile time.
     *
     * @param <R> what the caller makes of a node
     */
    interface Cases<R> {
        /** The node reads topics. */
        R source(SourceNode node);

        /** The node runs a processor. */
        R processor(ProcessorNode node);

        /** The node writes a topic. */
        R sink(SinkNode node);
    }
}
