package io.streamwright.errors;

/** A store that cannot be used: it is unknown, closed, or not here. */
public class InvalidStateStoreException extends StreamsException {

    private static final long serialVersionUID = 1L;

    /** Says what happened. */
    public InvalidStateStoreException(String message) {
        super(message);
    }

    /** Says what happened, and what caused it. */
    public InvalidStateStoreException(String message, Throwable cause) {
        super(message, cause);
    }

    /** Says what caused it. */
    public InvalidStateStoreException(Throwable cause) {
        super(cause);
    }
}
