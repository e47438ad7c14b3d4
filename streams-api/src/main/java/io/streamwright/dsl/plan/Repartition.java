package io.streamwright.dsl.plan;

import io.streamwright.dsl.settings.SerdePair;
import io.streamwright.processor.StreamPartitioner;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Sends records through a topic of the application's own. Immutable.
 *
 * @param id identity
 * @param turn when it is added to the topology; moves back each time a further operator uses it
 * @param parents whose output it takes
 * @param route the names of topic and nodes
 * @param payload what the records are
 * @param serdes for keys and values
 * @param partitioner null: by the hash of the serialized key
 * @param partitions how many the program asked for; empty: as many as upstream
 */
public record Repartition(
        int id,
        int turn,
        List<Integer> parents,
        RepartitionRoute route,
        Payload payload,
        SerdePair<?, ?> serdes,
        @Nullable StreamPartitioner<?, ?> partitioner,
        OptionalInt partitions)
        implements PlanNode {

    /** What goes through the topic. */
    public enum Payload {
        /** Records of a stream, because an operator needs them by key: may be merged with others. */
        STREAM,
        /** Records of a stream, because the program said so: stays. */
        STREAM_AS_ASKED,
        /** Updates of groups, with their old values: stays. */
        CHANGES
    }

    /** Copies the parents. */
    public Repartition {
        parents = List.copyOf(parents);
    }

    /** The name of the source: operators downstream take what it reads. */
    @Override
    public String name() {
        return route.source();
    }

    @Override
    public Repartition withParents(List<Integer> newParents) {
        return new Repartition(id, turn, newParents, route, payload, serdes, partitioner, partitions);
    }

    /** Returns the same, to be added later. */
    public Repartition withTurn(int newTurn) {
        return new Repartition(id, newTurn, parents, route, payload, serdes, partitioner, partitions);
    }

    @Override
    public void match(Cases cases) {
        cases.repartition(this);
    }
}
