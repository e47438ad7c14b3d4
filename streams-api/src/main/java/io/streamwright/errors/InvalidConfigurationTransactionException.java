package io.streamwright.errors;

import org.apache.kafka.common.errors.ApiException;
import org.jspecify.annotations.Nullable;

/**
 * An error of a transaction that stays until a setting, a topic or a permission is changed.
 *
 * <p>Always of the category {@link ErrorCategory#INVALID_CONFIGURATION}; so are the sub-classes that programs add. Immutable.
 */
public class InvalidConfigurationTransactionException extends ApiException {

    private static final long serialVersionUID = 1L;

    /** Says what happened. */
    public InvalidConfigurationTransactionException(String message) {
        super(message);
    }

    /** Says what happened, and what caused it. */
    public InvalidConfigurationTransactionException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
