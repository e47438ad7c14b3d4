package io.streamwright.runtime.query;

import io.streamwright.assign.PlannedTask;
import io.streamwright.processor.TaskId;
import io.streamwright.store.view.TaskView;
import io.streamwright.task.GlobalTask;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The tasks and the global stores of this instance, and what they show to others.
 *
 * <p>Thread-safe: the workers say which tasks they have opened, anybody asks.
 */
public final class LocalTasks {
    private final Map<TaskId, TaskView> views = new ConcurrentHashMap<>();
    // Volatile: set once by the starting thread.
    private volatile @Nullable List<PlannedTask> planned;
    private volatile @Nullable TaskView globals;

    /** The application's tasks are known. */
    public void planned(List<PlannedTask> tasks) {
        planned = tasks.stream().sorted(Comparator.comparing(PlannedTask::id)).toList();
    }

    /** A worker has opened a task; the view of an earlier opening is forgotten. */
    public void opened(TaskView view) {
        views.put(view.task(), view);
    }

    /** The global stores are open. */
    public void opened(GlobalTask stores) {
        globals = stores.view();
    }

    /** Returns what the global stores show; empty if they are not open. */
    Optional<TaskView> globals() {
        return Optional.ofNullable(globals).filter(view -> !view.isClosed());
    }

    /** Returns all tasks, by id; empty if they are not known yet. */
    Optional<List<PlannedTask>> planned() {
        return Optional.ofNullable(planned);
    }

    /** Returns what an open task shows; empty if it is not open. */
    Optional<TaskView> view(TaskId task) {
        return Optional.ofNullable(views.get(task)).filter(view -> !view.isClosed());
    }
}
