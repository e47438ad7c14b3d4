package io.streamwright.placement;

import io.streamwright.processor.TaskId;
import io.streamwright.processor.assignment.ProcessId;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Finds a process for each task to run on: sticky, then balanced by as few moves as possible.
 *
 * <p>Balanced means that no task could move to make the busier of two processes less busy: for all p and q,
 * {@code tasks(p) / workers(p) <= (tasks(q) + 1) / workers(q)}. Then no other spread has a smaller largest load.
 *
 * <p>Owner: the assignor that made it.
 */
public final class ActivePlacement {
    private final ProcessLoads loads;
    private final Affinity affinity;
    private final Map<ProcessId, NavigableSet<TaskId>> tasksOf = new TreeMap<>();
    private final Map<TaskId, ProcessId> homes = new TreeMap<>();

    /**
     * Starts with processes without tasks.
     *
     * @param loads counts the tasks
     * @param affinity says where a task can go with the least effort
     */
    public ActivePlacement(ProcessLoads loads, Affinity affinity) {
        this.loads = loads;
        this.affinity = affinity;
        loads.processes().forEach(process -> tasksOf.put(process, new TreeSet<>()));
    }

    /** Leaves a task, which is not placed yet, where it was. */
    public void keep(TaskId task, ProcessId process) {
        homes.put(task, process);
        tasksOf(process).add(task);
        loads.add(process, 1);
    }

    /** Places tasks, each with the least busy of the processes that have most of it, among them with those that run the fewest like it. */
    public void place(Collection<TaskId> tasks) {
        for (TaskId task : new TreeSet<>(tasks)) {
            ProcessId best = loads.processes().stream()
                    .min(Comparator.<ProcessId>comparingLong(process -> affinity.distance(task, process))
                            .thenComparing(loads.byLoad())
                            .thenComparing(process -> alike(task, process))
                            .thenComparing(Comparator.naturalOrder()))
                    .orElseThrow();
            keep(task, best);
        }
    }

    /** Moves tasks from the busiest to the least busy, until all are balanced as far as moving these tasks can. */
    public void balance(Collection<TaskId> movable) {
        NavigableSet<TaskId> allowed = new TreeSet<>(movable);
        while (true) {
            List<ProcessId> idlest = idlest();
            List<ProcessId> busiest = busiest(allowed);
            if (busiest.isEmpty() || loads.compare(busiest.get(0), 0, idlest.get(0), 1) <= 0) {
                return;
            }
            Move move = busiest.stream()
                    .flatMap(from -> tasksOf(from).stream()
                            .filter(allowed::contains)
                            .flatMap(task -> idlest.stream().map(to -> new Move(task, from, to))))
                    .min(Comparator.<Move>comparingLong(this::loss)
                            .thenComparing(candidate -> affinity.distance(candidate.task, candidate.to))
                            .thenComparing(candidate ->
                                    alike(candidate.task, candidate.to) - alike(candidate.task, candidate.from))
                            .thenComparing(Move::task)
                            .thenComparing(Move::to))
                    .orElseThrow();
            tasksOf(move.from).remove(move.task);
            loads.add(move.from, -1);
            keep(move.task, move.to);
        }
    }

    private record Move(TaskId task, ProcessId from, ProcessId to) {}

    /** How much farther a task is from being able to run once it has moved. */
    private long loss(Move move) {
        return affinity.distance(move.task, move.to) - affinity.distance(move.task, move.from);
    }

    /** Those that would be least busy with one task more. */
    private List<ProcessId> idlest() {
        ProcessId least = loads.processes().stream()
                .min((a, b) -> loads.compare(a, 1, b, 1))
                .orElseThrow();
        return loads.processes().stream()
                .filter(process -> loads.compare(process, 1, least, 1) == 0)
                .toList();
    }

    /** Those that are busiest, of all that have such tasks. */
    private List<ProcessId> busiest(NavigableSet<TaskId> allowed) {
        List<ProcessId> candidates = loads.processes().stream()
                .filter(process -> !Collections.disjoint(tasksOf(process), allowed))
                .toList();
        return candidates.stream()
                .filter(process -> candidates.stream().allMatch(other -> loads.compare(process, 0, other, 0) >= 0))
                .toList();
    }

    /** How many tasks of the same sub-topology a process has. */
    private int alike(TaskId task, ProcessId process) {
        return tasksOf(process)
                .subSet(
                        new TaskId(task.subtopology(), Integer.MIN_VALUE),
                        new TaskId(task.subtopology() + 1, Integer.MIN_VALUE))
                .size();
    }

    private NavigableSet<TaskId> tasksOf(ProcessId process) {
        NavigableSet<TaskId> tasks = tasksOf.get(process);
        if (tasks == null) {
            throw new IllegalArgumentException("the application has no process " + process);
        }
        return tasks;
    }

    /** Returns where each task is, in order. */
    public Map<TaskId, ProcessId> homes() {
        return Collections.unmodifiableMap(homes);
    }
}
