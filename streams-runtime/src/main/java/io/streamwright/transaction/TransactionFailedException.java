package io.streamwright.transaction;

import io.streamwright.errors.ErrorCategory;

/**
 * A transaction that the engine does not go on with: retrying cannot help, or was tried often enough. Nothing of it is visible
 * or stored. Immutable.
 */
public final class TransactionFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorCategory category;

    TransactionFailedException(String message, ErrorCategory category, Throwable cause) {
        super(message, cause);
        this.category = category;
    }

    /** Returns the category of the cause. */
    public ErrorCategory category() {
        return category;
    }
}
