package io.streamwright.placement;

import io.streamwright.processor.TaskId;
import io.streamwright.processor.assignment.ProcessId;

/** How much a process has of a task already. Pure. */
@FunctionalInterface
public interface Affinity {

    /** Returns how far a process is from being able to run a task: 0 if it can at once, more the more is missing. */
    long distance(TaskId task, ProcessId process);
}
