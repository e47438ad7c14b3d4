package io.streamwright.log.embedded.protocol;

/**
 * A stored record of the log's own state cannot be decoded.
 *
 * <p>Checksums are storage's job, so this means a newer version of the format or a fault in the program; it is never passed over.
 */
public final class UnreadableRecordException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes one.
     *
     * @param message names the kind of record, what was found and what was expected
     */
    public UnreadableRecordException(String message) {
        super(message);
    }
}
