package io.streamwright.processor;

/** What a processor has called at intervals. Owner: the task's worker thread. */
@FunctionalInterface
public interface Punctuator {

    /**
     * The time has come.
     *
     * @param timestamp the stream time or the wall-clock time at which the call is made, in milliseconds since the epoch
     */
    void punctuate(long timestamp);
}
