package io.streamwright;

import org.apache.kafka.common.config.ConfigException;

/**
 * When a task's transaction has to end. Immutable.
 *
 * @param commitIntervalMs milliseconds after which a task commits what it has done; 0 commits after each batch of records
 * @param transactionTimeoutMs milliseconds after which the log aborts a transaction that did not end
 * @param uncommittedMaxBytes bytes of uncommitted state at which a task commits early; -1 for no bound
 */
public record CommitLimits(long commitIntervalMs, long transactionTimeoutMs, long uncommittedMaxBytes) {

    /** No bound on uncommitted state. */
    public static final long UNBOUNDED = -1;

    private static final String TIMEOUT = StreamsConfig.PRODUCER_PREFIX + "transaction.timeout.ms";

    /** Refuses a timeout that cannot hold a commit interval: every transaction would be aborted before its commit. */
    public CommitLimits {
        if (commitIntervalMs < 0 || uncommittedMaxBytes < UNBOUNDED) {
            throw new IllegalArgumentException("negative limits: commitIntervalMs=" + commitIntervalMs
                    + " uncommittedMaxBytes=" + uncommittedMaxBytes);
        }
        if (transactionTimeoutMs <= commitIntervalMs) {
            throw new ConfigException(TIMEOUT + " = " + transactionTimeoutMs + " must be greater than "
                    + StreamsConfig.COMMIT_INTERVAL_MS_CONFIG + " = " + commitIntervalMs
                    + ", or every transaction would be aborted before it is committed. Raise the first or lower the"
                    + " second; the timeout is best several times the interval.");
        }
    }
}
