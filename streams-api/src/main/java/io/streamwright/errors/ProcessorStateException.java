package io.streamwright.errors;

/** A store that cannot be opened, read, written or restored. */
public class ProcessorStateException extends StreamsException {

    private static final long serialVersionUID = 1L;

    /** Says what happened. */
    public ProcessorStateException(String message) {
        super(message);
    }

    /** Says what happened, and what caused it. */
    public ProcessorStateException(String message, Throwable cause) {
        super(message, cause);
    }

    /** Says what caused it. */
    public ProcessorStateException(Throwable cause) {
        super(cause);
    }
}
