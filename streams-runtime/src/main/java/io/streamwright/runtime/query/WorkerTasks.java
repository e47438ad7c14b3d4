package io.streamwright.runtime.query;

import io.streamwright.assign.PlannedTask;
import java.util.List;

/**
 * Which tasks a worker has. Immutable.
 *
 * @param name the worker's name
 * @param tasks its tasks
 */
public record WorkerTasks(String name, List<PlannedTask> tasks) {
    public WorkerTasks {
        tasks = List.copyOf(tasks);
    }
}
