package io.streamwright.dsl.plan;

import io.streamwright.dsl.operator.join.GracePeriod;
import io.streamwright.dsl.settings.SerdePair;
import io.streamwright.kstream.ValueJoinerWithKey;
import java.util.List;
import java.util.Optional;

/**
 * Joins the records of a stream with the rows of a table. Immutable.
 *
 * @param id identity
 * @param name the node's name
 * @param parents the stream
 * @param table the table: its rows are looked up, its updates are not taken
 * @param keepsUnmatched whether a record without a row has a result, and so a record without a key
 * @param joiner makes the results
 * @param grace how records wait for late rows; empty if they do not
 */
public record StreamTableJoin(
        int id,
        String name,
        List<Integer> parents,
        int table,
        boolean keepsUnmatched,
        ValueJoinerWithKey<?, ?, ?, ?> joiner,
        Optional<Grace> grace)
        implements PlanNode {

    /**
     * How records wait. Immutable.
     *
     * @param period where and how long
     * @param serdes of the stream
     */
    public record Grace(GracePeriod period, SerdePair<?, ?> serdes) {}

    /** Copies the parents. */
    public StreamTableJoin {
        parents = List.copyOf(parents);
    }

    @Override
    public StreamTableJoin withParents(List<Integer> newParents) {
        return new StreamTableJoin(id, name, newParents, table, keepsUnmatched, joiner, grace);
    }

    @Override
    public void match(Cases cases) {
        cases.streamTableJoin(this);
    }
}
