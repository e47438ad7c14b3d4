package io.streamwright.assign;

import io.streamwright.processor.TaskId;
import java.util.Collection;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What one process is to do. Immutable.
 *
 * @param active the tasks that it runs
 * @param standbys the tasks that it follows
 */
public record TaskShare(SortedSet<TaskId> active, SortedSet<TaskId> standbys) {
    public TaskShare {
        active = sorted(active);
        standbys = sorted(standbys);
    }

    private static SortedSet<TaskId> sorted(Collection<TaskId> tasks) {
        return Collections.unmodifiableSortedSet(new TreeSet<>(tasks));
    }
}
