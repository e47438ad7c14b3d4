package io.streamwright.errors;

/** A store that was closed while it was read, because its task has moved or closes: ask again (KIP-216). */
public class StateStoreMigratedException extends InvalidStateStoreException {

    private static final long serialVersionUID = 1L;

    /** Says what happened. */
    public StateStoreMigratedException(String message) {
        super(message);
    }

    /** Says what happened, and what caused it. */
    public StateStoreMigratedException(String message, Throwable cause) {
        super(message, cause);
    }
}
