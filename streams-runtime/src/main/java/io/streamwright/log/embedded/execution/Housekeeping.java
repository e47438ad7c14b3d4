package io.streamwright.log.embedded.execution;

import io.streamwright.log.embedded.protocol.TransactionKey;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does what falls due by itself: aborts transactions that are open for too long, forgets ids and producers that nobody uses.
 *
 * <p>Owner: the log's loop.
 */
final class Housekeeping {
    /** How late a timeout may be noticed. */
    static final long TIMEOUT_CHECK_MS = 100;

    private static final long EXPIRY_CHECK_MS = 60_000;
    private static final long PAUSE_AFTER_FAILURE_MS = 5_000;
    private static final Logger LOGGER = LoggerFactory.getLogger(Housekeeping.class);

    private final long producerExpiryMs;
    private long lastLookMs = Long.MIN_VALUE;
    private long nextTimeoutCheckMs;
    private long nextExpiryCheckMs;

    Housekeeping(long producerExpiryMs) {
        this.producerExpiryMs = producerExpiryMs;
    }

    boolean isDue(long nowMs) {
        if (nowMs < lastLookMs) {
            // The clock was set back: what was to be done then is due by the new time too.
            nextTimeoutCheckMs = Math.min(nextTimeoutCheckMs, nowMs + TIMEOUT_CHECK_MS);
            nextExpiryCheckMs = Math.min(nextExpiryCheckMs, nowMs + EXPIRY_CHECK_MS);
        }
        lastLookMs = nowMs;
        return nowMs >= nextTimeoutCheckMs;
    }

    /** Waits a while after a failure, instead of failing again at once. */
    void postpone(long nowMs) {
        nextTimeoutCheckMs = nowMs + PAUSE_AFTER_FAILURE_MS;
    }

    void execute(ProtocolExecutor log) {
        long nowMs = log.nowMs();
        nextTimeoutCheckMs = nowMs + TIMEOUT_CHECK_MS;
        List<TransactionKey> timedOut = log.coordinate(log.state().coordinator().decideTimeouts(nowMs));
        if (!timedOut.isEmpty()) {
            LOGGER.warn("aborted transactions that were open for longer than their timeout: {}", timedOut);
        }
        if (nowMs >= nextExpiryCheckMs) {
            nextExpiryCheckMs = nowMs + EXPIRY_CHECK_MS;
            expire(log);
        }
    }

    private void expire(ProtocolExecutor log) {
        List<String> expired = log.coordinate(log.state().coordinator().decideExpireIds(log.nowMs()));
        if (!expired.isEmpty()) {
            LOGGER.info("forgot transactional ids that were not used for long: {}", expired);
        }
        log.state()
                .partitions()
                .forEach(partition -> log.change(
                        partition, partition.state().decideExpireProducers(log.nowMs(), producerExpiryMs), null));
        log.state()
                .groups()
                .forEach(group -> log.change(group, group.decideExpireProducers(log.nowMs(), producerExpiryMs)));
    }
}
