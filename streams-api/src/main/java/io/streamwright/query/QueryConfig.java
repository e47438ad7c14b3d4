package io.streamwright.query;

import java.util.Objects;
import org.apache.kafka.common.IsolationLevel;

/**
 * How a store is to answer, whatever the question.
 *
 * <p>Immutable.
 */
public class QueryConfig {

    private final boolean collectExecutionInfo;
    private final IsolationLevel isolationLevel;

    /** The same with {@link IsolationLevel#READ_UNCOMMITTED}. */
    public QueryConfig(boolean collectExecutionInfo) {
        this(collectExecutionInfo, IsolationLevel.READ_UNCOMMITTED);
    }

    /**
     * Says how to answer.
     *
     * @param collectExecutionInfo whether to say who did what, see {@link QueryResult#getExecutionInfo}
     * @param isolationLevel what may be seen (KIP-892); queries from outside of the topology see committed data only, with either level
     */
    public QueryConfig(boolean collectExecutionInfo, IsolationLevel isolationLevel) {
        this.collectExecutionInfo = collectExecutionInfo;
        this.isolationLevel = Objects.requireNonNull(isolationLevel, "isolationLevel cannot be null");
    }

    /** Returns whether to say who did what. */
    public boolean isCollectExecutionInfo() {
        return collectExecutionInfo;
    }

    /** Returns what may be seen. */
    public IsolationLevel getIsolationLevel() {
        return isolationLevel;
    }
}
