package io.streamwright.dsl.plan;

import io.streamwright.dsl.operator.TableOperation;
import io.streamwright.dsl.settings.Materialization;
import java.util.List;
import java.util.Optional;

/**
 * Takes a stream as a table. Immutable.
 *
 * @param id identity
 * @param name the node's name
 * @param parents whose output it takes
 * @param operation takes records as updates
 * @param store how the table is kept, if it is named or somebody needs it
 */
public record StreamTable(int id, String name, List<Integer> parents, TableOperation operation, Materialization store)
        implements TableNode {

    /** Copies the parents. */
    public StreamTable {
        parents = List.copyOf(parents);
    }

    @Override
    public StreamTable withParents(List<Integer> newParents) {
        return new StreamTable(id, name, newParents, operation, store);
    }

    @Override
    public Optional<Materialization> keptIn() {
        return store.isKept() ? Optional.of(store) : Optional.empty();
    }

    @Override
    public Optional<Materialization> keepableIn() {
        return Optional.of(store);
    }

    @Override
    public void match(Cases cases) {
        cases.streamTable(this);
    }
}
