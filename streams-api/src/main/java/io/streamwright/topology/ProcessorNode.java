package io.streamwright.topology;

import io.streamwright.processor.api.FixedKeyProcessor;
import io.streamwright.processor.api.Processor;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A node that runs a processor. Immutable.
 *
 * @param name the node's name
 * @param parents the nodes that forward to it
 * @param work makes the processor, once for each task and again whenever the task rewinds
 * @param stores the names of the stores that the processor may use
 */
public record ProcessorNode(String name, List<String> parents, Work work, Set<String> stores) implements TopologyNode {
    public ProcessorNode {
        parents = List.copyOf(parents);
        stores = Set.copyOf(stores);
    }

    @Override
    public <R> R match(Cases<R> cases) {
        return cases.processor(this);
    }

    /** What a processor node runs: a processor that may change keys, or one that may not. */
    public sealed interface Work {}

    /**
     * A processor that may change keys.
     *
     * @param supplier returns a new processor at each call
     */
    public record FreeKey(Supplier<? extends Processor<?, ?, ?, ?>> supplier) implements Work {}

    /**
     * A processor whose records keep their key.
     *
     * @param supplier returns a new processor at each call
     */
    public record FixedKey(Supplier<? extends FixedKeyProcessor<?, ?, ?>> supplier) implements Work {}
}
