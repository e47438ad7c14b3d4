package io.streamwright.dsl.plan;

import io.streamwright.dsl.operator.TableOperation;
import io.streamwright.dsl.settings.Materialization;
import io.streamwright.kstream.ValueMapperWithKey;
import java.util.List;
import java.util.Optional;

/**
 * Makes a table of another, row by row. Immutable.
 *
 * @param id identity
 * @param name the node's name
 * @param parents the table
 * @param operation makes updates of updates
 * @param rows what is made of each row; null: nothing
 * @param store how the result is kept; empty if the program did not name a store
 * @param demand what it asks of the table as to old values
 */
public record TableTransform(
        int id,
        String name,
        List<Integer> parents,
        TableOperation operation,
        ValueMapperWithKey<?, ?, ?> rows,
        Optional<Materialization> store,
        OldValueDemand demand)
        implements TableNode {

    /** Copies the parents. */
    public TableTransform {
        parents = List.copyOf(parents);
    }

    @Override
    public TableTransform withParents(List<Integer> newParents) {
        return new TableTransform(id, name, newParents, operation, rows, store, demand);
    }

    @Override
    public Optional<Materialization> keptIn() {
        return store;
    }

    @Override
    public void match(Cases cases) {
        cases.tableTransform(this);
    }
}
