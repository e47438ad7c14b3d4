package io.streamwright.errors;

/** An input topic that does not exist. */
public class MissingSourceTopicException extends StreamsException {

    private static final long serialVersionUID = 1L;

    /** Says what happened. */
    public MissingSourceTopicException(String message) {
        super(message);
    }
}
