package io.streamwright.runtime.query;

import io.streamwright.assign.MemberPart;
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
    // Volatile: replaced by the group's thread.
    private volatile @Nullable MemberPart part;
    private volatile @Nullable TaskView globals;

    /** The application's tasks are known. */
    public void planned(List<PlannedTask> tasks) {
        planned = tasks.stream().sorted(Comparator.comparing(PlannedTask::id)).toList();
    }

    /** The group has decided which of them this instance runs. */
    public void assigned(MemberPart decided) {
        part = decided;
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

    /** Returns all tasks of the application, by id; empty if it is not known yet who runs which. */
    Optional<List<PlannedTask>> planned() {
        return part == null ? Optional.empty() : Optional.ofNullable(planned);
    }

    /** Returns the tasks that this instance runs, by id; empty if they are not known yet. */
    Optional<List<PlannedTask>> own() {
        MemberPart decided = part;
        return decided == null
                ? Optional.empty()
                : planned()
                        .map(all -> all.stream()
                                .filter(task -> decided.active().contains(task.id()))
                                .toList());
    }

    /** Returns what the group has decided last; empty if it has not yet. */
    Optional<MemberPart> part() {
        return Optional.ofNullable(part);
    }

    /** Returns what an open task shows; empty if it is not open. */
    Optional<TaskView> view(TaskId task) {
        return Optional.ofNullable(views.get(task)).filter(view -> !view.isClosed());
    }
}
