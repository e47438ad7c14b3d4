package io.streamwright.query;

import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;

/**
 * A question to a store, and what may answer it (KIP-796): all of its partitions on this instance, unless it is said otherwise.
 *
 * <p>Immutable.
 *
 * @param <R> what the answer of a partition is
 */
public class StateQueryRequest<R> {

    private final String storeName;
    private final Query<R> query;
    private final PositionBound positionBound;
    /** Null: all. */
    private final @Nullable Set<Integer> partitions;

    private final boolean executionInfo;
    private final boolean active;
    private final @Nullable IsolationLevel isolationLevel;

    private StateQueryRequest(
            String storeName,
            Query<R> query,
            PositionBound positionBound,
            @Nullable Set<Integer> partitions,
            boolean executionInfo,
            boolean active,
            @Nullable IsolationLevel isolationLevel) {
        this.storeName = storeName;
        this.query = query;
        this.positionBound = positionBound;
        this.partitions = partitions;
        this.executionInfo = executionInfo;
        this.active = active;
        this.isolationLevel = isolationLevel;
    }

    /** Begins a request to a store. */
    public static InStore inStore(String name) {
        return new InStore(Objects.requireNonNull(name, "name cannot be null"));
    }

    /** Lets only those partitions answer that have come so far. */
    public StateQueryRequest<R> withPositionBound(PositionBound newPositionBound) {
        Objects.requireNonNull(newPositionBound, "positionBound cannot be null");
        return new StateQueryRequest<>(
                storeName, query, newPositionBound, partitions, executionInfo, active, isolationLevel);
    }

    /** Asks all partitions on this instance. */
    public StateQueryRequest<R> withAllPartitions() {
        return new StateQueryRequest<>(storeName, query, positionBound, null, executionInfo, active, isolationLevel);
    }

    /** Asks some partitions; one that is not on this instance gets a refusal. */
    public StateQueryRequest<R> withPartitions(Set<Integer> newPartitions) {
        return new StateQueryRequest<>(
                storeName, query, positionBound, Set.copyOf(newPartitions), executionInfo, active, isolationLevel);
    }

    /** Asks to be told who did what, see {@link QueryResult#getExecutionInfo}. */
    public StateQueryRequest<R> enableExecutionInfo() {
        return new StateQueryRequest<>(storeName, query, positionBound, partitions, true, active, isolationLevel);
    }

    /** Lets only tasks at work answer: none that is being restored, and no copy. A bound of the position then does not count. */
    public StateQueryRequest<R> requireActive() {
        return new StateQueryRequest<>(
                storeName, query, positionBound, partitions, executionInfo, true, isolationLevel);
    }

    /** Says what may be seen (KIP-892). Committed data is seen, and nothing else, with either level. */
    public StateQueryRequest<R> withIsolationLevel(IsolationLevel newIsolationLevel) {
        Objects.requireNonNull(newIsolationLevel, "isolationLevel cannot be null");
        return new StateQueryRequest<>(
                storeName, query, positionBound, partitions, executionInfo, active, newIsolationLevel);
    }

    /** Returns the store's name. */
    public String getStoreName() {
        return storeName;
    }

    /** Returns how far a partition must have come to answer. */
    public PositionBound getPositionBound() {
        return positionBound;
    }

    /** Returns the question. */
    public Query<R> getQuery() {
        return query;
    }

    /** Returns whether all partitions on this instance are asked. */
    public boolean isAllPartitions() {
        return partitions == null;
    }

    /**
     * Returns the partitions that are asked.
     *
     * @throws IllegalStateException if all are
     */
    public Set<Integer> getPartitions() {
        Set<Integer> some = partitions;
        if (some == null) {
            throw new IllegalStateException("all partitions are asked, whichever there are: see isAllPartitions()");
        }
        return some;
    }

    /** Returns whether it is asked who did what. */
    public boolean executionInfoEnabled() {
        return executionInfo;
    }

    /** Returns whether only tasks at work may answer. */
    public boolean isRequireActive() {
        return active;
    }

    /** Returns what may be seen; empty for what {@code default.interactive.query.isolation.level} says. */
    public Optional<IsolationLevel> isolationLevel() {
        return Optional.ofNullable(isolationLevel);
    }

    /** A request without a question yet. Immutable. */
    public static class InStore {

        private final String name;

        private InStore(String name) {
            this.name = name;
        }

        /** Asks the store. */
        public <R> StateQueryRequest<R> withQuery(Query<R> query) {
            return new StateQueryRequest<>(
                    name,
                    Objects.requireNonNull(query, "query cannot be null"),
                    PositionBound.unbounded(),
                    null,
                    false,
                    false,
                    null);
        }
    }
}
