package io.streamwright.dsl.plan;

import io.streamwright.dsl.operator.join.JoinType;
import io.streamwright.dsl.settings.Materialization;
import io.streamwright.kstream.ValueJoiner;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Joins two tables by key. Immutable.
 *
 * @param id identity
 * @param names of its nodes
 * @param left the one table
 * @param right the other table, which may be the same
 * @param type which rows have results
 * @param joiner makes the results
 * @param store how the results are kept; empty if the program did not ask for it
 */
public record TableJoin(
        int id,
        Names names,
        int left,
        int right,
        JoinType type,
        ValueJoiner<?, ?, ?> joiner,
        Optional<Materialization> store)
        implements TableNode {

    /**
     * The nodes of a join. Immutable.
     *
     * @param left takes the updates of the left table
     * @param right takes the updates of the right table
     * @param merge takes the results of both
     */
    public record Names(String left, String right, String merge) {}

    @Override
    public String name() {
        return names.merge();
    }

    @Override
    public List<Integer> parents() {
        return Stream.of(left, right).distinct().toList();
    }

    @Override
    public TableJoin withParents(List<Integer> newParents) {
        throw new IllegalStateException("join " + name() + " of tables cannot get parents " + newParents);
    }

    @Override
    public Optional<Materialization> keptIn() {
        return store;
    }

    @Override
    public void match(Cases cases) {
        cases.tableJoin(this);
    }
}
