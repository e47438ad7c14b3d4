package io.streamwright.dsl.plan;

import java.util.List;

/**
 * An operator on streams. Immutable.
 *
 * @param id identity
 * @param name the node's name
 * @param parents whose output it takes; several where streams are merged
 * @param effect what it does to keys and values
 * @param work its processor
 * @param stores the names of the stores it uses, besides those that its supplier brings
 */
public record StreamStep(int id, String name, List<Integer> parents, Effect effect, StepWork work, List<String> stores)
        implements PlanNode {

    /** Copies the lists. */
    public StreamStep {
        parents = List.copyOf(parents);
        stores = List.copyOf(stores);
    }

    @Override
    public StreamStep withParents(List<Integer> newParents) {
        return new StreamStep(id, name, newParents, effect, work, stores);
    }

    @Override
    public void match(Cases cases) {
        cases.streamStep(this);
    }
}
