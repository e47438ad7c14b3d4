package io.streamwright.dsl.plan;

/** What an operator asks of the table before it, as to old values. */
public enum OldValueDemand {
    /** Nothing. */
    NONE,
    /** To send them if it can without being kept for the purpose. */
    WELCOME,
    /** To send them, and to be kept if it cannot otherwise. */
    REQUIRED
}
