package io.streamwright.dsl.plan;

import io.streamwright.processor.api.ProcessorSupplier;
import java.util.List;

/**
 * Joins the records of a stream with the rows of a global table, which are there whatever the partition. Immutable.
 *
 * @param id identity
 * @param name the node's name
 * @param parents the stream
 * @param keepsUnmatched whether a record without a row has a result, and so a record without a key
 * @param work joins
 */
public record GlobalTableJoin(
        int id, String name, List<Integer> parents, boolean keepsUnmatched, ProcessorSupplier<?, ?, ?, ?> work)
        implements PlanNode {

    /** Copies the parents. */
    public GlobalTableJoin {
        parents = List.copyOf(parents);
    }

    @Override
    public GlobalTableJoin withParents(List<Integer> newParents) {
        return new GlobalTableJoin(id, name, newParents, keepsUnmatched, work);
    }

    @Override
    public void match(Cases cases) {
        cases.globalTableJoin(this);
    }
}
