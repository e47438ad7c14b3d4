package io.streamwright.log.embedded.execution;

/** How the steps of a transaction are written. */
public enum WriteSteps {
    /** Everything that a round decided in one atomic write: possible as all participants share one storage. */
    TOGETHER,
    /**
     * Each listing, batch and addition of offsets in a write of its own; decision, each marker and each acknowledgement in a synced
     * one: as the protocol would do over a network.
     */
    ONE_BY_ONE
}
