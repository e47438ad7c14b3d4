package io.streamwright.query;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the partitions of a store answered.
 *
 * <p>Owner: the thread that asks, then the one that reads.
 *
 * @param <R> what the answer of a partition is
 */
public class StateQueryResult<R> {

    private final Map<Integer, QueryResult<R>> partitionResults = new TreeMap<>();
    private @Nullable QueryResult<R> globalResult;

    /** Makes a result without answers. */
    public StateQueryResult() {}

    /** Sets the answer of a global store, which has no partitions. */
    public void setGlobalResult(QueryResult<R> newGlobalResult) {
        this.globalResult = newGlobalResult;
    }

    /** Adds the answer of a partition. */
    public void addResult(int partition, QueryResult<R> result) {
        partitionResults.put(partition, result);
    }

    /** Returns the answers by partition. */
    public Map<Integer, QueryResult<R>> getPartitionResults() {
        return Collections.unmodifiableMap(partitionResults);
    }

    /**
     * Returns the answer to a question that only one partition can answer, such as that for a key: the one that is a refusal or not null.
     *
     * @return null if there is none
     * @throws IllegalArgumentException if there are several
     */
    public @Nullable QueryResult<R> getOnlyPartitionResult() {
        List<QueryResult<R>> given = partitionResults.values().stream()
                .filter(result -> result.isFailure() || result.getResult() != null)
                .toList();
        if (given.size() > 1) {
            throw new IllegalArgumentException("several partitions have answered: " + partitionResults);
        }
        return given.isEmpty() ? null : given.get(0);
    }

    /** Returns the answer of a global store; null if it is none. */
    public @Nullable QueryResult<R> getGlobalResult() {
        return globalResult;
    }

    /** Returns how far the partitions were that said so, all together; a {@link PositionBound} for a later question. */
    public Position getPosition() {
        Position position = Position.emptyPosition();
        QueryResult<R> global = globalResult;
        if (global != null) {
            position.merge(global.getPosition());
        }
        partitionResults.values().forEach(result -> position.merge(result.getPosition()));
        return position;
    }

    @Override
    public String toString() {
        return "StateQueryResult(partitionResults=" + partitionResults + ", globalResult=" + globalResult + ")";
    }
}
