package io.streamwright.runtime;

import io.streamwright.errors.ErrorCategory;
import io.streamwright.errors.TransactionApi;
import io.streamwright.loop.Clock;
import io.streamwright.loop.Pause;
import io.streamwright.transaction.ErrorRules;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The calls of the log with which an application begins: one that fails and may be retried is made again, for at most {@code
 * task.timeout.ms}.
 *
 * <p>Owner: the starting thread.
 */
final class StartCalls {
    private static final Logger LOG = LoggerFactory.getLogger(StartCalls.class);

    private final ErrorRules rules;
    private final Clock clock;

    StartCalls(ErrorRules rules, Clock clock) {
        this.rules = rules;
        this.clock = clock;
    }

    /**
     * Makes a call.
     *
     * @param what for the log line, for example {@code join the group}
     * @return what the call returns
     */
    <T> T make(String what, Supplier<T> call) {
        long endMs = nowMs() + rules.taskTimeoutMs();
        for (int attempt = 1; ; attempt++) {
            try {
                return call.get();
            } catch (KafkaException error) {
                if (!isRetriable(error) || nowMs() >= endMs) {
                    throw error;
                }
                LOG.warn("cannot {} yet, attempt={}: {}", what, attempt, error.toString());
                Pause.forMs(rules.backoffMs(attempt));
            }
        }
    }

    private boolean isRetriable(KafkaException error) {
        ErrorCategory category = rules.classifier().classify(error, TransactionApi.TRANSACTION);
        return category == ErrorCategory.PRODUCER_RETRIABLE || category == ErrorCategory.PRODUCER_REFRESH_RETRIABLE;
    }

    private long nowMs() {
        return TimeUnit.NANOSECONDS.toMillis(clock.nanoTime());
    }
}
