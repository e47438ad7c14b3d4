package io.streamwright.errors;

/** A partition of a store that is not here: ask its owner, or correct the number (KIP-216). */
public class InvalidStateStorePartitionException extends InvalidStateStoreException {

    private static final long serialVersionUID = 1L;

    /** Says what happened. */
    public InvalidStateStorePartitionException(String message) {
        super(message);
    }

    /** Says what happened, and what caused it. */
    public InvalidStateStorePartitionException(String message, Throwable cause) {
        super(message, cause);
    }
}
