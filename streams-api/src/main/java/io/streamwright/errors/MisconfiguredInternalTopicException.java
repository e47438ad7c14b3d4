package io.streamwright.errors;

/** An internal topic that exists, and is not as the program needs it. */
public class MisconfiguredInternalTopicException extends StreamsException {

    private static final long serialVersionUID = 1L;

    /** Says which topic, what it should be and what to do. */
    public MisconfiguredInternalTopicException(String message) {
        super(message);
    }
}
