package io.streamwright.errors;

/** A directory that another process or worker holds. */
public class LockException extends StreamsException {

    private static final long serialVersionUID = 1L;

    /** Says what happened. */
    public LockException(String message) {
        super(message);
    }

    /** Says what happened, and what caused it. */
    public LockException(String message, Throwable cause) {
        super(message, cause);
    }

    /** Says what caused it. */
    public LockException(Throwable cause) {
        super(cause);
    }
}
