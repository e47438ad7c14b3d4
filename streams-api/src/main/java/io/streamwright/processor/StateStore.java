package io.streamwright.processor;

import io.streamwright.query.Position;
import io.streamwright.query.PositionBound;
import io.streamwright.query.Query;
import io.streamwright.query.QueryConfig;
import io.streamwright.query.QueryResult;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * A store that belongs to one task.
 *
 * <p>Owner: the task's worker thread. A store that programs write themselves is opened, restored from its changelog and closed by
 * the engine.
 */
public interface StateStore {

    /** Returns the name, unique within the topology. */
    String name();

    /**
     * Opens the store; called once, before restoring.
     *
     * <p>A store that is restored from a changelog registers itself with
     * {@link StateStoreContext#register(StateStore, StateRestoreCallback)}.
     *
     * @param context what the store may know of its task
     * @param root the store as processors will see it: this one, or what the engine wraps around it
     */
    void init(StateStoreContext context, StateStore root);

    /**
     * Makes everything written so far durable, together with the changelog offsets that it reflects.
     *
     * @param changelogOffsets for each changelog partition the offset behind the last record that the store reflects; empty if
     *     the store has no changelog
     */
    default void commit(Map<TopicPartition, Long> changelogOffsets) {}

    /**
     * Returns the changelog offset that the store's durable content reflects.
     *
     * @return null if the store does not know, and so has to be restored from the beginning
     */
    default @Nullable Long committedOffset(TopicPartition partition) {
        return null;
    }

    /** Closes the store; closing again does nothing. */
    void close();

    /** Returns whether the content outlives the process. */
    boolean persistent();

    /** Returns whether the store can be read and written. */
    boolean isOpen();

    /**
     * Answers a question (KIP-796).
     *
     * @param query the question
     * @param positionBound how far the store must be to answer
     * @param config how to answer
     * @return an answer, or why there is none; a store that knows no questions says so
     */
    default <R> QueryResult<R> query(Query<R> query, PositionBound positionBound, QueryConfig config) {
        return QueryResult.forUnknownQueryType(query, this);
    }

    /**
     * Returns how far the store is: which input has taken effect on it.
     *
     * @throws UnsupportedOperationException if the store does not know
     */
    default Position getPosition() {
        throw new UnsupportedOperationException(getClass().getName() + " does not know how far it is");
    }

    /** Returns how many bytes of memory the writes take that are not committed; 0 if there are none or it is not known. */
    default long approximateNumUncommittedBytes() {
        return 0;
    }
}
