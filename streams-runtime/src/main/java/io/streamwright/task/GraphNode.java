package io.streamwright.task;

import io.streamwright.processor.api.Record;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One node of a task's running graph.
 *
 * <p>Owner: the task.
 */
abstract class GraphNode {
    private final String name;
    private GraphNode[] children = new GraphNode[0];

    GraphNode(String name) {
        this.name = name;
    }

    String name() {
        return name;
    }

    /** The nodes this one forwards to, in the order in which they were added to the topology. */
    final GraphNode[] children() {
        return children;
    }

    final void connect(List<GraphNode> children) {
        this.children = children.toArray(GraphNode[]::new);
    }

    /** Makes the node ready for records; called again after each {@link #close}. */
    abstract void init();

    /** Takes one record, depth first: returns when all children are done with what came of it. */
    abstract void process(Record<@Nullable Object, @Nullable Object> record);

    /** Forwards what was held back for the commit; most nodes hold nothing back. */
    void emitPending() {}

    /** Drops everything that belongs to the running processor; a node that was not initialized ignores it. */
    abstract void close();
}
