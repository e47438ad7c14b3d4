package io.streamwright.runtime.query;

import io.streamwright.errors.StreamsNotStartedException;

/** Where an application stands in its life, as far as questions depend on it. Thread-safe. */
public interface AppStanding {

    /** Returns whether it was not started yet. */
    boolean hasNotStarted();

    /** Returns whether it is closing or closed. */
    boolean hasEnded();

    /**
     * Throws if the application was not started.
     *
     * @param what is asked for, for the message
     */
    default void requireStarted(String what) {
        if (hasNotStarted()) {
            throw new StreamsNotStartedException(what + " cannot be read before start(): " + describe());
        }
    }

    /** Returns its id and its state, for messages. */
    String describe();
}
