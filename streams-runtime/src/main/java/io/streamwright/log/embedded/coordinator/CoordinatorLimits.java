package io.streamwright.log.embedded.coordinator;

import java.time.Duration;

/**
 * Limits of the coordinator. Immutable.
 *
 * @param maxTransactionTimeoutMs the longest transaction timeout that a client may ask for
 * @param idExpiryMs a transactional id without transaction is forgotten when it was not used for so long
 */
public record CoordinatorLimits(long maxTransactionTimeoutMs, long idExpiryMs) {
    /** Fifteen minutes and seven days, as a broker has them. */
    public static final CoordinatorLimits DEFAULT = new CoordinatorLimits(
            Duration.ofMinutes(15).toMillis(), Duration.ofDays(7).toMillis());

    public CoordinatorLimits {
        if (maxTransactionTimeoutMs < 1 || idExpiryMs < 1) {
            throw new IllegalArgumentException("limits must be positive: maxTransactionTimeoutMs="
                    + maxTransactionTimeoutMs + " idExpiryMs=" + idExpiryMs);
        }
    }
}
