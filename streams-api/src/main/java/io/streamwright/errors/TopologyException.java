package io.streamwright.errors;

/** A topology that cannot work; thrown while it is built or before it starts. */
public class TopologyException extends StreamsException {

    private static final long serialVersionUID = 1L;

    /** Says what happened. */
    public TopologyException(String message) {
        super(message);
    }

    /** Says what happened, and what caused it. */
    public TopologyException(String message, Throwable cause) {
        super(message, cause);
    }

    /** Says what caused it. */
    public TopologyException(Throwable cause) {
        super(cause);
    }
}
