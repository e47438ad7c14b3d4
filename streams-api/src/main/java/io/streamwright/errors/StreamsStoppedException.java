package io.streamwright.errors;

/** A store that cannot be read because the application is closed, or closing (KIP-216). */
public class StreamsStoppedException extends InvalidStateStoreException {

    private static final long serialVersionUID = 1L;

    /** Says what happened. */
    public StreamsStoppedException(String message) {
        super(message);
    }

    /** Says what happened, and what caused it. */
    public StreamsStoppedException(String message, Throwable cause) {
        super(message, cause);
    }
}
