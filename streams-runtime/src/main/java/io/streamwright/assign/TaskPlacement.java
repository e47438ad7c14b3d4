package io.streamwright.assign;

import io.streamwright.processor.TaskId;
import java.util.Map;
import java.util.Set;

/** Decides which instance of an application is to run which task. Thread-safe. */
@FunctionalInterface
public interface TaskPlacement {

    /**
     * Places every task on one instance.
     *
     * @param members all instances, by member id
     * @return the tasks of each
     */
    Map<String, Set<TaskId>> place(Map<String, MemberState> members);
}
