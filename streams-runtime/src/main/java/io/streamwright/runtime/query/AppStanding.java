package io.streamwright.runtime.query;

/** Where an application stands in its life, as far as questions depend on it. Thread-safe. */
public interface AppStanding {

    /** Returns whether it was not started yet. */
    boolean hasNotStarted();

    /** Returns whether it is closing or closed. */
    boolean hasEnded();

    /** Returns its id and its state, for messages. */
    String describe();
}
