package io.streamwright.dsl.plan;

import io.streamwright.dsl.settings.SerdePair;
import io.streamwright.processor.StreamPartitioner;
import io.streamwright.topology.SinkNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes a stream to topics. Immutable.
 *
 * @param id identity
 * @param name the sink's name
 * @param parents whose output it takes
 * @param target which topics
 * @param serdes for keys and values
 * @param partitioner null: by the hash of the serialized key
 */
public record StreamSink(
        int id,
        String name,
        List<Integer> parents,
        SinkNode.Target target,
        SerdePair<?, ?> serdes,
        @Nullable StreamPartitioner<?, ?> partitioner)
        implements PlanNode {

    /** Copies the parents. */
    public StreamSink {
        parents = List.copyOf(parents);
    }

    @Override
    public StreamSink withParents(List<Integer> newParents) {
        return new StreamSink(id, name, newParents, target, serdes, partitioner);
    }

    @Override
    public void match(Cases cases) {
        cases.streamSink(this);
    }
}
