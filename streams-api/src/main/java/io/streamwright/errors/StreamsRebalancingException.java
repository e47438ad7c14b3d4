package io.streamwright.errors;

/** A store that cannot be read while tasks move between workers: try again. */
public class StreamsRebalancingException extends InvalidStateStoreException {

    private static final long serialVersionUID = 1L;

    /** Says what happened. */
    public StreamsRebalancingException(String message) {
        super(message);
    }

    /** Says what happened, and what caused it. */
    public StreamsRebalancingException(String message, Throwable cause) {
        super(message, cause);
    }
}
