package io.streamwright.dsl.plan;

import io.streamwright.dsl.operator.suppress.SuppressTable;
import io.streamwright.dsl.settings.Materialization;
import io.streamwright.state.StoreBuilder;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Holds back the updates of a table. Its rows are those of the table, but for those whose updates wait. Immutable.
 *
 * @param id identity
 * @param parents the table
 * @param rule says for how long
 * @param buffer returns a new builder of the store in which updates wait
 */
public record Suppression(
        int id, List<Integer> parents, SuppressTable.Rule rule, Supplier<? extends StoreBuilder<?>> buffer)
        implements TableNode {

    /** Copies the parents. */
    public Suppression {
        parents = List.copyOf(parents);
    }

    @Override
    public String name() {
        return rule.node();
    }

    @Override
    public Suppression withParents(List<Integer> newParents) {
        return new Suppression(id, newParents, rule, buffer);
    }

    /** Old values say what was passed on last, while an update waits. */
    @Override
    public OldValueDemand demand() {
        return OldValueDemand.REQUIRED;
    }

    @Override
    public Optional<Materialization> keptIn() {
        return Optional.empty();
    }

    @Override
    public void match(Cases cases) {
        cases.suppression(this);
    }
}
