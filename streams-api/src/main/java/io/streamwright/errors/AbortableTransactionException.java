package io.streamwright.errors;

import org.apache.kafka.common.errors.ApiException;
import org.jspecify.annotations.Nullable;

/**
 * An error after which the transaction has to be aborted and its records processed again, with the same producer.
 *
 * <p>Always of the category {@link ErrorCategory#ABORTABLE}; so are the sub-classes that programs add. Immutable.
 */
public class AbortableTransactionException extends ApiException {

    private static final long serialVersionUID = 1L;

    /** Says what happened. */
    public AbortableTransactionException(String message) {
        super(message);
    }

    /** Says what happened, and what caused it. */
    public AbortableTransactionException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
