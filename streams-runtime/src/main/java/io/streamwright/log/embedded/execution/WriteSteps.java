package io.streamwright.log.embedded.execution;

/** How the steps of a transaction's end are written. */
public enum WriteSteps {
    /** Everything that a round decided in one atomic write: possible as all participants share one storage. */
    TOGETHER,
    /** Decision, each marker, each acknowledgement in a synced write of its own, as the protocol would do over a network. */
    ONE_BY_ONE
}
