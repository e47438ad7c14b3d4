package io.streamwright.runtime;

import com.google.common.collect.ImmutableList;
import io.streamwright.assign.PlannedTask;
import io.streamwright.loop.LoopThread;
import io.streamwright.processor.TaskId;
import io.streamwright.runtime.group.TaskHolder;
import io.streamwright.runtime.query.WorkerTasks;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The workers of a running application, of which there can be more and fewer while it runs, and who of them has which task.
 *
 * <p>A task moves by being committed and closed by one worker and opened by another, here or on another instance; the others go on. Who
 * gets which task is decided here, in an order that all workers keep: a task that is to move on before it has come passes through.
 *
 * <p>Thread-safe: one lock for changes; the list of workers is replaced as a whole.
 */
final class WorkerPool implements TaskHolder {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerPool.class);

    private final String namePrefix;
    private final Function<String, Worker> maker;
    private final Lifecycle lifecycle;
    private final Map<TaskId, PlannedTask> tasks;
    private final int wantedWorkers;
    private final Runnable onReleased;
    /** Where each task is, or is on its way to; also those that are leaving this instance. */
    private final Map<TaskId, Worker> homes = new HashMap<>();
    /** Tasks that leave this instance when they are closed, unless they are wanted again by then. */
    private final Set<TaskId> leaving = new HashSet<>();
    /** Those of them that this instance has lost already. */
    private final Set<TaskId> lost = new HashSet<>();
    /** Tasks that are to be taken up again when they are closed. */
    private final Set<TaskId> returning = new HashSet<>();
    // Volatile: replaced under the lock, read by any.
    private volatile List<Worker> workers = List.of();
    // Volatile: as above. Those that may still have tasks to give away.
    private volatile List<Worker> retired = List.of();
    /** Those that were made and do not run yet. */
    private List<Worker> waiting = List.of();

    private boolean started;

    /**
     * Makes a pool with one worker, which waits for {@link #start} and has no task.
     *
     * @param plan all tasks of the application
     * @param settings names the workers, and says how many there are to be when there are tasks enough
     * @param maker makes a worker of that name
     * @param lifecycle told who comes
     * @param onReleased called when the last of the tasks is closed that this instance is not to run any more; by a worker, without a
     *     lock
     */
    WorkerPool(
            Collection<PlannedTask> plan,
            WorkerSettings settings,
            Function<String, Worker> maker,
            Lifecycle lifecycle,
            Runnable onReleased) {
        this.tasks = plan.stream().collect(Collectors.toUnmodifiableMap(PlannedTask::id, task -> task));
        this.namePrefix = settings.namePrefix();
        this.wantedWorkers = settings.count();
        this.maker = maker;
        this.lifecycle = lifecycle;
        this.onReleased = onReleased;
        if (!tasks.isEmpty()) {
            lifecycle.awaitGroup();
            makeWorker();
        }
    }

    private void makeWorker() {
        Worker made = maker.apply(freeName());
        workers = ImmutableList.<Worker>builder().addAll(workers).add(made).build();
        lifecycle.workersStarting(Set.of(made.name()));
        if (started) {
            run(made);
        } else {
            waiting = ImmutableList.<Worker>builder().addAll(waiting).add(made).build();
        }
    }

    /** Lets the workers run that were made. */
    synchronized void start() {
        started = true;
        takeWaiting().forEach(WorkerPool::run);
    }

    /** Ends the workers that were made, instead of running them: the application ends before their tasks could begin. */
    void giveUp() {
        takeWaiting().forEach(Worker::giveUp);
    }

    private synchronized List<Worker> takeWaiting() {
        List<Worker> taken = waiting;
        waiting = List.of();
        return taken;
    }

    @Override
    public synchronized void run(Set<TaskId> wanted) {
        Set<TaskId> coming = new TreeSet<>();
        for (TaskId task : new TreeSet<>(wanted)) {
            if (!tasks.containsKey(task)) {
                throw new IllegalArgumentException("the group's leader gives this instance task " + task
                        + ", which its program does not have: run the same program on all instances");
            }
            if (!homes.containsKey(task)) {
                coming.add(task);
            } else if (leaving.contains(task)) {
                returning.add(task);
            }
        }
        returning.retainAll(wanted);
        growFor(homes.size() + coming.size());
        takeUp(coming);
        homes.keySet().stream()
                .filter(task -> !wanted.contains(task) && !leaving.contains(task))
                .sorted()
                .toList()
                .forEach(task -> letGo(task, false));
        lifecycle.groupDecided();
    }

    @Override
    public synchronized void drop() {
        returning.clear();
        homes.keySet().stream().sorted().toList().forEach(task -> {
            lost.add(task);
            letGo(task, true);
        });
        lifecycle.awaitGroup();
    }

    @Override
    public synchronized Set<TaskId> held() {
        Set<TaskId> held = new HashSet<>(homes.keySet());
        held.removeAll(lost);
        return held;
    }

    private void growFor(int taskCount) {
        while (workers.size() < Math.min(wantedWorkers, taskCount)) {
            makeWorker();
        }
    }

    private void takeUp(Set<TaskId> coming) {
        if (coming.isEmpty()) {
            return;
        }
        lifecycle.moving(coming.stream().map(TaskId::toString).collect(Collectors.toUnmodifiableSet()));
        for (TaskId task : coming) {
            Worker home = idlest(workers, Map.of());
            homes.put(task, home);
            home.take(planned(task));
        }
    }

    private void letGo(TaskId task, boolean atOnce) {
        Worker home = homes.get(task);
        if (home == null) {
            throw new IllegalStateException("task " + task + " has no worker");
        }
        boolean first = leaving.add(task);
        if (first) {
            lifecycle.leaving(task.toString());
            home.give(task, this::released);
        }
        if (atOnce) {
            home.drop(task);
        }
    }

    /** A task that was to leave is closed. Called by the worker that had it. */
    private void released(PlannedTask task) {
        boolean last;
        synchronized (this) {
            homes.remove(task.id());
            leaving.remove(task.id());
            lost.remove(task.id());
            if (returning.remove(task.id())) {
                takeUp(Set.of(task.id()));
            }
            last = leaving.isEmpty();
        }
        if (last) {
            onReleased.run();
        }
    }

    private PlannedTask planned(TaskId task) {
        return Objects.requireNonNull(tasks.get(task), () -> "no task " + task);
    }

    private static void run(Worker worker) {
        LoopThread.startLasting(worker.name(), worker::run);
    }

    private String nameOf(int number) {
        return namePrefix + "-worker-" + number;
    }

    /**
     * Adds a worker, which gets tasks of the others until they are spread evenly.
     *
     * @return its name; empty if the application is closing
     */
    synchronized Optional<String> add() {
        String name = freeName();
        if (!lifecycle.workerJoining(name)) {
            return Optional.empty();
        }
        Worker added;
        try {
            added = maker.apply(name);
        } catch (RuntimeException e) {
            lifecycle.workerEnded(name, null);
            throw e;
        }
        List<Worker> all = new ArrayList<>(workers);
        all.add(added);
        workers = List.copyOf(all);
        Map<TaskId, Worker> moves = evenOut(added);
        run(added);
        move(moves);
        if (!lifecycle.state().isRunningOrRebalancing()) {
            added.requestClose(); // whoever closes the application may not have seen it
        }
        LOG.info("worker {} was added and gets tasks={}", name, moves.keySet());
        return Optional.of(name);
    }

    private String freeName() {
        Set<String> taken = workers.stream().map(Worker::name).collect(Collectors.toSet());
        retired.forEach(worker -> taken.add(worker.name()));
        int number = 1;
        while (taken.contains(nameOf(number))) {
            number++;
        }
        return nameOf(number);
    }

    private Map<TaskId, Worker> evenOut(Worker added) {
        Map<TaskId, Worker> moves = new TreeMap<>();
        while (true) {
            Worker busiest = busiest(workers, moves);
            if (load(busiest, moves) - load(added, moves) <= 1) {
                return moves;
            }
            moves.put(tasksOf(busiest, moves).get(0), added);
        }
    }

    /**
     * Removes a worker, the latest one if that does not ask for it itself: its tasks go to the others.
     *
     * @return the worker, which ends when it has given its tasks away; empty if there is no other one
     */
    synchronized Optional<Worker> remove() {
        if (workers.size() < 2) {
            return Optional.empty();
        }
        Worker removed = workers.get(workers.size() - 1).isCurrent()
                ? workers.get(workers.size() - 2)
                : workers.get(workers.size() - 1);
        List<Worker> rest = workers.stream().filter(worker -> worker != removed).toList();
        Map<TaskId, Worker> moves = new TreeMap<>();
        for (TaskId task : tasksOf(removed, Map.of())) {
            moves.put(task, idlest(rest, moves));
        }
        workers = rest;
        retired = Stream.concat(retired.stream().filter(worker -> !worker.hasEnded()), Stream.of(removed))
                .toList();
        move(moves);
        removed.requestRetirement();
        LOG.info("worker {} was removed and gives away tasks={}", removed.name(), moves.keySet());
        return Optional.of(removed);
    }

    private void move(Map<TaskId, Worker> moves) {
        if (moves.isEmpty()) {
            return;
        }
        lifecycle.moving(moves.keySet().stream().map(TaskId::toString).collect(Collectors.toUnmodifiableSet()));
        moves.forEach((task, target) -> {
            Worker home = homes.put(task, target);
            if (home == null) {
                throw new IllegalStateException("task " + task + " has no worker");
            }
            home.give(task, target::take);
        });
    }

    private Worker busiest(List<Worker> all, Map<TaskId, Worker> moves) {
        return all.stream()
                .max(Comparator.comparingInt(worker -> load(worker, moves)))
                .orElseThrow();
    }

    private Worker idlest(List<Worker> all, Map<TaskId, Worker> moves) {
        return all.stream()
                .min(Comparator.comparingInt(worker -> load(worker, moves)))
                .orElseThrow();
    }

    private int load(Worker worker, Map<TaskId, Worker> moves) {
        return tasksOf(worker, moves).size();
    }

    /** Returns the tasks that a worker will have after the moves, the last ones first, without those that leave. */
    private List<TaskId> tasksOf(Worker worker, Map<TaskId, Worker> moves) {
        return homes.keySet().stream()
                .filter(task -> !leaving.contains(task))
                .filter(task -> moves.getOrDefault(task, homes.get(task)) == worker)
                .sorted(Comparator.reverseOrder())
                .toList();
    }

    /** Returns who has what, or gets it. */
    synchronized List<WorkerTasks> assignment() {
        return workers.stream()
                .map(worker -> new WorkerTasks(
                        worker.name(),
                        tasksOf(worker, Map.of()).stream().map(this::planned).toList()))
                .toList();
    }

    boolean hasCurrentThread() {
        return all().anyMatch(Worker::isCurrent);
    }

    void requestClose() {
        all().forEach(Worker::requestClose);
    }

    void wakeup() {
        all().forEach(Worker::wakeup);
    }

    private Stream<Worker> all() {
        return Stream.concat(workers.stream(), retired.stream());
    }
}
