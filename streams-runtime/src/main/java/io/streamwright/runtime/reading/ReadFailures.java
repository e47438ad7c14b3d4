package io.streamwright.runtime.reading;

import io.streamwright.errors.ErrorCategory;
import io.streamwright.errors.TransactionApi;
import io.streamwright.transaction.ErrorRules;
import java.util.OptionalLong;
import org.apache.kafka.common.KafkaException;

/**
 * Decides whether a worker whose read failed reads again. Nothing is lost by that, so it does, unless the error cannot heal or has not
 * for too long.
 *
 * <p>Owner: the worker.
 */
public final class ReadFailures {
    private static final int MOST_UNKNOWN_ERRORS = 10;
    private static final long NEVER = Long.MIN_VALUE;

    private final ErrorRules rules;
    private long sinceMs = NEVER;
    private int inARow;

    public ReadFailures(ErrorRules rules) {
        this.rules = rules;
    }

    /** A read succeeded. */
    public void succeeded() {
        sinceMs = NEVER;
        inARow = 0;
    }

    /** Returns when to read again after a failure; empty if the application has to decide. */
    public OptionalLong readAgainAtMs(KafkaException error, long nowMs) {
        inARow++;
        if (sinceMs == NEVER) {
            sinceMs = nowMs;
        }
        ErrorCategory category = rules.classifier().classify(error, TransactionApi.TRANSACTION);
        boolean readsAgain = switch (category) {
            case PRODUCER_RETRIABLE, PRODUCER_REFRESH_RETRIABLE -> nowMs - sinceMs < rules.taskTimeoutMs();
            case ABORTABLE, APPLICATION_RECOVERABLE -> inARow <= MOST_UNKNOWN_ERRORS;
            case INVALID_CONFIGURATION -> false;
        };
        return readsAgain ? OptionalLong.of(nowMs + rules.backoffMs(inARow)) : OptionalLong.empty();
    }
}
