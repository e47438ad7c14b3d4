package io.streamwright.state;

/** Where a store of the house keeps its committed content. */
public enum StoreLocation {
    /** On disk, in the state directory: after a restart only the changelog's tail is restored. */
    PERSISTENT,
    /** On the heap: restored from the whole changelog at every start. */
    IN_MEMORY
}
