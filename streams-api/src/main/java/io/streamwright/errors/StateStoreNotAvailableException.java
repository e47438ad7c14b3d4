package io.streamwright.errors;

/** A store that cannot be read because its application stopped for good: find out what failed. */
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
