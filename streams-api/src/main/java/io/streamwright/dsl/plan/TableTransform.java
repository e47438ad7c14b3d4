package io.streamwright.dsl.plan;

import io.streamwright.dsl.operator.RowOperation;
import io.streamwright.dsl.operator.TableOperation;
import io.streamwright.dsl.settings.Materialization;
import java.util.List;
import java.util.Optional;

/**
 * Makes a table of another, row by row. Immutable.
 *
 * @param id identity
 * @param name the node's name
 * @param parents the table
 * @param operation makes updates of updates
 * @param rows what is made of each row that is looked up
 * @param store how the result is kept; empty if the program did not name a store
 * @param demand what it asks of the table as to old values
 * @param connected the names of the stores that the operation uses, besides that of the result and those that its supplier brings
 */
public record TableTransform(
        int id,
        String name,
        List<Integer> parents,
        TableOperation operation,
        RowOperation<?, ?, ?> rows,
        Optional<Materialization> store,
        OldValueDemand demand,
        List<String> connected)
        implements TableNode {

    /** Copies the lists. */
    public TableTransform {
        parents = List.copyOf(parents);
        connected = List.copyOf(connected);
    }

    @Override
    public TableTransform withParents(List<Integer> newParents) {
        return new TableTransform(id, name, newParents, operation, rows, store, demand, connected);
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
