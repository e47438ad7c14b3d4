package io.streamwright.log.embedded.protocol;

import org.jspecify.annotations.Nullable;

/** Something that holds a part of a transaction and has to be told how it ended. Immutable. */
public sealed interface Participant permits PartitionId, GroupId {

    /** Calls the method for the kind that this is. */
    <R extends @Nullable Object> R match(Cases<R> cases);

    /**
     * One method for each kind.
     *
     * @param <R> what they return
     */
    interface Cases<R extends @Nullable Object> {
        R partition(PartitionId partition);

        R group(GroupId group);
    }
}
