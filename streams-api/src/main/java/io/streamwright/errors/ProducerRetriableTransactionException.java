package io.streamwright.errors;

import org.apache.kafka.common.errors.ApiException;
import org.jspecify.annotations.Nullable;

/**
 * An error of a transaction after which the same call may succeed.
 *
 * <p>Always of the category {@link ErrorCategory#PRODUCER_RETRIABLE}; so are the sub-classes that programs add. Immutable.
 */
public class ProducerRetriableTransactionException extends ApiException {

    private static final long serialVersionUID = 1L;

    /** Says what happened. */
    public ProducerRetriableTransactionException(String message) {
        super(message);
    }

    /** Says what happened, and what caused it. */
    public ProducerRetriableTransactionException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
