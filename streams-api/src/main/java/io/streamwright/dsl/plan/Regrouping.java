package io.streamwright.dsl.plan;

import io.streamwright.processor.api.ProcessorSupplier;
import java.util.List;

/**
 * Turns updates of rows into updates of groups, for which it needs old values. Immutable.
 *
 * @param id identity
 * @param name the node's name
 * @param parents the table
 * @param supplier returns a new processor at each call
 */
public record Regrouping(int id, String name, List<Integer> parents, ProcessorSupplier<?, ?, ?, ?> supplier)
        implements PlanNode {

    /** Copies the parents. */
    public Regrouping {
        parents = List.copyOf(parents);
    }

    @Override
    public Regrouping withParents(List<Integer> newParents) {
        return new Regrouping(id, name, newParents, supplier);
    }

    @Override
    public OldValueDemand demand() {
        return OldValueDemand.REQUIRED;
    }

    @Override
    public void match(Cases cases) {
        cases.regrouping(this);
    }
}
