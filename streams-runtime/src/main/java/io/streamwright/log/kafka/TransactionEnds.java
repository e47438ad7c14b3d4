package io.streamwright.log.kafka;

import io.streamwright.loop.Clock;
import io.streamwright.loop.Pause;
import java.time.Duration;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TransactionState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits until the end of a transaction is visible: a broker answers when the end is decided, and writes the markers afterwards.
 *
 * <p>Thread-safe: holds nothing that changes.
 *
 * @param admin asks the coordinator
 */
record TransactionEnds(Admin admin, Clock clock) {
    private static final Logger LOG = LoggerFactory.getLogger(TransactionEnds.class);
    private static final long LIMIT_NANOS = Duration.ofSeconds(30).toNanos();
    private static final long MAX_PAUSE_MS = 20;

    /**
     * Waits until every partition of the id's last transaction, whose end was decided, has its marker. Whatever goes wrong here
     * changes nothing of the decision, so it is no failure of the transaction: what is not visible yet will be.
     */
    void awaitVisible(String transactionalId) {
        long startNanos = clock.nanoTime();
        long pauseMs = 1;
        try {
            while (isBeingEnded(transactionalId)) {
                if (clock.nanoTime() - startNanos > LIMIT_NANOS) {
                    LOG.warn("transaction of {} is decided, but readers cannot see it yet", transactionalId);
                    return;
                }
                Pause.forMs(pauseMs);
                pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS);
            }
        } catch (RuntimeException unknown) {
            LOG.warn("transaction of {} is decided; when readers see it is not known", transactionalId, unknown);
        }
    }

    private boolean isBeingEnded(String transactionalId) {
        TransactionState state = KafkaFailures.await(
                        admin.describeTransactions(Set.of(transactionalId)).description(transactionalId))
                .state();
        return state == TransactionState.PREPARE_COMMIT || state == TransactionState.PREPARE_ABORT;
    }
}
