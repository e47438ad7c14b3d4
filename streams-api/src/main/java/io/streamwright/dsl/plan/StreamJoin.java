package io.streamwright.dsl.plan;

import io.streamwright.dsl.operator.streamjoin.StreamJoinWork;
import io.streamwright.dsl.settings.StreamJoinStores;
import java.util.List;
import java.util.stream.Stream;

/**
 * Joins the records of two streams. Immutable.
 *
 * @param id identity
 * @param names of its nodes
 * @param left the step that keeps the records of the one stream
 * @param right the step that keeps the records of the other; the same where one store serves both
 * @param keepsUnmatched whether records without a match may have a result, and so records without a key
 * @param work makes its processors
 * @param stores in which records wait
 */
public record StreamJoin(
        int id,
        Names names,
        int left,
        int right,
        boolean keepsUnmatched,
        StreamJoinWork<?, ?, ?, ?> work,
        StreamJoinStores stores)
        implements PlanNode {

    /**
     * The nodes of a join. Immutable.
     *
     * @param left takes the records of the left stream
     * @param right takes the records of the right stream
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
    public StreamJoin withParents(List<Integer> newParents) {
        throw new IllegalStateException("join " + name() + " of streams cannot get parents " + newParents);
    }

    /** Returns the same with one step and one store for both sides. */
    public StreamJoin withOneStore() {
        return new StreamJoin(id, names, left, left, keepsUnmatched, work, stores);
    }

    /** Returns whether one step and one store serve both sides. */
    public boolean hasOneStore() {
        return left == right;
    }

    @Override
    public void match(Cases cases) {
        cases.streamJoin(this);
    }
}
