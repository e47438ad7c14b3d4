package io.streamwright.log.kafka;

import io.streamwright.log.WriterOptions;
import java.util.OptionalLong;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidTxnTimeoutException;

/**
 * Says why a transactional id could not be opened. Immutable.
 *
 * @param broker asked where the producer's failure does not tell
 */
record OpenFailures(BrokerSettings broker, WriterOptions options) {

    /** Returns what to throw: a timeout that is too long, of which the producer says only that it is unexpected, gets its type. */
    RuntimeException of(RuntimeException thrown) {
        RuntimeException failure = KafkaFailures.of(thrown);
        if (failure.getClass() != KafkaException.class) {
            return failure;
        }
        OptionalLong limitMs = broker.read(BrokerSettings.MAX_TRANSACTION_TIMEOUT);
        long timeoutMs = options.transactionTimeout().toMillis();
        if (limitMs.isEmpty() || timeoutMs <= limitMs.getAsLong()) {
            return failure;
        }
        InvalidTxnTimeoutException refused = new InvalidTxnTimeoutException("transaction timeout of "
                + options.transactionalId() + " is " + timeoutMs + " ms; the broker allows "
                + BrokerSettings.MAX_TRANSACTION_TIMEOUT + "=" + limitMs.getAsLong()
                + ": lower the writer's timeout, or raise the broker's limit");
        refused.initCause(failure);
        return refused;
    }
}
