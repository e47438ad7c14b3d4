package io.streamwright.assign;

import io.streamwright.processor.TaskId;
import java.util.Map;
import java.util.Set;

/**
 * What an instance of an application says of itself at the begin of a round. Immutable.
 *
 * @param instance the instance
 * @param generation the last one in which it was told what to run; -1 if it has not been told, or was lost since
 * @param held tasks that it has open, or is about to open or to close: nobody else may have them yet
 * @param lags for each task of which it has state, how many changelog records are missing
 * @param stop why all instances are to stop; empty unless this one asks for that
 */
public record MemberState(Instance instance, int generation, Set<TaskId> held, Map<TaskId, Long> lags, String stop) {
    public MemberState {
        held = Set.copyOf(held);
        lags = Map.copyOf(lags);
    }

    /** Returns the same with other tasks. */
    MemberState holding(Set<TaskId> newHeld) {
        return new MemberState(instance, generation, newHeld, lags, stop);
    }
}
