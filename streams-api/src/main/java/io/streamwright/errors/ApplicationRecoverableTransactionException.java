package io.streamwright.errors;

import org.apache.kafka.common.errors.ApiException;
import org.jspecify.annotations.Nullable;

/**
 * An error after which the producer has to be closed and opened anew, and the transaction's records processed again.
 *
 * <p>Always of the category {@link ErrorCategory#APPLICATION_RECOVERABLE}; so are the sub-classes that programs add. Immutable.
 */
public class ApplicationRecoverableTransactionException extends ApiException {

    private static final long serialVersionUID = 1L;

    /** Says what happened. */
    public ApplicationRecoverableTransactionException(String message) {
        super(message);
    }

    /** Says what happened, and what caused it. */
    public ApplicationRecoverableTransactionException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
