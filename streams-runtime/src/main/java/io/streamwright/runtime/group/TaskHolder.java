package io.streamwright.runtime.group;

import io.streamwright.processor.TaskId;
import java.util.Set;

/** What this instance has of the application's tasks. Thread-safe. */
public interface TaskHolder {

    /** Returns the tasks that no other instance may have yet. */
    Set<TaskId> held();

    /**
     * The group has decided which tasks this instance runs: those that are new are taken up, the others committed, closed and let go.
     *
     * @param wanted their ids
     * @throws IllegalArgumentException if the program has no such task
     */
    void run(Set<TaskId> wanted);

    /** The group has gone on without this instance: all tasks are closed without being committed. */
    void drop();
}
