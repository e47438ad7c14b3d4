package io.streamwright.log.embedded.execution;

import io.streamwright.log.embedded.coordinator.CoordinatorLimits;

/**
 * Limits of a log. Immutable.
 *
 * @param coordinator of transactions
 * @param tailCacheBytes how many bytes of recent batches are kept for readers
 * @param inFlightBytes how many bytes of requests may wait for the loop; senders wait beyond it
 * @param producerExpiryMs how long a partition remembers a producer that writes nothing
 */
public record LogLimits(CoordinatorLimits coordinator, long tailCacheBytes, int inFlightBytes, long producerExpiryMs) {
    /** What fits a program of some hundred megabytes. */
    public static final LogLimits DEFAULT = new LogLimits(CoordinatorLimits.DEFAULT, 64L << 20, 16 << 20, 86_400_000L);

    public LogLimits {
        if (tailCacheBytes < 0 || inFlightBytes < LogRequest.SMALL_BYTES || producerExpiryMs < 1) {
            throw new IllegalArgumentException("limits of a log: tailCacheBytes=" + tailCacheBytes + " inFlightBytes="
                    + inFlightBytes + " producerExpiryMs=" + producerExpiryMs);
        }
    }
}
