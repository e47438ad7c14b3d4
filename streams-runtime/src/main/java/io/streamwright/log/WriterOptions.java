package io.streamwright.log;

import java.time.Duration;

/**
 * Identity and limits of a transactional writer. Immutable.
 *
 * @param transactionalId under which it writes; a later writer with the same id fences it
 * @param transactionTimeout the log aborts a transaction that is older, counted from its first record
 * @param openTimeout how long opening may wait for the predecessor's transaction to end
 */
public record WriterOptions(String transactionalId, Duration transactionTimeout, Duration openTimeout) {
    public WriterOptions {
        if (transactionalId.isEmpty()) {
            throw new IllegalArgumentException("empty transactional id");
        }
        if (transactionTimeout.isNegative() || transactionTimeout.isZero()) {
            throw new IllegalArgumentException("transaction timeout must be positive: " + transactionTimeout);
        }
    }
}
