package io.streamwright.errors;

/** A store that the topology does not have: correct the name (KIP-216). */
public class UnknownStateStoreException extends InvalidStateStoreException {

    private static final long serialVersionUID = 1L;

    /** Says what happened. */
    public UnknownStateStoreException(String message) {
        super(message);
    }

    /** Says what happened, and what caused it. */
    public UnknownStateStoreException(String message, Throwable cause) {
        super(message, cause);
    }
}
