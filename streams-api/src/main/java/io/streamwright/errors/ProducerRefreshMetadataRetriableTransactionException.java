package io.streamwright.errors;

import org.apache.kafka.common.errors.ApiException;
import org.jspecify.annotations.Nullable;

/**
 * An error of a transaction after which the same call may succeed, once metadata or the coordinator were looked up anew.
 *
 * <p>Always of the category {@link ErrorCategory#PRODUCER_REFRESH_RETRIABLE}; so are the sub-classes that programs add. Immutable.
 */
public class ProducerRefreshMetadataRetriableTransactionException extends ApiException {

    private static final long serialVersionUID = 1L;

    /** Says what happened. */
    public ProducerRefreshMetadataRetriableTransactionException(String message) {
        super(message);
    }

    /** Says what happened, and what caused it. */
    public ProducerRefreshMetadataRetriableTransactionException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
