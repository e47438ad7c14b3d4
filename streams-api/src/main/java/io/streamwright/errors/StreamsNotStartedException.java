package io.streamwright.errors;

/** A store that cannot be read because the application was not started: start it first. */
public class StreamsNotStartedException extends InvalidStateStoreException {

    private static final long serialVersionUID = 1L;

    /** Says what happened. */
    public StreamsNotStartedException(String message) {
        super(message);
    }

    /** Says what happened, and what caused it. */
    public StreamsNotStartedException(String message, Throwable cause) {
        super(message, cause);
    }
}
