package io.streamwright.transaction;

import io.streamwright.errors.ErrorCategory;

/**
 * A transaction that the engine does not go on with: retrying cannot help, or was tried often enough. Nothing of it is visible
 * or stored. Immutable.
 */
public final class TransactionFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorCategory category;
    private final boolean forApplication;

    TransactionFailedException(String message, ErrorCategory category, boolean forApplication, Throwable cause) {
        super(message, cause);
        this.category = category;
        this.forApplication = forApplication;
    }

    /** Returns the category of the cause. */
    public ErrorCategory category() {
        return category;
    }

    /** Returns whether every instance of the application shall stop, not this one alone. */
    public boolean isForApplication() {
        return forApplication;
    }
}
