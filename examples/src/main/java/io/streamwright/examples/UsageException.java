package io.streamwright.examples;

/** A job was asked for something that it cannot do: says what was asked, and what can be asked instead. */
public final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UsageException(String message) {
        super(message);
    }
}
