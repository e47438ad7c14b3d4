package io.streamwright.errors;

/** A store that cannot be read and will not come back by itself (KIP-216). */
public class StateStoreNotAvailableException extends InvalidStateStoreException {

    private static final long serialVersionUID = 1L;

    /** Says what happened. */
    public StateStoreNotAvailableException(String message) {
        super(message);
    }

    /** Says what happened, and what caused it. */
    public StateStoreNotAvailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
