package io.streamwright.dsl.plan;

import io.streamwright.dsl.operator.TableOperation;
import io.streamwright.dsl.settings.Materialization;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Aggregates records or rows by key; always kept. Immutable.
 *
 * @param id identity
 * @param name the node's name
 * @param parents whose output it takes
 * @param operation aggregates
 * @param store how the aggregates are kept
 */
public record Aggregation(int id, String name, List<Integer> parents, TableOperation operation, Materialization store)
        implements TableNode {

    /** Copies the parents. */
    public Aggregation {
        parents = List.copyOf(parents);
    }

    @Override
    public Aggregation withParents(List<Integer> newParents) {
        return new Aggregation(id, name, newParents, operation, store);
    }

    @Override
    public Optional<Materialization> keptIn() {
        return Optional.of(store);
    }

    @Override
    public OptionalLong graceMs() {
        return operation.graceMs();
    }

    @Override
    public void match(Cases cases) {
        cases.aggregation(this);
    }
}
