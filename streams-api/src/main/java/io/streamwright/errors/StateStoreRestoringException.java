package io.streamwright.errors;

/**
 * A store that cannot be read yet because it is being restored: ask again later.
 *
 * <p>Kafka Streams has no such exception; to a program that knows only its superclass, the store is not ready yet.
 */
public class StateStoreRestoringException extends StreamsRebalancingException {

    private static final long serialVersionUID = 1L;

    private final long missingOffsets;

    /**
     * Says what happened.
     *
     * @param message names the store and how far it is
     * @param missingOffsets how many changelog offsets the stores of the task miss
     */
    public StateStoreRestoringException(String message, long missingOffsets) {
        super(message);
        this.missingOffsets = missingOffsets;
    }

    /** Returns how many changelog offsets the stores of the task missed when it was asked; 0 if that was not known yet. */
    public long missingOffsets() {
        return missingOffsets;
    }
}
